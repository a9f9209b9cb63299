/** Whether a text is what a glob says; `*` stands for any text. Each part is found once, as early as it can be: no glob takes more than linear time. */
export function matches(glob: string, text: string): boolean {
  const [first = '', ...parts] = glob.split('*')
  const last = parts.pop()
  if (last === undefined) return text === glob
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
