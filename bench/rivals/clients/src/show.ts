/** All values of a result as text, also those of getters of a class, without the client that it came from. */
export function show(value: unknown): string {
  return JSON.stringify(toPlain(value))
}

function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.keys(value).filter((name) => name !== 'provider')
  const getters = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(value) ?? {}))
    .filter(([, { get }]) => get !== undefined)
    .map(([name]) => name)
    .filter((name) => name !== '__proto__')
  return Object.fromEntries([...new Set([...members, ...getters])].map((name) => [name, read(value, name)]))
}

/** Some getters throw for what was not asked for. */
function read(value: object, name: string): unknown {
  try {
    return toPlain((value as Readonly<Record<string, unknown>>)[name])
  } catch {
    return undefined
  }
}
