/** The document's canonical text: JSON with two spaces, where an object or array that fits in 150 characters takes one line. */
export function documentText(document: object): string {
  return `${lines(document, '', 150)}\n`
}

function lines(value: unknown, indent: string, room: number): string {
  const line = oneLine(value)
  if (typeof value !== 'object' || value === null || line.length + indent.length <= room) return line
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    const items = value.map((item) => `${deeper}${lines(item, deeper, room)}`)
    return `[\n${items.join(',\n')}\n${indent}]`
  }
  const members = Object.entries(value).map(([key, member]) => {
    const start = `${JSON.stringify(key)}: `
    return `${deeper}${start}${lines(member, deeper, room - start.length)}`
  })
  return `{\n${members.join(',\n')}\n${indent}}`
}

function oneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${oneLine(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
