import type { Connection, Row, Statement } from '../../src/store/cassandra/connection.ts'
import { HistoryError } from '../../src/error.ts'

/** A cell and its timestamp; null: deleted. */
interface Cell {
  readonly value: unknown
  readonly stamp: bigint
}

/** One copy of the tables: cells by their keys, of which the last write counts. */
type Copy = Map<string, Cell>

/** A cluster in memory with three copies, of which some writes arrive later, or only in part. */
export interface PaperCluster {
  /** Connects a process. */
  connect(): PaperConnection
  /** The chance that a write arrives at a copy only later. */
  late: number
  /** The chance that a write fails, after it may have arrived. */
  failing: number
  /** Delivers some of the late writes, or all. */
  deliver(chance: number): void
}

/** The connection of a process, which may be killed: then nothing more is written or read. */
export interface PaperConnection extends Connection {
  kill(): void
}

/** Creates a cluster without a store; `random` returns numbers from 0 to 1. */
export function createPaperCluster(random: () => number): PaperCluster {
  const copies: readonly Copy[] = [new Map(), new Map(), new Map()]
  let state: Record<string, unknown> | undefined
  let waiting: (() => void)[] = []
  const cluster: PaperCluster = {
    late: 0,
    failing: 0,
    deliver(chance) {
      const [now, later] = [[] as (() => void)[], [] as (() => void)[]]
      for (const write of waiting) (random() < chance ? now : later).push(write)
      waiting = later
      for (const write of now) write()
    },
    connect() {
      let isDead = false
      const check = () => {
        if (isDead) throw new HistoryError('unavailable', 'The process is dead.')
      }
      const connection = {
        keyspace: 'k',
        hosts: ['a'],
        port: 9042,
        datacenter: 'd',
        kill: () => void (isDead = true),
        async read(query: string, params: readonly unknown[], level: string) {
          await nextTurn()
          check()
          if (query.includes('system_schema'))
            return state === undefined
              ? []
              : tableNames.map((name) => ({ table_name: name }) as unknown as Row)
          if (query.includes('.state')) return state === undefined ? [] : [state as Row]
          const order = [0, 1, 2].toSorted(() => random() - 0.5)
          const some = order.slice(0, { one: 1, majority: 2 }[level] ?? 3).map((index) => copies[index]!)
          return select(query, params, merge(some))
        },
        async write(statements: readonly Statement[], level: string) {
          await nextTurn()
          check()
          const cells = statements.flatMap(toCells)
          const late = level === 'all' ? -1 : random() < cluster.late ? Math.floor(3 * random()) : -1
          const fails = random() < cluster.failing
          for (const [index, copy] of copies.entries()) {
            const apply = () => {
              for (const [key, cell] of cells) put(copy, key, cell)
            }
            if (index === late || (fails && random() < 0.5)) waiting.push(apply)
            else apply()
          }
          if (fails) throw new HistoryError('unavailable', 'No node answers.')
        },
        async update(query: string, params: readonly unknown[]) {
          await nextTurn()
          check()
          if (query.startsWith('INSERT')) {
            state ??= { id: 'store', identity: params[0], epoch: 0n, sequence: 0n, state: params[1] }
            state = {
              timestamp: null,
              dirty_from: null,
              dirty_to: null,
              cold: null,
              removed: null,
              writer: null,
              ...state,
              recent: params[2],
            }
            return true
          }
          const names = [...query.matchAll(/(\w+) = \?/g)].map(([, name]) => name!)
          const at = names.length - 2
          if (state!['epoch'] !== params[at] || state!['sequence'] !== params[at + 1]) return false
          const fails = random() < cluster.failing
          const isApplied = !fails || random() < 0.5
          if (isApplied)
            state = {
              ...state,
              ...Object.fromEntries(names.slice(0, at).map((name, i) => [name, copyOf(params[i])])),
            }
          return fails ? undefined : true
        },
        async define() {},
        askEach: async () => [],
        nodes: async () => [],
        async [Symbol.asyncDispose]() {},
      }
      return connection as unknown as PaperConnection
    },
  }
  return cluster
}

const tableNames = ['blocks', 'hashes', 'state']
const nextTurn = (): Promise<void> => Promise.resolve()
const copyOf = (value: unknown): unknown => (value instanceof Uint8Array ? Buffer.from(value) : value)
const hex = (value: unknown): string => Buffer.from(value as Uint8Array).toString('hex')

function put(copy: Copy, key: string, cell: Cell): void {
  const last = copy.get(key)
  // Of two with one timestamp the deletion counts.
  if (last === undefined || cell.stamp > last.stamp || (cell.stamp === last.stamp && cell.value === null))
    copy.set(key, cell)
}

/** The cells that a statement writes: `c/number` is canon, `b/number/idx/block/part` a cell, `B/number/idx/block` the deletion of rows.
 * `R/number` is that of rows from idx 0 on; `h` and `H` are the same of hashes. */
function toCells({ query, params }: Statement): (readonly [string, Cell])[] {
  if (query.startsWith('INSERT INTO k.blocks')) {
    const [number, idx, block, part, body, receipt, stamp] = params
    const value = {
      number,
      idx,
      block: copyOf(block),
      part,
      body: copyOf(body) ?? null,
      receipt: copyOf(receipt) ?? null,
    }
    return [[`b/${number}/${idx}/${hex(block)}/${part}`, { value, stamp: stamp as bigint }]]
  }
  if (query.startsWith('INSERT INTO k.hashes')) {
    const [hash, block, number, idx, stamp] = params
    const value = { hash: copyOf(hash), block: copyOf(block), number, idx }
    return [[`h/${hex(hash)}/${hex(block)}`, { value, stamp: stamp as bigint }]]
  }
  if (query.startsWith('UPDATE k.blocks')) {
    const [stamp, canon, number] = params
    return [[`c/${number}`, { value: copyOf(canon), stamp: stamp as bigint }]]
  }
  if (query.startsWith('DELETE canon'))
    return [[`c/${params[1]}`, { value: null, stamp: params[0] as bigint }]]
  if (query.includes('idx >= 0')) return [[`R/${params[1]}`, { value: null, stamp: params[0] as bigint }]]
  if (query.startsWith('DELETE FROM k.blocks')) {
    const [stamp, number, idx, block] = params
    return [[`B/${number}/${idx}/${hex(block)}`, { value: null, stamp: stamp as bigint }]]
  }
  const [stamp, hash, block] = params
  return [[`H/${hex(hash)}/${hex(block)}`, { value: null, stamp: stamp as bigint }]]
}

function merge(copies: readonly Copy[]): Copy {
  const merged: Copy = new Map()
  for (const copy of copies) for (const [key, cell] of copy) put(merged, key, cell)
  return merged
}

function select(query: string, params: readonly unknown[], copy: Copy): Row[] {
  const isLive = (key: string, cell: Cell) => {
    const [kind, ...rest] = key.split('/')
    const range = kind === 'b' && Number(rest[1]) >= 0 ? copy.get(`R/${rest[0]}`) : undefined
    const tomb = copy.get([kind === 'b' ? 'B' : 'H', ...rest.slice(0, kind === 'b' ? 3 : 2)].join('/'))
    return [range, tomb].every((one) => one === undefined || one.stamp < cell.stamp)
  }
  if (query.includes('.hashes')) {
    const wanted = new Set([params[0]].flat().map(hex))
    return [...copy].flatMap(([key, cell]) =>
      key.startsWith('h/') && wanted.has(key.split('/')[1]!) && isLive(key, cell) ? [cell.value as Row] : [],
    )
  }
  const [number, ...rest] = params
  const canon = copy.get(`c/${number as bigint}`)?.value ?? null
  const isWanted = (row: Row) =>
    query.includes('idx IN')
      ? (rest[0] as number[]).includes(row['idx'])
      : query.includes('idx >=')
        ? row['idx'] >= rest[0]! && row['idx'] < rest[1]!
        : query.includes('idx = ?')
          ? row['idx'] === rest[0] && hex(row['block']) === hex(rest[1])
          : true
  const rows = [...copy]
    .filter(([key, cell]) => key.startsWith(`b/${number as bigint}/`) && isLive(key, cell))
    .map(([, { value }]) => Object.assign(Object.create(null), value, { canon }) as Row)
    .filter(isWanted)
    .toSorted(
      (a, b) => a['idx'] - b['idx'] || Buffer.compare(a['block'], b['block']) || a['part'] - b['part'],
    )
  if (rows.length > 0 || canon === null || (query.includes('idx') && query.includes('AND idx'))) return rows
  return [{ number, idx: null, block: null, part: null, body: null, receipt: null, canon } as unknown as Row]
}
