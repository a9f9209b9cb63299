/**
 * Returns whether a text consists of parts in their order, with at least so many characters between each two: those that a `*` of a pattern
 * separates. Takes linear time, unlike an expression.
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
