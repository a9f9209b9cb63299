import { createReplyVerifier, useFastEngine } from '@lectern/history'
import { toHex } from '@lectern/chain'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { makeTestChain } from '../../test/chains.ts'
import { type PaperCall, replyTo } from '../../test/paper-node.ts'
import { FollowError } from '../error.ts'
import type { Outline } from './outline.ts'
import { createRpc } from './rpc.ts'
import { askIdentity } from './identity.ts'
import { createSource, type Source } from './source.ts'

// For any answer of a node, its source throws nothing but a FollowError: another error would end the process.

await useFastEngine()
const chain = makeTestChain(6, 2)
const verifier = createReplyVerifier(0)
afterAll(() => verifier[Symbol.asyncDispose]())
const never = new AbortController().signal
const [genesis, first] = chain.blocks as [(typeof chain.blocks)[0], (typeof chain.blocks)[0]]
const outline: Outline = {
  ...first,
  parentHash: genesis.hash,
  timestamp: first.header.timestamp,
  transactions: first.transactions.map(({ hash }) => toHex(hash)),
  uncles: 0,
}

const unreadable = { toString: 1, valueOf: 1 } // neither text nor number can be made of it
const deep = '['.repeat(20_000) + ']'.repeat(20_000)
/** JSON that is put in the place of each value. */
// oxfmt-ignore
const hostile = [
  null, true, -1, 1e308, '', 'x', '0x', '0xzz', `0x${'f'.repeat(64)}`, '-1', '1e3', ' 1 ', '__proto__',
  [], {}, [null], [[]], [unreadable], unreadable, { length: 1e9 },
  { result: 1, error: { code: unreadable, message: 'x' } },
  { id: null, error: { code: 1, message: unreadable } },
  'A'.repeat(10_000),
].map((value) => JSON.stringify(value))

const identify = (source: Source) => source.identify(never)
const fetchBlock = (source: Source) => source.blocks([outline], { ...genesis, ...genesis.header }, never)
const lacksRaw = ['debug_getRawBlock', 'debug_getRawReceipts']

test.each<[string, (source: Source) => Promise<unknown>, string[]]>([
  ['identify, of receipts by block', identify, lacksRaw],
  ['identify, of single receipts', identify, [...lacksRaw, 'eth_getBlockReceipts']],
  ['identify, of consensus bytes', identify, []],
  ['tip', (source) => source.tip(never), []],
  ['outlines', (source) => source.outlines([1n, 2n], never), []],
  ['named', (source) => source.named(first.hash, never), []],
  ['blocks, of receipts by block', fetchBlock, lacksRaw],
  ['blocks, of single receipts', fetchBlock, [...lacksRaw, 'eth_getBlockReceipts']],
  ['blocks, of consensus bytes', fetchBlock, []],
  ['askIdentity', () => askIdentity(['http://127.0.0.1:1']), []],
])('41: %s: every JSON value of the answer replaced by hostile ones', async (name, ask, lacks) => {
  const node = { chainId: 1n, ...chain, safe: 2n, finalized: 1n, lacks: new Set(lacks) }
  let change: (replies: unknown) => string = JSON.stringify
  const answer = async (_: string, { body }: { body: string }) => {
    const sent = JSON.parse(body) as PaperCall | PaperCall[]
    const replies = [sent].flat().map((call) => replyTo(call, { ...node, lie: (_, same) => same }))
    return new Response(change(Array.isArray(sent) ? replies : replies[0]))
  }
  vi.stubGlobal('fetch', answer)
  onTestFinished(() => void vi.unstubAllGlobals())
  const make = async () => {
    const rpc = createRpc('http://127.0.0.1:1')
    const source = createSource({ rpc, chain: chain.identity, verifier, patience: 0 })
    change = JSON.stringify
    if (ask === fetchBlock) await source.identify(never)
    return source
  }
  const source = await make()
  let right: unknown
  change = (replies) => JSON.stringify((right ??= replies))
  await ask(source)
  const others = new Map<string, string>()
  for (const path of pathsOf(right)) {
    const [before, after] = splitAt(right, path)
    for (const value of [...hostile, deep]) {
      const source = await make()
      change = () => before + value + after
      await ask(source).catch((error: unknown) => {
        if (!(error instanceof FollowError))
          others.set(String(error), `${name}: ${path.join('/')} = ${value.slice(0, 60)}`)
      })
    }
  }
  expect(Object.fromEntries(others)).toEqual({})
})

/** The path to each value of JSON. */
function* pathsOf(json: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  yield path
  if (typeof json === 'object' && json !== null)
    for (const [key, value] of Object.entries(json)) yield* pathsOf(value, [...path, key])
}

/** The text of JSON before and after one of its values. */
function splitAt(json: unknown, path: readonly string[]): [string, string] {
  const changed = structuredClone({ json })
  const [last, ...before] = ['json', ...path].toReversed() as [string, ...string[]]
  const parent = before.toReversed().reduce<any>((part, key) => part[key], changed)
  parent[last] = 'HOSTILE'
  return JSON.stringify(changed.json).split('"HOSTILE"') as [string, string]
}
