/** Returns the end of a sentence that says what a parameter must be: the value in its place. */
export const insteadOf = (value: unknown): string =>
  value === undefined ? ', and is missing' : `, not ${show(value)}`

export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
