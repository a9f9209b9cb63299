import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describeMachine, readArguments, toText, writeSection, writeTable } from '@lectern/bench-tools'
import { fromHex, type Parent } from '@lectern/chain'
import { createFollower } from '@lectern/follow'
import { makeTestChain } from '@lectern/follow/testing'
import { createReplyVerifier, openStore, type Store } from '@lectern/history'
import { startProcess } from '@lectern/rivals/nodes/process'

// How fast a follower is beside what its verification alone takes, and how late: npm run bench:follow.
// The node is a process of its own that has all of its responses at hand.

const { count } = readArguments(
  'npm run bench:follow -- [--blocks <number>] [--transactions <number>] [--depth <number>] [--seconds <number>]',
  {
    blocks: { type: 'string', default: '320' },
    transactions: { type: 'string', default: '200' },
    depth: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '60' },
  },
)
const [blocks, transactions] = [count('blocks'), count('transactions')]
const [depth, seconds] = [count('depth'), count('seconds')]
const last = blocks - 1
const first = last - seconds // the newest block before a new one comes each second
const threads = availableParallelism()
/** What the flag's default is for blocks of a second; those here say that they are twelve seconds apart. */
const POLL = 250
const folders: string[] = []
process.on('exit', () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

const node = await startNode()
try {
  const backfill = await measureBackfill()
  const reorg = await measureReorg()
  const lags = (await measureLag()).toSorted((one, other) => one - other)
  const rows = [
    [
      `backfill of ${blocks} blocks beside verifying the same responses on ${threads} threads`,
      'at least 0.6×',
      `**${toText(backfill.limit / backfill.followed)}×**`,
      `${toText((1_000 * blocks) / backfill.followed)} blocks a second of ${toText((1_000 * blocks) / backfill.limit)}`,
    ],
    [
      `a reorg of ${depth} blocks, from the node's switch to the commit`,
      'at most 5 s',
      `**${toText(reorg.milliseconds / 1_000)} s**`,
      `its commit ${toText(reorg.commit)} ms of CPU (goal at most 500)`,
    ],
    [
      "a new block a second, from the node's to a worker's latest",
      'median at most 300 ms, 99 % at most 1 s',
      `**${toText(lags[lags.length >> 1]!)} and ${toText(lags[Math.floor(0.99 * lags.length)]!)} ms**`,
      `${lags.length} blocks, at most ${toText(lags.at(-1)!)} ms`,
    ],
  ]
  writeSection(
    'follow',
    `${writeTable(['what', 'goal', 'measured', ''], rows)}\n\nBlocks of ${transactions} transactions. ${describeMachine()}`,
  )
} finally {
  node.child.kill()
}

async function startNode() {
  const program = fileURLToPath(new URL('follow/node.ts', import.meta.url))
  const args = [program, `${blocks}`, `${transactions}`, `${depth}`]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  process.on('exit', () => child.kill())
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, url }
}

async function ask(calls: readonly (readonly [string, readonly unknown[]])[]): Promise<Uint8Array> {
  const body = JSON.stringify(calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params })))
  const response = await fetch(node.url, { method: 'POST', body })
  return new Uint8Array(await response.arrayBuffer())
}

async function setTip(number: number, branch: 0 | 1 = 0): Promise<void> {
  await ask([['bench_setTip', [number, branch]]])
}

async function openEmpty(): Promise<Store & { readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-follow-'))
  folders.push(folder)
  return Object.assign(await openStore(folder, { chain: makeTestChain(1, transactions).identity }), {
    folder,
  })
}

/** Milliseconds to follow the node to its tip, and to verify the same responses, which are there already. */
async function measureBackfill() {
  const limits: number[] = []
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    limits.push(await verifyResponses())
    await using store = await openEmpty()
    const start = performance.now()
    await createFollower({ store, urls: [node.url], once: true }).run()
    times.push(performance.now() - start)
  }
  return { limit: Math.min(...limits), followed: Math.min(...times) }
}

async function verifyResponses(): Promise<number> {
  const { config } = makeTestChain(1, transactions).identity
  const tasks: Parameters<ReturnType<typeof createReplyVerifier>['verify']>[0][] = []
  let parent: Parent | null = null
  for (let from = 0; from < blocks; from += 8) {
    const numbers = Array.from({ length: Math.min(8, blocks - from) }, (_, index) => from + index)
    const names = numbers.map((number) => `0x${number.toString(16)}`)
    const headers = JSON.parse(
      new TextDecoder().decode(await ask(names.map((name) => ['eth_getBlockByNumber', [name, false]]))),
    ) as { result: { hash: `0x${string}`; timestamp: string } }[]
    const hashes = headers.map(({ result }) => result.hash)
    const body = await ask(
      hashes.flatMap((hash) => [
        ['eth_getBlockByHash', [hash, true]] as const,
        ['eth_getBlockReceipts', [hash]] as const,
      ]),
    )
    tasks.push({
      config,
      parent,
      bodies: [body],
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
  await using verifier = createReplyVerifier(threads)
  const start = performance.now()
  for (const { fault } of await Promise.all(tasks.map((task) => verifier.verify(task))))
    if (fault) throw new Error(`A response is refuted: ${fault.message}`)
  return performance.now() - start
}

/** Milliseconds until a reorg is stored, and of CPU that its commit takes. */
async function measureReorg() {
  await using store = await openEmpty()
  await setTip(last - 1)
  await createFollower({ store, urls: [node.url], once: true }).run()
  let commit = 0
  const observed: Store = {
    chain: store.chain,
    proofs: store.proofs,
    snapshot: () => store.snapshot(),
    report: () => store.report(),
    checkIndex: () => store.checkIndex(),
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
    urls: [node.url],
    poll: POLL,
    onStatus: ({ reorgs, head }) => reorgs > 0 && head?.number === last && done(),
  }).run(controller.signal)
  await pause(1_500)
  const start = performance.now()
  await setTip(last, 1)
  await switched
  const milliseconds = performance.now() - start
  controller.abort()
  await running
  return { milliseconds, commit }
}

/** Milliseconds from each new block of the node until a worker's latest is that block. */
async function measureLag(): Promise<number[]> {
  await setTip(first)
  const store = await openEmpty()
  await store[Symbol.asyncDispose]()
  const program = fileURLToPath(new URL('../../apps/lectern/src/main.ts', import.meta.url))
  const server = await startProcess('lectern', (port) => ({
    program: process.execPath,
    args: [
      program,
      'serve',
      '--datadir',
      store.folder,
      '--workers',
      '2',
      '--http.port',
      `${port}`,
      '--log.level',
      'error',
      '--follow',
      node.url,
      '--follow.poll',
      `${POLL}`,
    ],
  }))
  try {
    while ((await readLatest(server.url)) < first) await pause(100)
    await pause(2_000)
    const lags: number[] = []
    for (let number = first + 1; number <= last; number++) {
      const start = performance.now()
      await setTip(number)
      while ((await readLatest(server.url)) < number) await pause(5)
      lags.push(performance.now() - start)
      await pause(Math.max(0, 1_000 - (performance.now() - start)))
    }
    return lags
  } finally {
    await server.stop()
  }
}

async function readLatest(url: string): Promise<number> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}'
  const headers = { 'content-type': 'application/json' }
  const { result } = (await (await fetch(url, { method: 'POST', headers, body })).json()) as {
    result?: string
  }
  return Number(result ?? -1)
}
