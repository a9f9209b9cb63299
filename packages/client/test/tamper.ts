import { fromHex, toHex } from '@lectern/chain'
import { decodeRlp, encodeRlp, type RlpItem } from '@lectern/chain/internal'

/** A proof as JSON. */
export type AnyProof = Readonly<Record<string, unknown>>

/** A change: the numbers pick a member, a change, and positions in the member. */
export type Tampering = readonly [member: number, change: number, at: number, further: number]

/** A proof with one member changed; `others` are proofs whose parts are put into it. */
export function tamper(proof: AnyProof, others: readonly AnyProof[], tampering: Tampering): AnyProof {
  const [member, change, at, further] = tampering
  const name = pick(Object.keys(proof), member)!
  const value = proof[name]
  const parts = Object.values(pick(others, further)!).flat()
  if (name === 'index' || name === 'firstReceipt') return { ...proof, [name]: pick(quantities, at) }
  if (Array.isArray(value))
    return { ...proof, [name]: pick(changesOfLists, change)!(value, at, further, parts) }
  return { ...proof, [name]: changeHex(value, change, at, further, parts) }
}

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length]

const quantities: readonly unknown[] = [
  ...'0x 0x0 0x00 0x1 0x7f 0x80 -0x1 -1 1e1 0x20000000000000'.split(' '),
  ...Array.of<unknown>(0, -1, 0.5, null, [], ['0x1'], {}, undefined),
]

const oddities: readonly unknown[] = [
  ...`0x  x 0x80 0xc0 0xf90000 0xfbffffffff 0x7ec0 0x${'c1'.repeat(5000)}`.split(' '),
  ...Array.of<unknown>(null, 7, true, [], [[]], {}, undefined),
]

/** The changes of a value; `parts` are values to replace it. */
type Change<T> = (value: T, at: number, further: number, parts: readonly unknown[]) => unknown

const changesOfHex: readonly Change<string>[] = [
  (hex, at, bit) =>
    rewrite(hex, (bytes) =>
      bytes.map((byte, i) => (i === at % bytes.length ? byte ^ (1 << (bit % 8)) : byte)),
    ),
  (hex, at) => rewrite(hex, (bytes) => bytes.subarray(0, at % bytes.length)),
  (hex, at) => rewrite(hex, (bytes) => bytes.subarray(at % bytes.length)),
  (hex, at) => hex + '00'.repeat(1 + (at % 40)),
  (hex, at, how) => rewrite(hex, (bytes) => rewriteRlp(bytes, at, how)),
  (_, at) => pick(oddities, at),
  (_, at, __, parts) => pick(parts, at),
]

const changesOfLists: readonly Change<readonly unknown[]>[] = [
  (list, at) => list.toSpliced(at % (list.length + 1), 1),
  (list, at, other) => list.toSpliced(at % (list.length + 1), 0, pick(list, other)),
  (list) => list.toReversed(),
  (list, _, __, parts) => [...list, ...parts],
  (list, _, __, parts) => [...parts, ...list],
  (_, at) => pick(oddities, at),
  (list, at, how, parts) =>
    list.map((part, i) => (i === at % list.length ? changeHex(part, how, at, how >> 3, parts) : part)),
]

function changeHex(
  value: unknown,
  change: number,
  at: number,
  further: number,
  parts: readonly unknown[],
): unknown {
  return typeof value === 'string' ? pick(changesOfHex, change)!(value, at, further, parts) : value
}

/** The bytes in hex, changed; or as they are, where they are none any more. */
function rewrite(hex: string, change: (bytes: Uint8Array) => Uint8Array): string {
  try {
    return toHex(change(fromHex(hex)))
  } catch {
    return hex
  }
}

/** An envelope, or RLP alone, with one item in it changed. */
function rewriteRlp(bytes: Uint8Array, at: number, how: number): Uint8Array {
  const start = bytes[0]! < 0xc0 ? 1 : 0
  const item = changeItem(decodeRlp(bytes.subarray(start)), at, how)
  return Uint8Array.of(...bytes.subarray(0, start), ...encodeRlp(item))
}

function changeItem(item: RlpItem, at: number, how: number): RlpItem {
  if (item instanceof Uint8Array)
    return pick<RlpItem>([new Uint8Array(), Uint8Array.of(...item, 1), [item], item.subarray(1)], how)!
  if (item.length === 0) return [Uint8Array.of(1)]
  const position = at % item.length
  if (how % 8 === 0) return item.toSpliced(position, 1)
  if (how % 8 === 1) return item.toSpliced(position, 0, new Uint8Array())
  return item.with(position, changeItem(item[position]!, Math.floor(at / 7), how >> 1))
}
