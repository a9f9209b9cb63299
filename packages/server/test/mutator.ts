import { parameterCases, protocolCases } from '@lectern/conformance/protocol'
import { createRandom } from '@lectern/fixtures'

type Random = (limit: number) => number

/** Makes the bodies of requests, composed of members or cases of the rules, and mostly damaged. The same seed makes the same bodies. */
export function createMutator(seed: number): () => Buffer {
  const random = createRandom(seed)
  return () => {
    const body = random(2) === 0 ? pick(random, seeds) : Buffer.from(compose(random))
    return random(8) === 0 ? body : damage(random, body)
  }
}

const cases = [
  ...protocolCases({ method: 'eth_getBlockByNumber', params: ['0x0', false] }),
  ...parameterCases,
]
const seeds = cases.map(({ request }) => Buffer.from(request)).filter(({ length }) => length < 2_000)

/** The values of each member, right and wrong. */
// oxfmt-ignore
const members = {
  jsonrpc: ['"2.0"', '"2.0"', '"2.0"', '"2.0"', '"2.0"', '"1.0"', '2', 'null', '"\\u0032.0"'],
  id: [
    '0', '1', '-7', '1.5', '1e400', '-0', '9007199254740993', '18446744073709551615', '0.10', '1E2', '"a"', '""', '"é😀"',
    '"\\ud800"', '"\\"\\\\"', '"01234567890123456789"', 'null', 'true', '[1]', '{}',
  ],
  method: [
    '"eth_getBlockByNumber"', '"eth_getBlockByNumber"', '"eth_getBlockByNumber"', '"eth_getTransactionByHash"',
    '"eth_getTransactionReceipt"', '"rpc.discover"', '"rpc.x"', '"eth_call"', '"ETH_getBlockByNumber"', '"constructor"',
    '"__proto__"', '"toString"', '"\\u0065th_getBlockByNumber"', '1', 'null', '[]',
  ],
  params: [
    '["0x0",false]', '["0x0",true]', '["latest",false]', '["pending",true]', `["0x${'ab'.repeat(32)}"]`, '[]', 'null', '{}',
    '["0x0"]', '[0,false]', '["0x00",false]', '["0x0",false,1]', '[[[[[[[[1]]]]]]]]', '"x"',
  ],
  others: ['"__proto__":{"id":1}', '"__proto__":null', '"x":1', '"constructor":{"prototype":{}}', '"x":{"a":[1,{"b":null}]}'],
} as const

function compose(random: Random): string {
  if (random(5) > 0) return composeCall(random)
  const calls = Array.from({ length: random(5) }, () => (random(9) === 0 ? '1' : composeCall(random)))
  return `[${calls.join(random(20) === 0 ? ',,' : ',')}]`
}

function composeCall(random: Random): string {
  const parts: string[] = []
  for (const name of ['jsonrpc', 'id', 'method', 'params'] as const) {
    if (random(12) === 0) continue
    parts.push(`"${name}":${pick(random, members[name])}`)
    if (random(30) === 0) parts.push(`"${name}":${pick(random, members[name])}`)
  }
  if (random(8) === 0) parts.push(pick(random, members.others))
  if (random(3) === 0) parts.push(parts.shift() ?? '')
  return `{${parts.join(random(4) === 0 ? ' , ' : ',')}}`
}

// oxfmt-ignore
const pieces = [
  '{', '}', '[', ']', ',', ':', '"', '\\', '\\u0000', '\u0000', ' ', '\n', '0', '-', '.', 'e9', '[]', '{}', '"id":1', '"id":', '"method":',
  '"params":', '"jsonrpc":"2.0"', '"__proto__":', 'null', 'true', '1e400', '9007199254740993', '\\ud800', 'é', '😀', '\uFEFF', '"latest"',
  '[[[[[[[[', ']]]]]]]]',
].map((piece) => Buffer.from(piece))

/** A body with a few bytes or pieces cut, doubled, swapped or put in. */
function damage(random: Random, body: Buffer): Buffer {
  let damaged = body
  for (let rounds = random(4); rounds >= 0; rounds--) {
    const at = random(damaged.length + 1)
    const end = Math.min(damaged.length, at + random(12))
    const other = pick(random, seeds)
    const inserts = [
      pick(random, pieces),
      Buffer.of(random(256)),
      damaged.subarray(at, end),
      other.subarray(random(other.length + 1)),
      Buffer.alloc(0),
    ]
    const from = random(2) === 0 ? at : end
    damaged = Buffer.concat([damaged.subarray(0, at), pick(random, inserts), damaged.subarray(from)])
  }
  return damaged
}

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)]!
