import { createRandom } from '@lectern/fixtures'

const hash = `0x${'00'.repeat(31)}01`

/** The members of canonical and nearly canonical calls. */
const values = {
  ids: [
    '1',
    '0',
    '-7',
    '9007199254740993',
    '"a-b"',
    '""',
    '01',
    '-',
    '-0',
    '1.5',
    'null',
    '"\\u0031"',
    '"é"',
    '"2.0","id":2',
  ],
  names: [
    'eth_getTransactionByHash',
    'eth_getTransactionReceipt',
    'eth_getBlockByNumber',
    'rpc.discover',
    'eth_getblockbynumber',
    'constructor',
  ],
  params: [
    `["${hash}"]`,
    `["${hash.toUpperCase().replace('X', 'x')}"]`,
    '["0x0",false]',
    '["0x0", true]',
    '["latest",false]',
    '["pending", false ]',
    '[]',
    '["0x0"]',
    '["0x00",false]',
    '["0x0",false,true]',
    '{}',
    'null',
  ],
  versions: ['"2.0"', '"2.0"', '"2.0"', '2.0', '"2.0 "'],
  blanks: ['', '', '', ' ', '  ', '\n'],
  bytes: ['{', '}', '[', ']', ',', ':', '"', '\\', ' ', '\n', '\0', '\x7f', 'é', '\uFEFF', '0', 'a', '-'],
}

/** A source of calls and batches as clients write them; about half of them are then a little otherwise. */
export function createCanonicalSource(seed: number): () => Buffer {
  const random = createRandom(seed)
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!
  const choose = <T>(from: readonly T[], odd: boolean): T => (odd ? pick(from) : from[0]!)
  return () => {
    const odd = random(2) === 0
    const items = Array.from({ length: random(4) === 0 ? random(5) : 1 }, () => writeCall(odd))
    const text =
      items.length === 1 && random(8) > 0 ? items[0]! : `[${items.join(random(2) === 0 ? ',' : ', ')}]`
    return Buffer.from(odd && random(3) === 0 ? spoil(text) : text)
  }

  function writeCall(odd: boolean): string {
    const isOdd = () => odd && random(5) === 0
    const kind = random(3)
    const blank = choose(['', ' '], random(3) === 0)
    const colon = `:${isOdd() ? pick(values.blanks) : blank}`
    const method = isOdd() ? pick(values.names) : values.names[kind]!
    const version = `"jsonrpc"${colon}${choose(values.versions, isOdd())}`
    const id = `"id"${colon}${isOdd() ? pick(values.ids) : values.ids[random(6)]!}`
    const params = isOdd() ? pick(values.params) : values.params[kind === 2 ? 2 + random(3) : random(2)]!
    const call = `"method"${colon}"${method}",${blank}"params"${colon}${params}`
    const orders = [
      [version, id, call],
      [call, id, version],
      [version, call, id],
      [id, version, call],
      [id, call, version],
      [version, id, id, call],
      [version, call],
      [call, id],
      [version, id, call, '"extra":1'],
    ]
    return `{${orders[random(isOdd() ? orders.length : 4)]!.join(`,${blank}`)}}`
  }

  function spoil(text: string): string {
    const at = random(text.length + 1)
    return text.slice(0, at) + (random(2) === 0 ? pick(values.bytes) : '') + text.slice(at + random(3))
  }
}
