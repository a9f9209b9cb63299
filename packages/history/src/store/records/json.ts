import { fromHex, toHex } from '@lectern/chain'

/** Writes JSON with bytes as `0x` hex, and a bigint as its digits and an n. */
export function writeJson(value: object): string {
  return JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, name, text: unknown) {
    const member = this[name] // `text` is what Buffer.toJSON made
    return member instanceof Uint8Array ? toHex(member) : typeof member === 'bigint' ? `${member}n` : text
  })
}

/** Reads the JSON that `writeJson` wrote. Throws for other text. */
export function readJson(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'string') return value
    if (value.startsWith('0x')) return fromHex(value)
    return /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value
  })
}
