/** Called with a value that is no quantity and the JSON pointer to it; throws. */
export type Refuse = (path: string, value: unknown) => never

type Members = Record<string, unknown>
type Decoder = (value: unknown, refuse: Refuse, at: string) => unknown

export const quantity = (value: unknown, refuse: Refuse, at: string, name?: string): bigint =>
  bigintOf(value) ?? refuse(below(at, name), value)

/** Reads a quantity: up to 7 digits digit by digit, at twice the speed of BigInt, and caches the result; longer ones by BigInt. Undefined for what is none. */
export function bigintOf(value: unknown): bigint | undefined {
  const text = typeof value === 'string' ? value : ''
  const { length } = text
  const known = length > 9 ? undefined : small.get(text)
  if (known !== undefined) return known
  if (length < 3 || !text.startsWith('0x')) return undefined
  if (length > 9) return large(text)
  let number = 0
  for (let index = 2; index < length; index++) {
    const digit = digitOf(text.charCodeAt(index))
    if (digit < 0) return undefined
    number = number * 16 + digit
  }
  const read = BigInt(number)
  if (small.size > 1_000) small.clear()
  small.set(text, read)
  return read
}

/** Cache of short quantities: most of a block's are the same, as its number, its time and its chain. It saves a quarter of a block's time. */
export const small: Map<string, bigint> = new Map()

/** The value of a character as a hex digit of either case; below 0 for any other. */
export function digitOf(code: number): number {
  if (code < 58) return code - 48
  const digit = (code | 32) - 87
  return digit > 9 && digit < 16 ? digit : -1
}

export function large(text: string): bigint | undefined {
  if (digitOf(text.charCodeAt(text.length - 1)) < 0) return undefined // BigInt takes white space
  try {
    return BigInt(text)
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The pointer to a member of the value at a pointer, or that pointer itself. */
export const below = (at: string, name?: string): string => (name === undefined ? at : `${at}/${name}`)

export const each = (list: unknown, decode: Decoder, refuse: Refuse, at: string, name?: string): unknown =>
  Array.isArray(list)
    ? list.map((item: unknown, index) =>
        item === null
          ? item // the pointer is joined only if something is refused: 3 of 5 µs for 200 hashes
          : decode(item, (path, part) => refuse(`${below(at, name)}/${index}${path}`, part), ''),
      )
    : list
