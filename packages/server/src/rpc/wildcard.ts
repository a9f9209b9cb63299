/**
 * Returns whether a text fits a pattern, which is split at each `*`. A `*` stands for any characters, `least` or more.
 * Takes linear time, unlike an expression.
 */
export function matchesParts(text: string, [first = '', ...rest]: readonly string[], least: 0 | 1): boolean {
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at + least)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at + least && text.endsWith(last)
}
