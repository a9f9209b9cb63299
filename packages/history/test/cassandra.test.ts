import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { serialize } from 'node:v8'
import { sample } from '@lectern/fixtures'
import { fromHex, toHex, type VerifiedBlock } from '@lectern/chain'
import { needs } from '@lectern/fixtures/needs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  type ClusterLocation,
  compactStore,
  createStore,
  importChain,
  openStore,
  readGenesis,
  readStatus,
  type Store,
  verifyHistory,
} from '../src/index.ts'
import { HistoryError } from '../src/error.ts'
import { connect, type Connection, type Consistency } from '../src/store/cassandra/connection.ts'
import { createBlockStatements, encodeCanon } from '../src/store/cassandra/block-rows.ts'
import { openCassandraStore } from '../src/store/cassandra/open.ts'
import { HASHES, PARTS, ROW, sealKey } from '../src/store/cassandra/cells.ts'
import { createReader, createReadCache } from '../src/store/cassandra/reader.ts'
import { createRows } from '../src/store/cassandra/rows.ts'
import { changeStateRow, readStateRow, type StateRow } from '../src/store/cassandra/state-row.ts'
import { createWriter } from '../src/store/cassandra/writer.ts'
import { seal, SEAL, sealOf } from '../src/store/records/seal.ts'
import { type Cluster, prepareCassandra, startCluster } from './cassandra/cluster.ts'
import { BATCH, startWriter } from './cassandra/writer-process.ts'
import { killCommits } from './killed-commits.ts'
import { digest, digestAnswers } from './store-digest.ts'
import { testStore } from './store-contract.ts'
import { locate } from './content.ts'
import { createSynthesizer, makeChain, syntheticConfig, toStored } from './synthetic.ts'

// Over one real node, which is started where Java and Maven are; LECTERN_CASSANDRA=host:port names one that runs.
const { LECTERN_CASSANDRA: wanted = 'start' } = process.env
const why = wanted === 'start' ? await prepareCassandra() : undefined
const KILLS = Number(process.env['LECTERN_KILLS'] ?? (process.env['CI'] ? 10 : 3))

const access = { user: 'cassandra', password: 'cassandra' }
const blocks = makeChain(8, 3, 21)
const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
const find = async (store: Store, hash: Uint8Array) => {
  await using snapshot = await store.snapshot()
  return await snapshot.eth_getTransactionReceipt(toHex(hash))
}
const fork = (parent: VerifiedBlock, length: number, seed: number) => {
  const make = createSynthesizer(seed)
  const made: VerifiedBlock[] = []
  for (let last = parent; made.length < length;) made.push((last = make(last, 2)))
  return made
}

describe("a cluster's store", needs(`a node of Cassandra: ${why}`, why === undefined), () => {
  let cluster: Cluster | undefined
  let hosts: string
  beforeAll(async () => {
    cluster = wanted === 'start' ? await startCluster({ hasPasswords: true, hasTls: true }) : undefined
    hosts = cluster?.hosts ?? wanted
    // The first user is made some seconds after the node answers.
    for (let attempt = 1; ; attempt++)
      try {
        await using _ = await connect({ ...access, url: `cassandra://${hosts}/none` })
        return
      } catch (error) {
        if (attempt === 60) throw error
        await setTimeout(1000)
      }
  })
  afterAll(async () => cluster?.[Symbol.asyncDispose](), 60_000)

  const createLocation = async (): Promise<ClusterLocation> => {
    const location = { ...access, url: `cassandra://${hosts}/k${randomBytes(8).toString('hex')}` }
    await createStore(location, { replication: 1 })
    return location
  }

  testStore(async (chain) => {
    const location = await createLocation()
    return (options = {}) => openStore(location, { ...options, chain })
  })

  test('blocks that were unwound and come again are there, before they are cleaned up and after', async () => {
    const location = await createLocation()
    const connection = await connectTo(location)
    await using store = await openCassandraStore(location, { chain, grace: 300 })
    await store.commit({ blocks })
    const rows = await countRows(connection)
    await store.commit({ keepUpTo: 2n })
    await store.commit({ blocks: blocks.slice(3) }) // within the grace
    await checkStore(location, blocks)
    await cleaned(connection)
    await checkStore(location, blocks)
    expect(await countRows(connection)).toEqual(rows)
    await compactStore(store, { hot: 3, isComplete: true })
    await checkStore(location, blocks)
    // Of five blocks of three transactions each, which are a frame.
    expect(await countRows(connection)).toEqual([rows[0]! - 5 * 2, rows[1]])
    await store.commit({ keepUpTo: -1n })
    await store.commit({ blocks })
    await cleaned(connection)
    await checkStore(location, blocks)
    await store.commit({ keepUpTo: 4n })
    await cleaned(connection)
    await checkStore(location, blocks.slice(0, 5), blocks.slice(5))
    await store.commit({ blocks: blocks.slice(5) }) // after what was unwound has been removed
    await checkStore(location, blocks)
    expect(await countRows(connection)).toEqual(rows)
    const other = fork(blocks[1]!, 3, 5)
    await store.commit({ keepUpTo: 1n, blocks: other })
    await cleaned(connection)
    await checkStore(location, [...blocks.slice(0, 2), ...other], blocks.slice(2))
    await store.commit({ keepUpTo: 1n, blocks: blocks.slice(2) })
    await cleaned(connection)
    await checkStore(location, blocks, other)
    expect(await countRows(connection)).toEqual(rows)
  })

  test('what was unwound is cleaned while reorgs go on, each within the grace of the one before', async () => {
    const location = await createLocation()
    const connection = await connectTo(location)
    await using store = await openCassandraStore(location, { chain, grace: 1000 })
    await store.commit({ blocks: blocks.slice(0, 4) })
    let last = blocks[3]!
    for (let times = 1; ; times++) {
      const next = fork(last, 2, times)
      await store.commit({ blocks: next.slice(0, 1) })
      await store.commit({ keepUpTo: last.number, blocks: fork(last, 1, 1000 + times) })
      ;({ [0]: last } = fork(last, 1, 1000 + times) as [VerifiedBlock])
      const { dirty } = await readStateRow(connection, 'serial')
      if (dirty && dirty.from > 4) break
      expect(times).toBeLessThan(60)
      await setTimeout(300)
    }
  })

  test.each([2, 7, 15])(
    'what a writer left that ended in the midst of a commit (after %i writes) is cleaned up, and its blocks can come again',
    async (writes) => {
      const location = await createLocation()
      const connection = await connectTo(location)
      let left = Infinity
      const dying = {
        ...connection,
        async write(...some: Parameters<Connection['write']>) {
          if (left-- <= 0) throw new Error('The process has ended.')
          await connection.write(...some)
        },
      }
      const first = await takeOver(dying)
      await first.commit({ blocks: blocks.slice(0, 4) })
      const other = fork(blocks[1]!, 6, 6)
      left = writes
      await expect(first.commit({ keepUpTo: 1n, blocks: other })).rejects.toThrow('The process has ended.')
      await checkStore(location, blocks.slice(0, 4), other)
      const second = await takeOver(connection, 100)
      await checkStore(location, blocks.slice(0, 4), other)
      await cleaned(connection)
      await checkStore(location, blocks.slice(0, 4), other)
      await second.commit({ keepUpTo: 1n, blocks: other })
      await checkStore(location, [...blocks.slice(0, 2), ...other], blocks.slice(2))
      await second.commit({ keepUpTo: 1n, blocks: blocks.slice(2) })
      await cleaned(connection)
      await checkStore(location, blocks, other)
    },
  )

  test('a writer that wakes up after another one has taken over changes nothing, and is told so', async () => {
    const location = await createLocation()
    const connection = await connectTo(location)
    const { promise: woken, resolve: wake } = Promise.withResolvers<void>()
    let isAsleep = false
    const zombie = await takeOver({
      ...connection,
      async write(...some: Parameters<Connection['write']>) {
        if (isAsleep) await woken
        await connection.write(...some)
      },
    })
    await zombie.commit({ blocks: blocks.slice(0, 4) })
    isAsleep = true
    const late = zombie
      .commit({ keepUpTo: 2n, blocks: fork(blocks[2]!, 5, 7) })
      .catch((error: unknown) => error)
    await setTimeout(500) // it has announced its heights
    const heir = await takeOver(connection, 100)
    await heir.commit({ blocks: blocks.slice(4, 6) })
    await cleaned(connection)
    wake()
    expect(await late).toMatchObject({ name: 'HistoryError', code: 'fenced' })
    await expect(zombie.commit({ safe: 1n })).rejects.toMatchObject({ code: 'fenced' })
    await checkStore(location, blocks.slice(0, 6), fork(blocks[2]!, 5, 7))
    await heir.commit({ blocks: blocks.slice(6) })
    await checkStore(location, blocks, fork(blocks[2]!, 5, 7))
  })

  test('writers whose clocks differ by a minute take over from each other, and what is written last is seen', async () => {
    const location = await createLocation()
    const connection = await connectTo(location)
    onTestFinished(() => void vi.useRealTimers())
    const start = blocks.slice(0, 2)
    let last = blocks.slice(2, 6)
    const first = await takeOver(connection)
    await first.commit({ blocks: [...start, ...last] })
    for (const [index, skew] of [60_000, 0, -60_000].entries()) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skew })
      const writer = await takeOver(connection, 100)
      const next = fork(blocks[1]!, 4, 30 + index)
      await writer.commit({ keepUpTo: 1n, blocks: next })
      await checkStore(location, [...start, ...next], last)
      await writer.commit({ keepUpTo: 1n, blocks: last })
      await cleaned(connection)
      await checkStore(location, [...start, ...last], next)
      await writer.commit({ keepUpTo: 1n, blocks: next })
      await checkStore(location, [...start, ...next], last)
      vi.useRealTimers()
      last = next
    }
  })

  test('a writer that does not know whether its change was applied finds out before the next one', async () => {
    const location = await createLocation()
    const connection = await connectTo(location)
    let isLost = false
    const deaf = await takeOver({
      ...connection,
      async update(...some: Parameters<Connection['update']>) {
        const isApplied = await connection.update(...some)
        return isLost ? undefined : isApplied
      },
      async read(...some: Parameters<Connection['read']>) {
        if (isLost && some[2] === 'serial') throw new HistoryError('unavailable', 'No node answers.')
        return await connection.read(...some)
      },
    })
    await deaf.commit({ blocks: blocks.slice(0, 4) })
    isLost = true
    await expect(deaf.commit({ safe: 2n })).rejects.toMatchObject({ code: 'unavailable' })
    await expect(deaf.commit({ blocks: blocks.slice(4) })).rejects.toMatchObject({ code: 'unavailable' })
    isLost = false
    const other = fork(blocks[3]!, 2, 8)
    await deaf.commit({ blocks: other })
    await checkStore(location, [...blocks.slice(0, 4), ...other], blocks.slice(4))
    expect((await readStateRow(connection, 'serial')).state.safe).toBe(2)
  })

  test('a hash that nobody has is asked for once at each head, and found at the next one', async () => {
    const location = await createLocation()
    await using store = await openStore(location, { chain })
    await store.commit({ blocks: blocks.slice(0, 4) })
    const { hash } = blocks[4]!.transactions[0]!
    const connection = await connectTo(location)
    const asked: Consistency[] = []
    const rows = createRows({
      ...connection,
      read(query, params, copies) {
        asked.push(copies)
        return connection.read(query, params, copies)
      },
    })
    const known = createReadCache()
    const row = await readStateRow(connection, 'majority')
    for (let turn = 0; turn < 3; turn++) {
      const { transaction } = createReader(rows, () => row, known)
      expect(await transaction(hash)).toBeUndefined()
      expect(asked).toEqual(['one', 'majority'])
    }
    expect(await find(store, hash)).toBeNull()
    await store.commit({ blocks: blocks.slice(4) })
    expect(await find(store, hash)).not.toBeNull()
  })

  test('a reorg below the newest 128 blocks is one change: whoever reads meanwhile has the chain before it', async () => {
    const location = await createLocation()
    const connection = await connectTo(location)
    const long = makeChain(140, 1, 31)
    let writes = -1
    const watched = {
      ...connection,
      async write(...some: Parameters<Connection['write']>) {
        await connection.write(...some)
        if (writes >= 0 && writes++ % 40 === 0) await checkStore(location, long)
      },
    }
    const own = { ...chain, genesisHash: long[0]!.hash }
    const writer = await takeOver(watched, 300, own)
    await writer.commit({ blocks: long })
    const other = fork(long[4]!, 140, 32)
    writes = 0
    await writer.commit({ keepUpTo: 4n, blocks: other })
    expect(writes).toBeGreaterThan(200)
    writes = -1
    await checkStore(location, [...long.slice(0, 5), ...other], long.slice(5))
    await cleaned(connection)
    await checkStore(location, [...long.slice(0, 5), ...other], long.slice(5))
    expect((await readStateRow(connection, 'serial')).recent).toHaveLength(128 * 32)
  })

  test('what a writer left that ended in the midst of such a reorg is never read, and cleaned up', async () => {
    const location = await createLocation()
    const connection = await connectTo(location)
    const long = makeChain(140, 1, 31)
    const own = { ...chain, genesisHash: long[0]!.hash }
    let left = Infinity
    const dying = {
      ...connection,
      async write(...some: Parameters<Connection['write']>) {
        if (left-- <= 0) throw new Error('The process has ended.')
        await connection.write(...some)
      },
    }
    const first = await takeOver(dying, 300_000, own)
    await first.commit({ blocks: long })
    const other = fork(long[4]!, 140, 32)
    left = 100
    await expect(first.commit({ keepUpTo: 4n, blocks: other })).rejects.toThrow('The process has ended.')
    await checkStore(location, long, other)
    const second = await takeOver(connection, 100, own)
    await second.commit({ keepUpTo: 130n })
    await checkStore(location, long.slice(0, 131), [...other, ...long.slice(131)])
    await second.commit({ blocks: long.slice(131) })
    await checkStore(location, long, other)
    await cleaned(connection)
    await checkStore(location, long, other)
  })

  test('what is larger than the protocol’s frame is stored in parts', async () => {
    const location = await createLocation()
    const [genesis, block] = blocks as [VerifiedBlock, VerifiedBlock]
    const [transaction, ...more] = block.transactions
    const [bytes, receipt] = [randomBytes(18 * 2 ** 20), randomBytes(2 ** 20 - 1)].map(
      (part) => new Uint8Array(part),
    )
    // Nothing commits to these bytes: a store does not look at them.
    const large = { ...block, transactions: [{ ...transaction!, bytes: bytes!, receipt: receipt! }, ...more] }
    await using store = await openStore(location, { chain })
    await store.commit({ blocks: [genesis, large as unknown as VerifiedBlock] })
    await using snapshot = await store.snapshot()
    const [stored] = await Array.fromAsync(snapshot.blocks(1n))
    expect(Buffer.compare(stored!.transactions[0]!.bytes, bytes!)).toBe(0)
    expect(Buffer.compare(stored!.transactions[0]!.receipt, receipt!)).toBe(0)
    expect(stored!.transactions.slice(1)).toEqual(more)
  })

  test('what is not as a commit writes it is found, also under a right checksum, whatever decides of it', async () => {
    const location = await createLocation()
    const connection = await connectTo(location)
    const { keyspace } = connection
    const two = blocks.slice(0, 2)
    {
      await using store = await openStore(location, { chain })
      await store.commit({ blocks: two })
    }
    const verifying = async () => {
      await using store = await openStore(location, { readOnly: true })
      return await verifyHistory(store, { workers: 0 })
    }
    expect(await verifying()).toMatchObject({ blocks: 2 })
    let stamp = 2n ** 50n
    /** Writes something, expects it to be found, and writes what was there. */
    const check = async (
      name: string,
      query: string,
      [wrong, right]: readonly unknown[],
      key: readonly unknown[],
    ) => {
      const write = (value: unknown) =>
        connection.write(
          [{ query, params: [...(query.includes('TIMESTAMP') ? [stamp++] : []), value, ...key] }],
          'all',
        )
      await write(wrong)
      await expect(verifying(), name).rejects.toMatchObject({
        name: 'HistoryError',
        code: expect.stringMatching(/^(block|damaged)$/),
      })
      await write(right)
    }
    const seals = { [ROW]: 'blocks', [PARTS]: 'headers', [HASHES]: 'hashes' } as const
    const cells = await connection.read(`SELECT * FROM ${keyspace}.blocks`, [], 'all')
    expect(cells).toHaveLength(2 * (3 + 3))
    for (const cell of cells) {
      const [number, idx] = [Number(cell['number']), cell['idx'] as number]
      const key = [cell['number'], idx, cell['block'], cell['part']]
      for (const column of ['body', 'receipt'] as const) {
        const right = cell[column] as Buffer | null
        if (right === null) continue
        const seed =
          column === 'receipt'
            ? sealOf('receipts', sealKey(number, idx))
            : idx < 0
              ? sealOf(seals[idx as keyof typeof seals], number)
              : sealOf('records', sealKey(number, idx))
        for (let at = 0; at < right.length - SEAL; at += 1 + Math.floor(right.length / 4)) {
          const wrong = Uint8Array.from(right)
          wrong[at]! ^= 1
          seal(wrong, wrong.length - SEAL, seed)
          const query = `UPDATE ${keyspace}.blocks USING TIMESTAMP ? SET ${column} = ? WHERE number = ? AND idx = ? AND block = ? AND part = ?`
          await check(`${column} ${number} ${idx}, byte ${at}`, query, [wrong, right], key)
        }
      }
      const canon = cell['canon'] as Buffer
      const later = Uint8Array.from(canon)
      later[32]! ^= 1
      for (const wrong of [encodeCanon(blocks[7]!.hash, 0n), later, null])
        await check(
          `canon of ${number}`,
          `UPDATE ${keyspace}.blocks USING TIMESTAMP ? SET canon = ? WHERE number = ?`,
          [wrong, canon],
          [cell['number']],
        )
    }
    for (const row of await connection.read(`SELECT * FROM ${keyspace}.hashes`, [], 'all'))
      for (const [column, wrong] of [
        ['idx', 7],
        ['number', 7n],
      ] as const)
        await check(
          `hash of ${row['number']} ${row['idx']}`,
          `UPDATE ${keyspace}.hashes USING TIMESTAMP ? SET ${column} = ? WHERE hash = ? AND block = ?`,
          [wrong, row[column]],
          [row['hash'], row['block']],
        )
    const [state] = await connection.read(`SELECT * FROM ${keyspace}.state`, [], 'serial')
    const sealed = state!['state'] as Buffer
    for (let at = 8; at < sealed.length - SEAL; at += 5) {
      const wrong = Uint8Array.from(sealed)
      wrong[at]! ^= 1
      seal(wrong, wrong.length - SEAL, sealOf('meta', 1))
      await check(
        `state, byte ${at}`,
        `UPDATE ${keyspace}.state SET state = ? WHERE id = ? IF EXISTS`,
        [wrong, sealed],
        ['store'],
      )
    }
    const recent = state!['recent'] as Buffer
    for (const [column, wrong] of [
      ['recent', recent.subarray(1)],
      ['recent', recent.toReversed()],
      ['timestamp', (state!['timestamp'] as bigint) + 1n],
    ] as const)
      await check(
        column,
        `UPDATE ${keyspace}.state SET ${column} = ? WHERE id = ? IF EXISTS`,
        [wrong, state![column]],
        ['store'],
      )
    expect(await verifying()).toMatchObject({ blocks: 2 })
  })

  test('each result of the sample chain is the embedded store’s, and it verifies', async () => {
    const genesis = await readGenesis(sample.genesis)
    const folder = await mkdtemp(join(tmpdir(), 'lectern-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await using embedded = await openStore(folder, { chain: genesis.chain })
    await using clustered = await openStore(await createLocation(), { chain: genesis.chain })
    const verifying = () => verifyHistory(clustered, { workers: 0 })
    const sums = [embedded, clustered].map(async (store: Store) => {
      await importChain({ store, source: sample.chain, genesis, head: fromHex(sample.head) })
      return await digestAnswers(store)
    })
    const [own, other] = await Promise.all(sums)
    expect(other).toEqual(own)
    expect(await verifying()).toMatchObject({ number: BigInt(sample.headNumber) })
    await compactStore(clustered, { hot: 3 })
    expect((await clustered.report()).cold).toBe(sample.headNumber - 2)
    expect(await digestAnswers(clustered)).toEqual(own)
    expect(await verifying()).toMatchObject({ number: BigInt(sample.headNumber) })
  })

  test(
    `a writer that is killed ${KILLS} times at any moment loses no block it acknowledged, and leaves the rest whole`,
    async () => {
      const location = await createLocation()
      const folder = await mkdtemp(join(tmpdir(), 'lectern-'))
      onTestFinished(() => rm(folder, { recursive: true }))
      const chainOf = makeChain(400, 2, 9)
      await writeFile(join(folder, 'blocks'), serialize(chainOf))
      const texts = chainOf.map((block) => digest(toStored(block)))
      await using reader = await openStore(location, { readOnly: true })
      let acknowledged = -1
      for (let kill = 0; kill < KILLS; kill++) {
        const writer = startWriter(location, join(folder, 'blocks'))
        onTestFinished(() => writer.kill())
        let announced: number | undefined
        writer.onLine((word, number) => {
          if (word === 'unwind') announced = number
          else [acknowledged, announced] = [number, undefined]
        })
        await writer.firstLine
        await setTimeout(Math.random() * 400)
        await writer.kill()
        await setTimeout(300) // what it sent may still be on its way; and the reader polls
        await using snapshot = await reader.snapshot()
        const head = Number(snapshot.head?.number ?? -1)
        // A commit in flight is done or not, and its line may be lost with the process.
        expect([acknowledged, announced ?? acknowledged + BATCH]).toContain(head)
        acknowledged = head
        const from = BigInt(Math.max(0, head - 40))
        const stored = await Array.fromAsync(snapshot.blocks(from))
        expect(stored.map((block) => digest(block))).toEqual(texts.slice(Number(from), head + 1))
        for (const { hash } of chainOf[head + 1]?.transactions ?? [])
          expect(await locate(snapshot, hash)).toBeUndefined()
      }
      const whole = { genesisHash: chainOf[0]!.hash, config: syntheticConfig }
      await using last = await openStore(location, { chain: whole })
      await last.commit({ blocks: chainOf.slice(acknowledged + 1) })
      await checkStore(location, chainOf)
      expect(await verifyHistory(last, { workers: 0 })).toMatchObject({ blocks: chainOf.length })
    },
    600_000 + 60_000 * KILLS,
  )

  test(
    'a writer that is killed at any moment of any commit leaves a store with what it acknowledged, which verifies',
    { timeout: 600_000 + 60_000 * KILLS },
    async () => {
      const seed = Number(process.env['LECTERN_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
      await killCommits({
        location: await createLocation(),
        seed,
        kills: KILLS,
        life: 600,
        hot: 3,
        settle: 300,
      })
    },
  )

  test('status says head, writer, epoch and each node', async () => {
    const location = await createLocation()
    expect(await readStatus(location)).toMatchObject({ head: null, writer: null, cluster: { epoch: 0n } })
    await using store = await openStore(location, { chain })
    await store.commit({ blocks })
    const status = await readStatus(location)
    expect(status).toMatchObject({
      chain,
      head: { number: 7n },
      report: { blocks: 8, transactions: 24 },
      cluster: { epoch: 1n },
    })
    expect(status.writer).toContain(`process ${process.pid}`)
    expect(status.cluster!.nodes).toEqual([
      { address: hosts, datacenter: 'datacenter1', version: expect.stringMatching(/^\d/), isUp: true },
    ])
  })

  test(
    'connections are encrypted where the certificate is of a known authority',
    needs('a cluster that it starts: no LECTERN_CASSANDRA', wanted === 'start'),
    async () => {
      const location = await createLocation()
      const encrypted = { ...location, tls: { ca: cluster!.certificate! } }
      {
        await using store = await openStore(encrypted, { chain })
        await store.commit({ blocks })
      }
      await checkStore(encrypted, blocks)
      await refuse(
        { ...location, tls: {} },
        'unavailable',
        expect.stringMatching(/^No node of the cluster answers at .+: .*certificate.*\.$/),
      )
    },
  )

  describe('what is wrong is said in one sentence, and nothing is written:', () => {
    test('a host, a keyspace, a datacenter, a password', async () => {
      await refuse(
        at('127.0.0.1:1/lectern'),
        'unavailable',
        expect.stringMatching(/^No node of the cluster answers at 127.0.0.1:1: .+\.$/),
      )
      await refuse(
        at(`${hosts}/none`),
        'missing',
        'There is no store in the keyspace none: run lectern store create first.',
      )
      await refuse(
        at(`${hosts}/system`),
        'foreign',
        expect.stringMatching(
          /^The keyspace system holds something else than a store, the table ".*": name another one\.$/,
        ),
      )
      await refuse(
        at(`${hosts}/none?dc=mars`),
        'unavailable',
        `The cluster of ${hosts} has no datacenter "mars": name it by ?dc= in the store's URL.`,
      )
      if (cluster)
        await refuse(
          { ...at(`${hosts}/none`), password: 'secret' },
          'unavailable',
          `${hosts} refuses the user name or the password.`,
        )
      for (const url of [
        'cassandra://h',
        'cassandra:///k',
        'cassandra://h/K',
        'cassandra://h:99999/k',
        'cassandra://h,h2:9043/k',
        'cassandra://h/k?rf=3',
        'cassandra://u:p@h/k',
      ])
        await refuse({ url }, 'location', expect.stringMatching(/^[^\n]*\.$/))
    })

    test('another chain, another version', async () => {
      const location = await createLocation()
      {
        await using store = await openStore(location, { chain })
        await store.commit({ blocks: blocks.slice(0, 2) })
      }
      const connection = await connectTo(location)
      const before = await readStateRow(connection, 'serial')
      const given = { ...chain, genesisHash: blocks[1]!.hash }
      for (const readOnly of [false, true])
        await expect(openStore(location, { chain: given, readOnly })).rejects.toMatchObject({
          code: 'chain',
          message: expect.stringMatching(/^The store holds another chain: its genesis is 0x/),
        })
      expect(await readStateRow(connection, 'serial')).toEqual(before)
      const { define, keyspace } = connection
      const identity = Buffer.from('{"format":99,"chain":null}')
      const { identitySeed } = await import('../src/store/records/identity.ts')
      const sealed = seal(Buffer.concat([identity, Buffer.alloc(4)]), identity.length, identitySeed)
      await define(`UPDATE ${keyspace}.state SET identity = ${toHex(sealed)} WHERE id = 'store' IF EXISTS`)
      await expect(openStore(location, { chain })).rejects.toMatchObject({ code: 'newer' })
      await expect(openStore(location, { readOnly: true })).rejects.toMatchObject({ code: 'newer' })
    })
  })
})

describe.skipIf(wanted !== 'start' || why !== undefined)('a cluster in two datacenters', () => {
  let cluster: Cluster | undefined
  beforeAll(async () => {
    cluster = await startCluster({ nodes: 2, datacenters: ['datacenter1', 'far'] })
  })
  afterAll(async () => cluster?.[Symbol.asyncDispose](), 60_000)

  test('a write is acknowledged once readers of each datacenter find it', async () => {
    const here = { url: cluster!.url('two') }
    const far = { url: `${here.url}?dc=far` }
    for (let attempt = 1; ; attempt++)
      try {
        await createStore(here, { replication: { datacenter1: 1, far: 1 } })
        break
      } catch (error) {
        if (attempt === 60) throw error // the nodes have not found each other so far
        await setTimeout(1000)
      }
    {
      await using store = await openCassandraStore(here, { chain })
      await store.commit({ blocks })
    }
    await checkStore(here, blocks)
    await checkStore(far, blocks)
    const connection = await connectTo(here)
    const statements = createBlockStatements(connection)
    const [other] = fork(blocks[7]!, 1, 5)
    process.kill(cluster!.nodes[1]!.pid, 'SIGSTOP')
    let isDone = false
    const writing = connection.write(statements.first(other!, 2n ** 40n), 'majority')
    void writing.finally(() => (isDone = true)).catch(() => {})
    await setTimeout(1500)
    const wasDone = isDone
    process.kill(cluster!.nodes[1]!.pid, 'SIGCONT')
    expect(wasDone).toBe(false)
    await writing
    const reader = await connectTo(far)
    const found = await reader.read(
      `SELECT idx FROM ${reader.keyspace}.blocks WHERE number = 8 AND idx = -1`,
      [],
      'majority',
    )
    expect(found).toHaveLength(1)
  })

  test('while one datacenter is lost a commit and a verification fail, and the other one is read on', async () => {
    const here = { url: cluster!.url('lost') }
    await createStore(here, { replication: { datacenter1: 1, far: 1 } })
    await using store = await openStore(here, { chain })
    await store.commit({ blocks: blocks.slice(0, 7) })
    await using reader = await openStore(here, { readOnly: true })
    await cluster!.nodes[1]!.kill()
    await expect(store.commit({ blocks: blocks.slice(7) })).rejects.toMatchObject({ code: 'unavailable' })
    await expect(verifyHistory(reader, { workers: 0 })).rejects.toMatchObject({ code: 'unavailable' })
    await using snapshot = await reader.snapshot()
    expect(await Array.fromAsync(snapshot.blocks())).toEqual(blocks.slice(0, 7).map(toStored))
    await checkStore(here, blocks.slice(0, 7), blocks.slice(7))
  })
})

/** Another process reads these blocks and no others, by number and by each hash. */
async function checkStore(
  location: ClusterLocation,
  stored: readonly VerifiedBlock[],
  absent: readonly VerifiedBlock[] = [],
): Promise<void> {
  await using store = await openStore(location, { readOnly: true })
  await using snapshot = await store.snapshot()
  expect(await Array.fromAsync(snapshot.blocks())).toEqual(stored.map(toStored))
  for (const { hash, number, transactions } of stored) {
    expect(await snapshot.blockNumber(hash)).toBe(number)
    for (const [index, { hash }] of transactions.entries())
      expect(await locate(snapshot, hash)).toEqual({ number, index })
  }
  for (const { hash, transactions } of absent) {
    expect(await snapshot.blockNumber(hash)).toBeUndefined()
    for (const { hash } of transactions)
      expect(await snapshot.eth_getTransactionByHash(toHex(hash))).toBeNull()
  }
}

async function connectTo(location: ClusterLocation): Promise<Connection> {
  const connection = await connect(location)
  onTestFinished(() => connection[Symbol.asyncDispose]())
  return connection
}

/** A writer over a connection that a test can disturb. */
async function takeOver(connection: Connection, grace = 300_000, own = chain) {
  const writer = createWriter(connection, await acquire(connection, own), grace)
  onTestFinished(() => writer[Symbol.asyncDispose]())
  return writer
}

/** Takes the next epoch; again where the row changed meanwhile, as by another writer's cleaning. */
async function acquire(connection: Connection, own: typeof chain): Promise<StateRow> {
  for (;;) {
    const row = await readStateRow(connection, 'serial')
    const writer = randomBytes(8).toString('hex')
    const next = { ...row, chain: own, epoch: row.epoch + 1n, sequence: row.sequence + 1n, writer }
    try {
      return await changeStateRow(connection, row, next)
    } catch (error) {
      if ((error as HistoryError).code !== 'fenced') throw error
    }
  }
}

async function cleaned(connection: Connection): Promise<void> {
  for (;;) {
    const { dirty } = await readStateRow(connection, 'serial')
    if (dirty === null) return
    await setTimeout(50)
  }
}

const countRows = async ({ read, keyspace }: Connection) => {
  const count = async (table: string) =>
    Number((await read(`SELECT count(*) FROM ${keyspace}.${table}`, [], 'majority'))[0]!['count'])
  return [await count('blocks'), await count('hashes')]
}

const refuse = (location: ClusterLocation, code: string, message: unknown) =>
  expect(openStore(location, { chain })).rejects.toMatchObject({ name: 'HistoryError', code, message })
const at = (rest: string) => ({ ...access, url: `cassandra://${rest}` })
