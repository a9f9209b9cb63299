import { setTimeout } from 'node:timers/promises'
import type { Client, types } from 'cassandra-driver'
import { HistoryError, reasonOf } from '../../error.ts'
import type { ClusterLocation, NodeStatus } from '../location.ts'
import { type ClusterUrl, parseClusterUrl } from './cluster-url.ts'

export type Row = types.Row

/** A statement and its parameters; undefined leaves a column as it is. */
export interface Statement {
  readonly query: string
  readonly params: readonly unknown[]
}

/** The consistency level: how many copies must agree. A majority is of the datacenter, and for a write of each datacenter. `serial` also sees
 * conditional updates in flight. */
export type Consistency = 'one' | 'majority' | 'all' | 'serial'

/** A connection to a cluster. Its methods throw HistoryError `unavailable` if not enough of it answers. */
export interface Connection extends AsyncDisposable, ClusterUrl {
  read(query: string, params: readonly unknown[], copies: Consistency): Promise<Row[]>
  /** Writes statements; several must be of one partition, and are written together or not at all. They may run more than once. */
  write(statements: readonly Statement[], copies: Consistency): Promise<void>
  /** Runs a conditional update once. Returns whether it was applied; undefined if no node can say. */
  update(query: string, params: readonly unknown[]): Promise<boolean | undefined>
  define(query: string): Promise<void>
  /** Asks each node one query; undefined for nodes that do not answer. */
  askEach(query: string, params: readonly unknown[]): Promise<readonly (Row[] | undefined)[]>
  nodes(): Promise<readonly NodeStatus[]>
}

/** Connects to the cluster of a location. Throws HistoryError `location`, `missing` without the driver, or `unavailable`. */
export async function connect(location: ClusterLocation): Promise<Connection> {
  const url = parseClusterUrl(location.url)
  const { user, password = '', tls } = location
  const { auth, Client, policies, types } = await loadDriver()
  const { localOne, localQuorum, eachQuorum, all, serial } = types.consistencies
  const level: Readonly<Record<Consistency, number>> = { one: localOne, majority: localQuorum, all, serial }
  const client = new Client({
    contactPoints: [...url.hosts],
    localDataCenter: url.datacenter,
    protocolOptions: { port: url.port }, // the driver's default for nodes it finds is 9042
    ...(user !== undefined && { authProvider: new auth.PlainTextAuthProvider(user, password) }),
    ...(tls && { sslOptions: { ...tls, rejectUnauthorized: true } }),
    encoding: { useBigIntAsLong: true },
    policies: {
      reconnection: new policies.reconnection.ConstantReconnectionPolicy(RECONNECT),
      speculativeExecution: new policies.speculativeExecution.ConstantSpeculativeExecutionPolicy(HEDGE, 1),
    },
    socketOptions: { readTimeout: TIME_LIMIT },
    pooling: { warmup: false },
  })
  client.on('log', () => {}) // errors are thrown
  try {
    await client.connect()
  } catch (cause) {
    await client.shutdown()
    // shutdown() leaves alone what has not connected, such as the control connection to a cluster without that datacenter: it would keep the process alive.
    const { controlConnection } = client as unknown as {
      readonly controlConnection?: { shutdown(): void; readonly connection: { close(): void } | null }
    }
    controlConnection?.shutdown()
    controlConnection?.connection?.close()
    throw toHistoryError(cause, url)
  }
  const options = (copies: Consistency) => ({ prepare: true, consistency: level[copies], isIdempotent: true })
  return {
    ...url,
    async read(query, params, copies) {
      let rows: Row[] = []
      let pageState: string | undefined
      do {
        const page = await retry(url, attemptsOf(copies), () =>
          client.execute(query, toParams(params), {
            ...options(copies),
            fetchSize: PAGE,
            ...(pageState && { pageState }),
          }),
        )
        rows = rows.length === 0 ? page.rows : rows.concat(page.rows)
        pageState = page.pageState ?? undefined
      } while (pageState !== undefined)
      return rows
    },
    async write(statements, copies) {
      const [first, ...more] = statements
      const own = { ...options(copies), ...(copies === 'majority' && { consistency: eachQuorum }) }
      await retry(url, attemptsOf(copies), () =>
        more.length === 0
          ? client.execute(first!.query, toParams(first!.params), own)
          : client.batch(
              statements.map(({ query, params }) => ({ query, params: toParams(params) })),
              { ...own, logged: false },
            ),
      )
    },
    async update(query, params) {
      try {
        const done = await client.execute(query, toParams(params), {
          prepare: true,
          consistency: eachQuorum,
          serialConsistency: serial,
        })
        return done.wasApplied()
      } catch (cause) {
        if (isTransient(cause)) return undefined
        throw toHistoryError(cause, url)
      }
    },
    async define(query) {
      await retry(url, 1, () => client.execute(query))
    },
    askEach: (query, params) => askEach(client, query, params),
    async nodes() {
      const answers = await askEach(client, 'SELECT release_version FROM system.local', [])
      return client.hosts.values().map((host, index) => ({
        address: host.address,
        datacenter: host.datacenter ?? '',
        version: (answers[index]?.[0]?.['release_version'] as string | undefined) ?? null,
        isUp: answers[index] !== undefined,
      }))
    },
    [Symbol.asyncDispose]: () => client.shutdown(),
  }
}

const RECONNECT = 1000
/** Milliseconds until a read or write is sent to a second node too: the first may have stopped without closing its connections. */
const HEDGE = 1000
const TIME_LIMIT = 15_000
const PAGE = 2000
// A majority that still counts a dead node fails at once, until the others notice after some ten seconds. Eight attempts take 13.
const ATTEMPTS = 8
/** Cleaning, which asks all copies, is retried later: commits wait for it. */
const attemptsOf = (copies: Consistency): number => (copies === 'all' ? 1 : ATTEMPTS)
// A node that knows that too few are up says so: that does not pass soon.
const UNAVAILABLE = 0x1000
const UNAVAILABLE_ATTEMPTS = 3

/** The driver takes bytes as a Buffer alone. */
const toParams = (params: readonly unknown[]): unknown[] =>
  params.map((param) =>
    param instanceof Uint8Array ? Buffer.from(param.buffer, param.byteOffset, param.length) : param,
  )

type Driver = typeof import('cassandra-driver')

async function loadDriver(): Promise<Driver> {
  try {
    return ((await import('cassandra-driver')) as unknown as { default: Driver }).default
  } catch (cause) {
    throw new HistoryError(
      'missing',
      'cassandra-driver is not installed, which a store of cassandra:// needs: npm install cassandra-driver.',
      { cause },
    )
  }
}

function askEach(client: Client, query: string, params: readonly unknown[]) {
  return Promise.all(
    client.hosts.values().map(async (host) => {
      try {
        return (await client.execute(query, params, { host, prepare: true, readTimeout: 3000 })).rows
      } catch {
        return undefined
      }
    }),
  )
}

/** Retries transient errors after 100, 200, 400 … milliseconds. */
async function retry<T>(url: ClusterUrl, attempts: number, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await run()
    } catch (cause) {
      const most = (cause as DriverError).code === UNAVAILABLE ? UNAVAILABLE_ATTEMPTS : attempts
      if (attempt >= most || !isTransient(cause)) throw toHistoryError(cause, url)
      await setTimeout(50 * 2 ** attempt)
    }
}

/** The protocol's codes of transient errors: unavailable, overloaded, bootstrapping, truncation, timeouts and failures of writes and reads. */
const transientCodes: ReadonlySet<number> = new Set([
  0x1000, 0x1001, 0x1002, 0x1003, 0x1100, 0x1200, 0x1300, 0x1500, 0x1700,
])

interface DriverError extends Error {
  readonly code?: number
  /** Whether the connection was closed, as by a node that ends. */
  readonly isSocketError?: boolean
  readonly innerErrors?: Readonly<Record<string, Error>>
}

function isTransient(error: unknown): boolean {
  const { name, code, isSocketError, innerErrors, message } = error as DriverError
  if (isSocketError === true || message === 'No connection available') return true // the latter as it prepares a query on a node that is coming back
  if (name === 'NoHostAvailableError')
    return !Object.values(innerErrors ?? {}).some(({ name }) => name === 'AuthenticationError')
  return name === 'OperationTimedOutError' || (code !== undefined && transientCodes.has(code))
}

function toHistoryError(error: unknown, { hosts, datacenter }: ClusterUrl): Error {
  const cause = error as DriverError
  if (cause instanceof TypeError) return cause
  const reasons = Object.values(cause.innerErrors ?? {})
  const all = [cause, ...reasons]
  const names = hosts.join(', ')
  const say = (sentence: string) => new HistoryError('unavailable', sentence, { cause })
  if (all.some(({ name }) => name === 'AuthenticationError'))
    return say(`${names} refuses the user name or the password.`)
  if (all.some(({ message }) => /data ?center/i.test(message)))
    return say(
      `The cluster of ${names} has no datacenter "${datacenter}": name it by ?dc= in the store's URL.`,
    )
  if (cause.name === 'NoHostAvailableError')
    return say(`No node of the cluster answers at ${names}: ${reasonOf(reasons[0] ?? cause)}.`)
  return say(`The cluster of ${names} cannot do it now: ${reasonOf(cause)}.`)
}
