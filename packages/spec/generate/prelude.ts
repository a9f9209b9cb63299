/** Where a value breaks its schema: a JSON pointer from the value checked, such as /logs/0/data, and what must hold there. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** `strict` accepts exactly what the document says; `tolerant` also accepts unknown members, and what x-elsewhere names. */
export type Mode = 'strict' | 'tolerant'

/** A schema as a function: it returns the first issue of a value, undefined if it is valid. The mode is `strict` by default. */
export type Check = (value: unknown, mode?: Mode) => Issue | undefined

type Members = Readonly<Record<string, unknown>>

export const lower: RegExp = /^0x[0-9a-f]*$/ // with the length 130 ns a hash; the schema's counted pattern takes 280
export const either: RegExp = /^0x[0-9a-fA-F]*$/

export const must = (message: string): Issue => ({ path: '', message: `must ${message}` })
export const below = (key: string | number, { path, message }: Issue): Issue => ({
  path: `/${key}${path}`,
  message,
})
export const lacks = (key: string): Issue => must(`have the member "${key}"`)
export const has = (value: Members, key: string): boolean => Object.hasOwn(value, key)
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function closed(value: Members, count: number, keys: string): Issue | undefined {
  const own = Object.keys(value)
  if (own.length === count) return undefined
  const known = keys.split(' ')
  return must(`not have the member ${JSON.stringify(own.find((key) => !known.includes(key)))}`)
}

export function each(
  value: unknown,
  check: Check,
  mode: Mode | undefined,
  most: number = Infinity,
  least: number = 0,
): Issue | undefined {
  if (!Array.isArray(value)) return must('be an array')
  if (value.length > most) return must(`have at most ${most} items`)
  if (value.length < least) return must(`have at least ${least} items`)
  for (let index = 0; index < value.length; index++) {
    const issue = check(value[index], mode)
    if (issue) return below(index, issue)
  }
  return undefined
}
