import { genesisError, readInteger, readMembers, readObject, wrong } from './genesis-values.ts'

/** The `config` of a genesis.json: checked numbers, and blob limits for every fork. */
export interface GenesisConfig {
  readonly chainId: number
  /** Why blocks of this chain cannot be executed, but only verified. */
  readonly unexecutable?: string
  /** The activation of forks with unknown rules, by the name in the file. */
  readonly unknownForks: Readonly<Record<string, number>>
  /** The activation block, or time in seconds, of each fork, by geth's key. */
  readonly forks: Readonly<Record<string, number>>
  /** The total difficulty at which proof of stake begins, if given. */
  readonly terminalTotalDifficulty?: bigint
  readonly depositContractAddress?: string
  /** Every fork that has blobs, in order of activation. */
  readonly blobSchedule: Readonly<Record<string, BlobLimits>>
}

export interface BlobLimits {
  readonly target: number
  readonly max: number
  readonly baseFeeUpdateFraction: number
}

/** The forks in order, and whether one may be left out (geth: CheckConfigForkOrder). */
// oxfmt-ignore
const order: readonly (readonly [fork: string, isOptional?: true])[] = [
  ['homesteadBlock'], ['daoForkBlock', true], ['eip150Block'], ['eip155Block'], ['eip158Block'], ['byzantiumBlock'], ['constantinopleBlock'],
  ['petersburgBlock'], ['istanbulBlock'], ['muirGlacierBlock', true], ['berlinBlock'], ['londonBlock'], ['arrowGlacierBlock', true],
  ['grayGlacierBlock', true], ['mergeForkBlock', true], ['mergeNetsplitBlock', true], ['shanghaiTime'],
  ['cancunTime', true], ['pragueTime', true], ['osakaTime', true], ['bpo1Time', true], ['bpo2Time', true], ['amsterdamTime', true],
  ['bogotaTime', true], ['bpo3Time', true], ['bpo4Time', true], ['bpo5Time', true],
]

const unexecuted: ReadonlySet<string> = new Set(['bogotaTime'])

const blobForks = order
  .slice(order.findIndex(([fork]) => fork === 'cancunTime'))
  .map(([fork]) => fork.slice(0, -'Time'.length))

const known: ReadonlyMap<string, string> = new Map(
  ['frontierBlock', ...order.map(([fork]) => fork)].map((fork) => [fork.toLowerCase(), fork]),
)

// The limits of a fork by default. Other forks have those of the fork before them.
const standard: Readonly<Record<string, BlobLimits>> = {
  cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3338477 }, // EIP-4844
  prague: { target: 6, max: 9, baseFeeUpdateFraction: 5007716 }, // EIP-7691
}

/** Reads a `config`. Throws HistoryError `genesis` for a malformed member. */
export function readConfig(value: unknown): GenesisConfig {
  const config = readMembers('config', value)
  const ttd = config['terminaltotaldifficulty']
  const unknownForks = findUnknownForks(value)
  const forks = { ...lowerTimes(unknownForks), ...readForks(config, ttd) }
  const unexecutable = findUnexecutable(config, forks, unknownForks)
  const deposits = config['depositcontractaddress']
  if (deposits != null && (typeof deposits !== 'string' || !/^0x[\da-f]{40}$/i.test(deposits)))
    throw wrong('config.depositContractAddress', 'an address', deposits)
  return {
    chainId: readSafe('config.chainId', config['chainid']),
    ...(unexecutable !== undefined && { unexecutable }),
    unknownForks,
    forks,
    ...(ttd != null && { terminalTotalDifficulty: readInteger('config.terminalTotalDifficulty', ttd) }),
    ...(deposits != null && { depositContractAddress: deposits }),
    blobSchedule: readBlobSchedule(forks, config['blobschedule']),
  }
}

const readForks = (config: Record<string, unknown>, ttd: unknown) => {
  const forks: Record<string, number> = {}
  for (const [key, fork] of known)
    if (config[key] != null) forks[fork] = readSafe(`config.${fork}`, config[key])
  checkOrder(forks, ttd != null)
  // geth takes a DAO block without support as the other side of that fork.
  if (config['daoforksupport'] !== true) delete forks['daoForkBlock']
  // geth: Petersburg has Constantinople's block by default.
  if (forks['constantinopleBlock'] !== undefined) forks['petersburgBlock'] ??= forks['constantinopleBlock']
  return forks
}

const findUnknownForks = (value: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries(readObject('config', value))
      .filter(([key, from]) => /(?:block|time)$/i.test(key) && from != null && !hasRules(key.toLowerCase()))
      .map(([key, from]) => [key, readSafe(`config.${key}`, from)]),
  )

const hasRules = (key: string) => known.has(key) && !unexecuted.has(known.get(key)!)

// Under names in lower case, since the names in a blob schedule may be in any.
const lowerTimes = (unknownForks: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(unknownForks)
      .filter(([key]) => /time$/i.test(key))
      .map(([key, from]) => [`${key.slice(0, -'Time'.length).toLowerCase()}Time`, from]),
  )

/** Returns what the executor would ignore or get wrong, as a sentence. */
const findUnexecutable = (
  config: Readonly<Record<string, unknown>>,
  { eip155Block: replay, eip158Block: cleaning }: Readonly<Record<string, number>>,
  unknownForks: Readonly<Record<string, number>>,
): string | undefined => {
  const [fork] = Object.keys(unknownForks)
  if (fork !== undefined) return `config.${fork} names a fork that cannot be executed yet.`
  if (config['clique'] != null) return 'config.clique (proof of authority) cannot be executed.'
  return replay === cleaning
    ? undefined
    : `config.eip155Block ${replay ?? 'absent'} and eip158Block ${cleaning ?? 'absent'} must be equal; the executor knows them as one fork.`
}

/** Throws HistoryError `genesis` for a fork that comes before, or without, its predecessor. */
const checkOrder = (forks: Readonly<Record<string, number>>, hasDifficulty: boolean) => {
  let before: string | undefined
  for (const [fork, isOptional] of order) {
    const value = forks[fork]
    const last = before === undefined ? undefined : forks[before]
    if (value === undefined && isOptional) continue
    const isSameKind = before?.slice(-4) === fork.slice(-4)
    if (before !== undefined && value !== undefined && (last === undefined || (isSameKind && last > value)))
      throw outOfOrder(fork, value, before, last)
    before = fork
  }
  const isMerged = hasDifficulty || (forks['mergeForkBlock'] ?? forks['mergeNetsplitBlock']) !== undefined
  if (forks['shanghaiTime'] !== undefined && !isMerged)
    throw outOfOrder('shanghaiTime', forks['shanghaiTime'], 'terminalTotalDifficulty', undefined)
}

const outOfOrder = (fork: string, value: number, before: string, other: number | undefined) =>
  genesisError(
    `config.${fork} is ${value}, but config.${before}, which comes before it, is ${other ?? 'absent'}.`,
  )

const readBlobSchedule = (forks: Readonly<Record<string, number>>, value: unknown) => {
  const given = value == null ? {} : readMembers('config.blobSchedule', value)
  const active = [...new Set([...blobForks, ...Object.keys(given)])].filter(
    (fork) => forks[`${fork}Time`] !== undefined,
  )
  const schedule: Record<string, BlobLimits> = {}
  let before: BlobLimits | undefined
  for (const fork of active.toSorted((a, b) => forks[`${a}Time`]! - forks[`${b}Time`]!)) {
    const limits = given[fork] == null ? (standard[fork] ?? before) : readLimits(fork, given[fork])
    if (limits === undefined) throw wrong(`config.blobSchedule.${fork}`, 'given', undefined)
    schedule[fork] = before = limits
  }
  return schedule
}

const readLimits = (fork: string, value: unknown): BlobLimits => {
  const name = `config.blobSchedule.${fork}`
  const limits = readMembers(name, value)
  const read = (key: string) => readSafe(`${name}.${key}`, limits[key.toLowerCase()])
  return { target: read('target'), max: read('max'), baseFeeUpdateFraction: read('baseFeeUpdateFraction') }
}

const readSafe = (name: string, value: unknown) => {
  const integer = readInteger(name, value)
  if (integer <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(integer)
  throw wrong(name, `at most ${Number.MAX_SAFE_INTEGER}`, integer)
}
