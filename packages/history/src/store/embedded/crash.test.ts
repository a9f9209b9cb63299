import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { serialize } from 'node:v8'
import { toHex } from '@lectern/chain'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { killCommits } from '../../../test/killed-commits.ts'
import { contentOf } from '../../../test/content.ts'
import { makeChain, toStored } from '../../../test/synthetic.ts'
import { type EmbeddedStore, openEmbeddedStore } from './store.ts'
import type { StoredBlock } from '../interface.ts'

const blocks = makeChain(150, 2, 9)
const BATCH = 3
const texts = blocks.map((block) => toText(toStored(block)))
const KILLS = Number(process.env['LECTERN_KILLS'] ?? (process.env['CI'] ? 12 : 6))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-'))
  await writeFile(join(folder, 'blocks'), serialize(blocks))
  return () => rm(folder, { recursive: true })
})

test.each([
  ['commit', {}],
  ['commit and of any move into the cold form', { hot: 2 }],
])(
  'a writer that is killed at any moment of any %s leaves a store that opens, with what it acknowledged, and verifies',
  { timeout: 600_000 + 60_000 * KILLS },
  async (name, options) => {
    const seed = Number(process.env['LECTERN_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
    await killCommits({ location: { datadir: join(folder, name) }, seed, kills: KILLS, life: 60, ...options })
  },
)

test(
  'a reader in another process sees each append whole, as soon as it is acknowledged',
  { timeout: 30_000 },
  async () => {
    const datadir = join(folder, 'read')
    const writer = startWriter(datadir)
    let acknowledged = -1
    writer.onLine((_, number) => (acknowledged = number))
    await writer.firstLine
    await using store = await openEmbeddedStore(datadir, { readOnly: true })
    const seen = new Set<number>()
    while (acknowledged < blocks.length - 1) {
      const before = acknowledged
      await setTimeout(1)
      using snapshot = store.snapshot()
      const head = Number(snapshot.head!.number)
      seen.add(head)
      expect(head).toBeGreaterThanOrEqual(before)
      expect(head % BATCH).toBe(BATCH - 1)
      for (const { number, transactions } of blocks.slice(head - 4 < 0 ? 0 : head - 4, head + 4))
        for (const { hash } of transactions)
          expect(snapshot.eth_getTransactionByHash(toHex(hash)) !== null).toBe(number <= BigInt(head))
      // However much is appended meanwhile, a snapshot stays where it was.
      await setTimeout(5)
      expect(Number(snapshot.head!.number)).toBe(head)
    }
    expect(seen.size).toBeGreaterThan(3)
    await writer.kill()
    checkStore(store, blocks.length - 1)
  },
)

test('no reader that opens while a writer commits without pause calls the store damaged', async () => {
  const datadir = join(folder, 'opened')
  const writer = start(`
    const blocks = deserialize(readFileSync(${JSON.stringify(join(folder, 'blocks'))}))
    const store = await openEmbeddedStore(${JSON.stringify(datadir)})
    await store.commit({ blocks: blocks.slice(0, 1) })
    writeSync(1, 'head 0\\n')
    for (;;) {
      await store.commit({ blocks: blocks.slice(1, 2) })
      await store.commit({ keepUpTo: 0n })
    }`)
  await writer.firstLine
  for (let opened = 0; opened < 300; opened++) {
    await using store = await openEmbeddedStore(datadir, { readOnly: true })
    expect(store.head!.number).toBeLessThan(2n)
  }
  await writer.kill()
})

test('a second writer is refused, here and in another process, and the first goes on', async () => {
  const datadir = join(folder, 'locked')
  {
    await using store = await openEmbeddedStore(datadir)
    await store.commit({ blocks: blocks.slice(0, 2) })
    await expect(openEmbeddedStore(datadir)).rejects.toMatchObject({
      code: 'locked',
      message: `${datadir} is being written by another process.`,
    })
    const second = startWriter(datadir)
    expect(await second.failure()).toContain('is being written by another process.')
    await store.commit({ blocks: blocks.slice(2, 3) })
    checkStore(store, 2)
  }
  await using store = await openEmbeddedStore(datadir)
  expect(store.head?.number).toBe(2n)
})

test('a reader that was killed does not keep the store from using its pages again', async () => {
  const datadir = join(folder, 'pinned')
  await using store = await openEmbeddedStore(datadir, { recentHashes: 20 })
  await store.commit({ blocks: blocks.slice(0, 30) })
  const reader = start(`
    const store = await openEmbeddedStore(${JSON.stringify(datadir)}, { readOnly: true })
    globalThis.snapshot = store.snapshot()
    if (snapshot.head !== null) console.log('head 1')
    setInterval(() => {}, 1000)`)
  await reader.firstLine
  await reader.kill()
  const churn = async () => {
    for (let i = 0; i < 60; i++) {
      await store.commit({ keepUpTo: 14n })
      await store.commit({ blocks: blocks.slice(15, 30) })
    }
    return store.report().bytes
  }
  const before = await churn()
  expect(await churn()).toBeLessThan(before * 1.1)
})

/** Everything up to a head, and nothing above it. */
function checkStore(store: EmbeddedStore, head: number): void {
  expect(contentOf(store).map(toText)).toEqual(texts.slice(0, head + 1))
  for (const { number, transactions } of blocks)
    for (const { hash } of transactions)
      expect(store.eth_getTransactionByHash(toHex(hash)) !== null).toBe(number <= BigInt(head))
}

/** All of a block: comparing texts takes a tenth of the time. */
function toText(block: StoredBlock): string {
  return JSON.stringify(block, (_, value: unknown) =>
    value instanceof Uint8Array ? toHex(value) : typeof value === 'bigint' ? `${value}` : value,
  )
}

interface Child {
  readonly firstLine: Promise<unknown>
  onLine(listen: (word: string, number: number) => void): void
  kill(): Promise<void>
  /** Its standard error, once it has ended. */
  failure(): Promise<string>
}

/** A process that appends batches, and acknowledges each head. */
function startWriter(datadir: string): Child {
  return start(`
    const blocks = deserialize(readFileSync(${JSON.stringify(join(folder, 'blocks'))}))
    const store = await openEmbeddedStore(${JSON.stringify(datadir)}, { recentHashes: 20 })
    for (let at = 0; at < blocks.length; at += ${BATCH}) {
      await store.commit({ blocks: blocks.slice(at, at + ${BATCH}) })
      writeSync(1, 'head ' + Number(store.head.number) + '\\n')
      await new Promise(setImmediate)
    }
    setInterval(() => {}, 1000)`)
}

function start(script: string): Child {
  const imports = `
    import { readFileSync, writeSync } from 'node:fs'
    import { deserialize } from 'node:v8'
    import { openEmbeddedStore } from ${JSON.stringify(new URL('store.ts', import.meta.url).href)}`
  // Node caches its compiled sources: each process starts in half the time.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') }
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '--eval', imports + script], {
    env,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout!)
  const exit = once(child, 'exit')
  let failure = ''
  child.stderr!.on('data', (text) => (failure += text))
  return {
    firstLine: once(lines, 'line'),
    onLine: (listen) =>
      void lines.on('line', (line) => {
        const [word, number] = line.split(' ')
        listen(word!, Number(number))
      }),
    async kill() {
      child.kill('SIGKILL')
      await Promise.all([exit, once(lines, 'close')])
    },
    async failure() {
      await exit
      return failure
    },
  }
}
