import { setTimeout as wait } from 'node:timers/promises'
import { toHex, type VerifiedBlock } from '@lectern/chain'
import { createRandom } from '@lectern/fixtures'
import { createStore, openStore, readHead, type Snapshot, type Store } from '@lectern/history'
import { createSynthesizer, digest, locate, startCluster, syntheticConfig } from '@lectern/history/testing'
import type { Bench } from '../tools/bench.ts'
import { createBench, logProgress, scaled, show } from './finding.ts'

/** Measures three real nodes with three copies of each row: any one is killed during an import and reads, then two. */
export const bench: Bench<{ scale: number; seed: number }> = createBench(async (scope) => {
  await using cluster = await startCluster({ nodes: 3 })
  const location = { url: cluster.url('lectern') }
  await createStore(location, { replication: 3 })
  const chain = createChain(scope.seed)
  const random = createRandom(scope.seed)
  const sums: Sums = { reads: 0, failed: [], wrong: [], commits: 0, refusedCommits: [], slowest: 0 }
  await using reader = await openStore(location, { readOnly: true, renderedBytes: 0 })

  const rounds = scaled(9, scope)
  let kills = 0
  {
    await using store = await openStore(location, { chain: chain.identity })
    await append(store, chain, 20, sums)
    for (let round = 0; round < rounds; round++) {
      const node = cluster.nodes[round % 3]!
      logProgress(`kills of one node: ${round + 1} of ${rounds}`)
      const isOver = { value: false }
      const reading = Promise.all([1, 2, 3, 4].map(() => readUntil(isOver, reader, chain, random, sums)))
      const writing = append(store, chain, 40, sums)
      await wait(random(1_500))
      await node.kill()
      kills++
      await writing
      await append(store, chain, 20, sums)
      await wait(1_000)
      await node.start()
      isOver.value = true
      await reading
      await cluster.untilUp()
    }
  }
  const one = { ...sums, failed: [...sums.failed], wrong: [...sums.wrong] }

  logProgress('two nodes are killed')
  const two: Sums = { reads: 0, failed: [], wrong: [], commits: 0, refusedCommits: [], slowest: 0 }
  let nulls = 0
  let unknownErrors = 0
  await using writer = await openStore(location, { chain: chain.identity })
  const before = (await readHead(writer))!.number
  await using held = await reader.snapshot()
  await Promise.all([cluster.nodes[0]!.kill(), cluster.nodes[2]!.kill()])
  const next = chain.next()
  const commit = await attempt(() => writer.commit({ blocks: [next] }))
  for (let asked = 0; asked < scaled(200, scope); asked++) {
    await askOne(held, chain, random, Number(before), two)
    const unknown = await attempt(() =>
      held.eth_getTransactionByHash(toHex(new Uint8Array(32).fill(asked + 1))),
    )
    if (unknown.error === undefined) nulls++
    else unknownErrors++
  }
  await wait(300)
  const fresh = await attempt(() => readHead(reader))
  await Promise.all([cluster.nodes[0]!.start(), cluster.nodes[2]!.start()])
  await cluster.untilUp()
  const again = await attempt(async () => {
    if ((await readHead(writer))!.number === before) await writer.commit({ blocks: [next] })
  })
  const lost = await findLost(reader, chain)
  return [
    {
      claim: `any one of three nodes killed ${show(kills)} times during an import and reads: no commit fails`,
      measured:
        one.refusedCommits[0] ??
        `${show(one.commits)} commits, none failed; the slowest took ${show(one.slowest)} ms`,
      holds: one.refusedCommits.length === 0,
    },
    {
      claim: 'no read fails',
      measured: one.failed[0] ?? `${show(one.reads)} reads, none failed`,
      holds: one.failed.length === 0,
    },
    {
      claim: 'no read is wrong, or null for what is stored',
      measured: one.wrong[0] ?? 'none',
      holds: one.wrong.length === 0,
    },
    {
      claim: 'two of three killed: a commit is an error',
      measured: String(commit.error ?? 'it was acknowledged'),
      holds: commit.error === 'unavailable',
    },
    {
      claim:
        'two of three killed: what one node has is given, the rest is an error; nothing is wrong, or null for what is stored',
      measured: two.wrong[0] ?? `${show(two.reads)} reads: ${show(two.failed.length)} errors, none wrong`,
      holds: two.wrong.length === 0,
    },
    {
      claim: 'two of three killed: an unknown hash is an error, not null',
      measured: `${show(unknownErrors)} errors, ${show(nulls)} null`,
      holds: nulls === 0,
    },
    {
      claim: 'two of three killed: a new snapshot is an error',
      measured: String(fresh.error ?? 'it was given'),
      holds: fresh.error === 'unavailable',
    },
    {
      claim: 'after their return the writer goes on, and every block and hash is there',
      measured:
        again.error === undefined
          ? (lost ?? `${show(chain.blocks.length)} blocks, none lost`)
          : String(again.error),
      holds: again.error === undefined && lost === undefined,
    },
  ]
})

interface Sums {
  reads: number
  readonly failed: string[]
  readonly wrong: string[]
  commits: number
  readonly refusedCommits: string[]
  slowest: number
}

interface Chain {
  readonly identity: { readonly genesisHash: Uint8Array; readonly config: typeof syntheticConfig }
  readonly blocks: VerifiedBlock[]
  /** The next block; it is in `blocks`. */
  next(): VerifiedBlock
  /** How many blocks are acknowledged. */
  stored: number
}

const BLOCK = 30

function createChain(seed: number): Chain {
  const make = createSynthesizer(seed)
  const blocks = [make(null, BLOCK)]
  return {
    identity: { genesisHash: blocks[0]!.hash, config: syntheticConfig },
    blocks,
    next() {
      blocks.push(make(blocks.at(-1)!, BLOCK))
      return blocks.at(-1)!
    },
    stored: 0,
  }
}

/** Commits so many blocks, two at a time. */
async function append(store: Store, chain: Chain, count: number, sums: Sums): Promise<void> {
  for (let done = 0; done < count; done += 2) {
    const blocks = chain.stored === 0 ? [chain.blocks[0]!, chain.next()] : [chain.next(), chain.next()]
    const start = performance.now()
    const { error, message } = await attempt(() => store.commit({ blocks }))
    sums.slowest = Math.max(sums.slowest, performance.now() - start)
    sums.commits++
    if (error !== undefined) {
      sums.refusedCommits.push(`${error}: ${message}`)
      const { value: head } = await attempt(() => readHead(store))
      if (head?.number !== blocks[1]!.number) chain.blocks.length = Math.max(1, chain.stored)
    }
    chain.stored = chain.blocks.length
  }
}

async function readUntil(
  isOver: { readonly value: boolean },
  store: Store,
  chain: Chain,
  random: (limit: number) => number,
  sums: Sums,
): Promise<void> {
  while (!isOver.value) {
    const { value: snapshot, error, message } = await attempt(async () => await store.snapshot())
    if (snapshot === undefined) {
      sums.failed.push(`a snapshot: ${error} ${message}`)
      await wait(50)
      continue
    }
    await using _ = snapshot
    if (snapshot.head === null) continue
    for (let asked = 0; asked < 20; asked++)
      await askOne(snapshot, chain, random, Number(snapshot.head.number), sums)
  }
}

/** Asks for a transaction, its receipt, or its block, of which the store must have all. */
async function askOne(
  snapshot: Snapshot,
  chain: Chain,
  random: (limit: number) => number,
  head: number,
  sums: Sums,
): Promise<void> {
  const block = chain.blocks[random(head + 1)]!
  const index = random(block.transactions.length)
  const hash = toHex(block.transactions[index]!.hash)
  const kind = random(3)
  const { value, error, message } = await attempt(async () =>
    kind === 0
      ? await snapshot.eth_getTransactionByHash(hash)
      : kind === 1
        ? await snapshot.eth_getTransactionReceipt(hash)
        : await snapshot.eth_getBlockByHash(toHex(block.hash), false),
  )
  sums.reads++
  if (error !== undefined) sums.failed.push(`${error}: ${message}`)
  else {
    const text = value === null ? 'null' : Buffer.from(value as Uint8Array).toString()
    if (!text.includes(toHex(block.hash)) || !text.includes(hash))
      sums.wrong.push(`${hash} gave ${text.slice(0, 100)}`)
  }
}

async function attempt<T>(
  run: () => T | Promise<T>,
): Promise<{ value?: T; error?: string; message?: string }> {
  try {
    return { value: await run() }
  } catch (error) {
    const { code, name, message } = error as Error & { code?: unknown }
    return { error: String(code ?? name), message }
  }
}

/** The first block or hash that is not as it was written; undefined if all are. */
async function findLost(store: Store, { blocks }: Chain): Promise<string | undefined> {
  await using snapshot = await store.snapshot()
  if (snapshot.head?.number !== BigInt(blocks.length - 1))
    return `the head is ${snapshot.head?.number}, not ${blocks.length - 1}`
  let number = 0
  for await (const { hash, transactions } of snapshot.blocks()) {
    const block = blocks[number++]!
    if (digest(hash, transactions) !== digest(block.hash, block.transactions))
      return `block ${number - 1} differs`
    const places = await Promise.all(transactions.map(({ hash }) => locate(snapshot, hash)))
    if (places.some((place, index) => place?.index !== index))
      return `a hash of block ${number - 1} is not found`
  }
  return number === blocks.length ? undefined : `${number} of ${blocks.length} blocks are there`
}
