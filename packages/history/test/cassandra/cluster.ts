import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { connect as connectSocket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@lectern/fixtures'
import { connect } from '../../src/store/cassandra/connection.ts'

// Real nodes of Apache Cassandra on 127.0.0.1, 127.0.0.2 …, from Maven Central: Java 17 and Maven are all that it needs.

const VERSION = '5.0.9'
const folder = fileURLToPath(new URL('../../../../.lectern/cassandra', import.meta.url))

/** Why no node can be started on this machine; undefined if one can. */
export function whyNoCassandra(): string | undefined {
  try {
    const text = execFileSync('java', ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [, version] = /^\S+ (\d+)/.exec(text) ?? []
    // Cassandra 5.0 runs on these two alone.
    if (version !== '17' && version !== '11') return `Java 17 is needed, not ${version ?? text.trim()}`
  } catch {
    return 'Java 17 is not installed'
  }
  if (existsSync(join(folder, `lib-${VERSION}`))) return undefined
  try {
    execFileSync('mvn', ['--version'], { stdio: 'ignore' })
  } catch {
    return 'Maven is not installed'
  }
  return undefined
}

/** Fetches the node's code if it is not here. Returns why no node can be started; undefined if one can. */
export const prepareCassandra = async (): Promise<string | undefined> =>
  whyNoCassandra() ??
  (await fetchArtifacts().then(
    () => undefined,
    ({ message }: Error) => message,
  ))

/** A running cluster. */
export interface Cluster extends AsyncDisposable {
  /** `host:port` of each node, with commas between. */
  readonly hosts: string
  /** PEM of the certificate of all nodes, which signs itself. */
  readonly certificate?: string
  readonly nodes: readonly ClusterNode[]
  /** Waits until each node sees that all are up; without passwords alone. */
  untilUp(): Promise<void>
  /** The URL of a keyspace. */
  url(keyspace: string): string
}

/** One node of a cluster. */
export interface ClusterNode {
  readonly address: string
  readonly pid: number
  /** Starts it again on its data, and waits until it answers. */
  start(): Promise<void>
  /** Ends it at once, as a loss of power would. */
  kill(): Promise<void>
}

/** How to start a cluster. */
export interface ClusterStart {
  /** @default 1 */
  readonly nodes?: number
  /** The port that all nodes answer at. @default a free one */
  readonly port?: number
  /** Whether a user and a password are asked for: cassandra, cassandra at first. @default false */
  readonly hasPasswords?: boolean
  /** Whether connections may be encrypted, too. @default false */
  readonly hasTls?: boolean
  /** MiB of heap of each node. @default 512 */
  readonly heap?: number
  /** The datacenters that the nodes are in by turns. @default datacenter1, Cassandra's own */
  readonly datacenters?: readonly string[]
}

/** Starts nodes without data. To dispose of them ends them and removes their data. Throws an Error where none can be started. */
export async function startCluster({
  nodes: count = 1,
  port,
  hasPasswords = false,
  hasTls = false,
  heap = 512,
  datacenters = ['datacenter1'],
}: ClusterStart = {}): Promise<Cluster> {
  const why = whyNoCassandra()
  if (why !== undefined) throw new Error(`No node of Cassandra can be started: ${why}.`)
  const lib = await fetchArtifacts()
  const ports = { native: port ?? (await freePort()), storage: await freePort() }
  const data = join(folder, `data-${process.pid}-${ports.native}`)
  await using parts = new AsyncDisposableStack()
  parts.defer(() => rm(data, { recursive: true, force: true, maxRetries: 5 }))
  const keys = hasTls ? makeKeys(data) : undefined
  const plan = { count, lib, ports, hasPasswords, keys, heap }
  const nodes = Array.from({ length: count }, (_, index) => {
    const datacenter = datacenters[index % datacenters.length]!
    return createNode(join(data, `node-${index + 1}`), { ...plan, index, datacenter })
  })
  parts.defer(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
  })
  await Promise.all(nodes.map((node) => node.start()))
  const hosts = nodes.map(({ address }) => `${address}:${ports.native}`).join(',')
  const untilUp = () => readFromAll(hosts, count)
  if (count > 2) await untilUp() // what it reads has three copies
  const open = parts.move()
  return {
    hosts,
    ...(keys && { certificate: keys.certificate }),
    nodes,
    untilUp,
    url: (keyspace) => `cassandra://${hosts}/${keyspace}`,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** Reads what all nodes have copies of, until it succeeds whichever node is asked; two minutes at most. */
async function readFromAll(hosts: string, count: number): Promise<void> {
  const end = performance.now() + 120_000
  for (let times = 0; times < 4 * count;) {
    if (performance.now() > end) throw new Error('The nodes do not find each other.')
    try {
      await using connection = await connect({ url: `cassandra://${hosts}/system_distributed` })
      for (times = 0; times < 4 * count; times++)
        await connection.read(
          'SELECT parent_id FROM system_distributed.parent_repair_history LIMIT 1',
          [],
          'all',
        )
    } catch {
      await setTimeout(1000)
    }
  }
}

async function fetchArtifacts(): Promise<string> {
  const lib = join(folder, `lib-${VERSION}`)
  if (existsSync(lib)) return lib
  const part = `${lib}.${process.pid}`
  await mkdir(part, { recursive: true })
  await writeFile(
    join(part, 'pom.xml'),
    `<project><modelVersion>4.0.0</modelVersion><groupId>lectern</groupId><artifactId>cassandra</artifactId><version>1</version><packaging>pom</packaging>
<dependencies><dependency><groupId>org.apache.cassandra</groupId><artifactId>cassandra-all</artifactId><version>${VERSION}</version></dependency></dependencies></project>`,
  )
  const goal = ['-q', '-B', 'dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=lib']
  const maven = spawn('mvn', goal, { cwd: part, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(maven, 'close')) as [number]
  if (code !== 0) throw new Error(`Maven cannot fetch it: mvn ended with exit code ${code}`)
  await rename(join(part, 'lib'), lib)
  await rm(part, { recursive: true })
  return lib
}

/** A key and its certificate, for nodes on this machine. */
interface Keys {
  /** The file that has both. */
  readonly store: string
  readonly certificate: string
}

const PASSWORD = 'lectern'

function makeKeys(folder: string): Keys {
  mkdirSync(folder, { recursive: true })
  const store = join(folder, 'keys.p12')
  const keytool = (...args: string[]) =>
    execFileSync('keytool', [...args, '-alias', 'node', '-keystore', store, '-storepass', PASSWORD], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  keytool(
    '-genkeypair',
    '-keyalg',
    'RSA',
    '-storetype',
    'PKCS12',
    '-dname',
    'CN=node',
    '-ext',
    'san=ip:127.0.0.1',
  )
  return { store, certificate: keytool('-exportcert', '-rfc') }
}

interface NodePlan {
  readonly index: number
  readonly count: number
  readonly lib: string
  readonly ports: { readonly native: number; readonly storage: number }
  readonly hasPasswords: boolean
  readonly keys: Keys | undefined
  readonly heap: number
  readonly datacenter: string
}

function createNode(home: string, plan: NodePlan): ClusterNode & { stop(): Promise<void> } {
  const { index, count, lib, ports, heap } = plan
  const address = `127.0.0.${index + 1}`
  let child: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    const own = child // it may be started again before the time is over
    if (own === undefined || own.exitCode !== null || own.signalCode !== null) return
    const closed = once(own, 'exit')
    own.kill(signal)
    AbortSignal.timeout(20_000).addEventListener('abort', () => own.kill('SIGKILL'))
    await closed
  }
  process.once('exit', () => child?.kill('SIGKILL'))
  return {
    address,
    get pid() {
      return child!.pid!
    },
    async start() {
      const conf = join(home, 'conf')
      await mkdir(conf, { recursive: true })
      await writeFile(join(conf, 'cassandra.yaml'), writeYaml(address, plan))
      await writeFile(join(conf, 'cassandra-rackdc.properties'), `dc=${plan.datacenter}\nrack=rack1\n`)
      await writeFile(join(conf, 'logback.xml'), logback)
      const log = openSync(join(home, 'log'), 'a')
      const options = [
        `-Xms${heap}M`,
        `-Xmx${heap}M`,
        `-XX:MaxDirectMemorySize=${heap / 2}M`,
        '-XX:+UseSerialGC', // two cores: a collector of several threads costs more than it saves
        '-Djdk.attach.allowAttachSelf=true',
        ...exported.map((name) => `--add-exports=${name}=ALL-UNNAMED`),
        ...opened.map((name) => `--add-opens=${name}=ALL-UNNAMED`),
        `-Dcassandra.config=file://${join(conf, 'cassandra.yaml')}`,
        `-Dcassandra.storagedir=${home}`,
        '-Dcassandra.jmx.local.port=0',
        // A change of the schema is ten times as fast if it need not survive a kill.
        ...(count === 1 ? ['-Dcassandra.unsafesystem=true'] : []),
        '-Dcassandra-foreground=yes', // it would close its log once it has started
        '-Dcassandra.ring_delay_ms=2000',
        '-Dcassandra.skip_wait_for_gossip_to_settle=0',
        '-cp',
        `${conf}:${lib}/*`,
        'org.apache.cassandra.service.CassandraDaemon',
      ]
      child = spawn('java', options, { cwd: home, stdio: ['ignore', log, log] })
      await answers(address, ports.native, child, join(home, 'log'))
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** Waits until a node takes connections, at most five minutes. */
async function answers(address: string, port: number, child: ChildProcess, log: string): Promise<void> {
  for (const end = performance.now() + 300_000; performance.now() < end; await setTimeout(250)) {
    const { exitCode, signalCode } = child
    if (exitCode !== null || signalCode !== null)
      throw new Error(`The node at ${address} ended with ${exitCode ?? signalCode}: see ${log}.`)
    const socket = connectSocket(port, address)
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
  }
  throw new Error(`The node at ${address} does not answer after five minutes: see ${log}.`)
}

function writeYaml(address: string, { index, count, ports, hasPasswords, keys }: NodePlan): string {
  const seeds = Array.from({ length: count }, (_, other) => `127.0.0.${other + 1}:${ports.storage}`).join(',')
  const token = -(2n ** 63n) + (BigInt(index) * 2n ** 64n) / BigInt(count) + 1n
  return `cluster_name: lectern
storage_compatibility_mode: NONE
start_native_transport: true
num_tokens: 1
initial_token: "${token}"
auto_bootstrap: false
partitioner: org.apache.cassandra.dht.Murmur3Partitioner
listen_address: ${address}
rpc_address: ${address}
storage_port: ${ports.storage}
native_transport_port: ${ports.native}
seed_provider: [{ class_name: org.apache.cassandra.locator.SimpleSeedProvider, parameters: [{ seeds: "${seeds}" }] }]
endpoint_snitch: GossipingPropertyFileSnitch
${hasPasswords ? 'authenticator: PasswordAuthenticator\nauthorizer: CassandraAuthorizer\n' : ''}${keys ? `client_encryption_options: { enabled: true, optional: true, keystore: ${keys.store}, keystore_password: ${PASSWORD}, store_type: PKCS12 }\n` : ''}commitlog_sync: group
commitlog_sync_group_window: 2ms
sstable: { selected_format: bti }
memtable_heap_space: 96MiB
memtable_offheap_space: 64MiB
key_cache_size: 8MiB
file_cache_size: 64MiB
networking_cache_size: 32MiB
concurrent_compactors: 1
read_request_timeout: 10s
write_request_timeout: 20s
range_request_timeout: 20s
request_timeout: 20s
cas_contention_timeout: 10s
`
}

const logback = `<configuration><appender name="out" class="ch.qos.logback.core.ConsoleAppender"><encoder>
<pattern>%-5level %date{ISO8601} %logger{0} %msg%n</pattern></encoder></appender>
<root level="INFO"><appender-ref ref="out"/></root></configuration>`

// Cassandra's jvm17-server.options open these.
const exported = [
  'java.base/jdk.internal.misc',
  'java.base/jdk.internal.ref',
  'java.base/sun.nio.ch',
  'java.management.rmi/com.sun.jmx.remote.internal.rmi',
  'java.rmi/sun.rmi.registry',
  'java.rmi/sun.rmi.server',
  'java.sql/java.sql',
]
const opened = [
  ...[
    'io',
    'lang',
    'lang.module',
    'lang.reflect',
    'net',
    'nio',
    'util',
    'util.concurrent',
    'util.concurrent.atomic',
  ].map((name) => `java.base/java.${name}`),
  ...['loader', 'math', 'module', 'ref', 'reflect', 'util.jar'].map(
    (name) => `java.base/jdk.internal.${name}`,
  ),
  'java.base/sun.nio.ch',
  'jdk.management/com.sun.management.internal',
]
