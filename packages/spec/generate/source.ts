/** A value as TypeScript source. */
export function literal(value: unknown): string {
  return JSON.stringify(value)
}

/** The name of a member as TypeScript source: in quotes where it is no identifier. */
export function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

/** A documentation comment in lines of at most 110 characters, or nothing where there is no text. */
export function comment(text: string | undefined): string {
  if (text === undefined) return ''
  const safe = text.replaceAll('*/', '*\\/')
  if (safe.length <= 100) return `/** ${safe} */\n`
  const lines = safe.match(/\S.{0,104}(?=\s|$)/g) ?? []
  return `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`
}
