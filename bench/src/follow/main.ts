import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fromHex, type Parent } from '@lectern/chain'
import { createFollower } from '@lectern/follow'
import { makeTestChain } from '@lectern/follow/testing'
import { createReplyVerifier, openStore, type Store } from '@lectern/history'
import { ask, call, post } from '../tools/ask.ts'
import type { Bench } from '../tools/bench.ts'
import { serve } from '../tools/lectern.ts'
import { startServer, temporaryFolder } from '../tools/process.ts'
import { toText } from '../tools/table.ts'

/** Milliseconds between two polls: the default for blocks of a second; the blocks here claim to be twelve seconds apart. */
const POLL = 250

/** The chain of the node and its URL. */
interface Setting {
  readonly url: string
  readonly blocks: number
  readonly transactions: number
}

/** Measures a follower of a node that has all responses ready, in another process. */
export const bench: Bench<{ blocks: number; transactions: number; depth: number; seconds: number }> = {
  flags: { blocks: 320, transactions: 200, depth: 64, seconds: 60 },
  async run({ blocks, transactions, depth, seconds }) {
    const program = fileURLToPath(new URL('node.ts', import.meta.url))
    const chain = [blocks, transactions, depth].map(String)
    const { url, stop } = await startServer((port) => [process.execPath, program, ...chain, `${port}`])
    const setting = { url, blocks, transactions }
    const backfill = await measureBackfill(setting)
    const reorg = await measureReorg(setting)
    const lags = (await measureLag(setting, seconds)).toSorted((one, other) => one - other)
    await stop()
    const [half, most] = [lags[lags.length >> 1]!, lags[Math.floor(0.99 * lags.length)]!]
    return {
      head: ['what', 'measured', 'aim'],
      rows: [
        ['backfill: its speed, of verification alone', backfill.limit / backfill.followed, 'at least 0.6'],
        [`reorg of ${depth} blocks, from the node to the commit, s`, reorg.milliseconds / 1_000, 'at most 5'],
        ['CPU of its commit, ms', reorg.commit, 'at most 500'],
        [
          'lag behind the node, median and 99 %, ms',
          `${toText(half)} and ${toText(most)}`,
          'at most 300 and 1,000',
        ],
      ],
    }
  },
}

const setTip = (url: string, number: number, branch: 0 | 1 = 0): Promise<unknown> =>
  ask(url, 'bench_setTip', number, branch)

const postBatch = (url: string, calls: readonly (readonly [string, readonly unknown[]])[]): Promise<string> =>
  post(url, `[${calls.map(([method, params], id) => call(id, method, ...params)).join()}]`)

const openEmpty = (transactions: number, folder: string = temporaryFolder()): Promise<Store> =>
  openStore(folder, { chain: makeTestChain(1, transactions).identity })

/** Measures the milliseconds of a backfill, and those of verifying the same responses. */
async function measureBackfill(setting: Setting) {
  const limits: number[] = []
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    limits.push(await verifyResponses(setting))
    await using store = await openEmpty(setting.transactions)
    const start = performance.now()
    await createFollower({ store, urls: [setting.url], once: true }).run()
    times.push(performance.now() - start)
  }
  return { limit: Math.min(...limits), followed: Math.min(...times) }
}

async function verifyResponses({ url, blocks, transactions }: Setting): Promise<number> {
  const { config } = makeTestChain(1, transactions).identity
  const tasks: Parameters<ReturnType<typeof createReplyVerifier>['verify']>[0][] = []
  let parent: Parent | null = null
  for (let from = 0; from < blocks; from += 8) {
    const numbers = Array.from({ length: Math.min(8, blocks - from) }, (_, index) => from + index)
    const names = numbers.map((number) => `0x${number.toString(16)}`)
    const headers = JSON.parse(
      await postBatch(
        url,
        names.map((name) => ['eth_getBlockByNumber', [name, false]]),
      ),
    ) as { result: { hash: `0x${string}`; timestamp: string } }[]
    const hashes = headers.map(({ result }) => result.hash)
    const body = await postBatch(
      url,
      hashes.flatMap((hash) => [
        ['eth_getBlockByHash', [hash, true]] as const,
        ['eth_getBlockReceipts', [hash]] as const,
      ]),
    )
    tasks.push({
      config,
      parent,
      bodies: [new TextEncoder().encode(body)],
      blocks: numbers.map((number, index) => ({
        number: BigInt(number),
        hash: fromHex(hashes[index]!),
        isRaw: false,
        block: 2 * index,
        receipts: 2 * index + 1,
        uncles: [],
      })),
    })
    const { result } = headers.at(-1)!
    parent = {
      number: BigInt(numbers.at(-1)!),
      hash: fromHex(result.hash),
      timestamp: BigInt(result.timestamp),
    }
  }
  await using verifier = createReplyVerifier(availableParallelism())
  const start = performance.now()
  for (const { fault } of await Promise.all(tasks.map((task) => verifier.verify(task))))
    if (fault) throw new Error(`A response is refuted: ${fault.message}`)
  return performance.now() - start
}

/** Measures the milliseconds until a reorg is stored, and the CPU of its commit. */
async function measureReorg({ url, blocks, transactions }: Setting) {
  const last = blocks - 1
  await using store = await openEmpty(transactions)
  await setTip(url, last - 1)
  await createFollower({ store, urls: [url], once: true }).run()
  let commit = 0
  const observed: Store = {
    chain: store.chain,
    proofs: store.proofs,
    snapshot: () => store.snapshot(),
    report: () => store.report(),
    checkIndex: () => store.checkIndex(),
    compact: (options) => store.compact(options),
    async commit(change) {
      const { user, system } = process.cpuUsage()
      await store.commit(change)
      const after = process.cpuUsage()
      commit = Math.max(commit, (after.user + after.system - user - system) / 1_000)
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
  const controller = new AbortController()
  const { promise: switched, resolve: done } = Promise.withResolvers<void>()
  const running = createFollower({
    store: observed,
    urls: [url],
    poll: POLL,
    onStatus: ({ reorgs, head }) => reorgs > 0 && head?.number === last && done(),
  }).run(controller.signal)
  await pause(1_500)
  const start = performance.now()
  await setTip(url, last, 1)
  await switched
  const milliseconds = performance.now() - start
  controller.abort()
  await running
  return { milliseconds, commit }
}

/** Measures the milliseconds from each new block of the node until it is a worker's latest. */
async function measureLag({ url, blocks, transactions }: Setting, seconds: number): Promise<number[]> {
  const last = blocks - 1
  const first = last - seconds // the newest block before a new one comes each second
  await setTip(url, first)
  const folder = temporaryFolder()
  await (await openEmpty(transactions, folder))[Symbol.asyncDispose]()
  // oxfmt-ignore
  const server = await serve([
    '--datadir', folder, '--workers', '2', '--follow', url, '--follow.poll', `${POLL}`,
  ])
  const latest = async () => Number((await ask(server.url, 'eth_blockNumber').catch(() => null)) ?? -1)
  while ((await latest()) < first) await pause(100)
  await pause(2_000)
  const lags: number[] = []
  for (let number = first + 1; number <= last; number++) {
    const start = performance.now()
    await setTip(url, number)
    while ((await latest()) < number) await pause(5)
    lags.push(performance.now() - start)
    await pause(Math.max(0, 1_000 - (performance.now() - start)))
  }
  await server.stop()
  return lags
}
