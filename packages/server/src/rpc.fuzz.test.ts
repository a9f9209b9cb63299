import { judgeForm, keepId, protocolCases } from '@lectern/conformance/protocol'
import { expect, test } from 'vitest'
import { methods } from '../test/recorded.ts'
import { send } from '../test/send.ts'
import { parameterCases } from './parameter.cases.ts'
import { createRpc } from './rpc.ts'

/** Each run of the generator gives the same numbers from 0 up to a limit. https://en.wikipedia.org/wiki/Xorshift */
function createRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
}

const cases = [
  ...protocolCases({ method: 'eth_getBlockByNumber', params: ['0x0', false] }),
  ...parameterCases,
]
const seeds = cases.map(({ request }) => Buffer.from(request)).filter(({ length }) => length < 2_000)
const marks = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\u0000',
  '\u0000',
  ' ',
  '\n',
  '0',
  '-',
  '.',
  'e9',
  '[]',
  '{}',
]
const members = [
  '"id":1',
  '"id":',
  '"method":',
  '"params":',
  '"jsonrpc":"2.0"',
  '"__proto__":',
  'null',
  'true',
]
const values = [
  '1e400',
  '9007199254740993',
  '\\ud800',
  'é',
  '😀',
  '\uFEFF',
  '"latest"',
  '[[[[[[[[',
  ']]]]]]]]',
]
const pieces = [...marks, ...members, ...values].map((piece) => Buffer.from(piece))

/** A request with a few bytes or pieces cut, doubled, swapped or put in. */
function mutate(random: (limit: number) => number): Buffer {
  let body = seeds[random(seeds.length)]!
  for (let rounds = random(4); rounds >= 0; rounds -= 1) {
    const at = random(body.length + 1)
    const end = Math.min(body.length, at + random(12))
    const other = seeds[random(seeds.length)]!
    const inserts = [
      pieces[random(pieces.length)]!,
      Buffer.of(random(256)),
      body.subarray(at, end),
      other.subarray(random(other.length + 1)),
      Buffer.alloc(0),
    ]
    const from = random(2) === 0 ? at : end
    body = Buffer.concat([body.subarray(0, at), inserts[random(inserts.length)]!, body.subarray(from)])
  }
  return body
}

/** The texts that an answer's id may be: null, or one that stands in the request as it is. */
const isEchoed = (id: unknown, request: string): boolean => id === 'null' || request.includes(String(id))

const runs = Number(process.env['LECTERN_FUZZ'] ?? 50_000)

test(`R2 ${runs} mutated requests each have a well-formed answer, its id exact or null`, async () => {
  const rpc = createRpc({ methods, limits: { batchItems: 3, depth: 6, idLength: 20, methodLength: 30 } })
  const random = createRandom(2_026)
  const seen = new Map<string, number>()
  for (let run = 0; run < runs; run += 1) {
    const body = mutate(random)
    const request = body.toString()
    const text = await send(rpc, body)
    if (text === '') continue
    const answer: unknown = JSON.parse(text, keepId)
    const answers = Array.isArray(answer) ? answer : [answer]
    if (answers.length === 0) expect.fail(`an empty array answers ${request}`)
    for (const each of answers) {
      const problem =
        judgeForm(each) ?? (isEchoed(each.id, request) ? undefined : `the id ${each.id} is not echoed`)
      if (problem !== undefined) expect.fail(`${problem}; the request is ${request}`)
      const outcome = each.error === undefined ? 'result' : String(each.error.code)
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
    }
  }
  expect([...seen.keys()].toSorted()).toEqual(
    ['-32600', '-32601', '-32602', '-32700', '-32005', 'result'].toSorted(),
  )
  for (const count of seen.values()) expect(count).toBeGreaterThan(runs / 1_000)
}, 600_000)
