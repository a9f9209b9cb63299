import { genesisError, readInteger, readMembers, readObject, wrong } from './genesis-values.ts'

/** The `config` of a genesis.json as the executor takes it: forks that it knows, numbers that are numbers, blob limits for every fork. */
export interface GenesisConfig {
  readonly chainId: number
  /** By geth's key: the block, or the time in seconds, from which a fork holds. */
  readonly forks: Readonly<Record<string, number>>
  /** The total difficulty at which proof of stake takes over, where it is given. */
  readonly terminalTotalDifficulty?: bigint
  readonly depositContractAddress?: string
  /** In order of activation, every fork that has blobs. */
  readonly blobSchedule: Readonly<Record<string, BlobLimits>>
}

/** Blobs in a block (EIP-7840). */
export interface BlobLimits {
  readonly target: number
  readonly max: number
  readonly baseFeeUpdateFraction: number
}

const blobForks = ['cancun', 'prague', 'osaka', 'bpo1', 'bpo2', 'bpo3', 'bpo4', 'bpo5']

/** The forks in the order that they come in, and whether one may be left out (geth: CheckConfigForkOrder). */
// oxfmt-ignore
const order: readonly (readonly [fork: string, isOptional?: true])[] = [
  ['homesteadBlock'], ['daoForkBlock', true], ['eip150Block'], ['eip155Block'], ['eip158Block'], ['byzantiumBlock'], ['constantinopleBlock'],
  ['petersburgBlock'], ['istanbulBlock'], ['muirGlacierBlock', true], ['berlinBlock'], ['londonBlock'], ['arrowGlacierBlock', true],
  ['grayGlacierBlock', true], ['mergeForkBlock', true], ['mergeNetsplitBlock', true], ['shanghaiTime'],
  ...blobForks.map((fork) => [`${fork}Time`, true] as const),
]

/** By its name in lower case. */
const known: ReadonlyMap<string, string> = new Map(
  ['frontierBlock', ...order.map(([fork]) => fork)].map((fork) => [fork.toLowerCase(), fork]),
)

// What a fork allows where the file is silent; the others go on with the limits of the fork before.
const standard: Readonly<Record<string, BlobLimits>> = {
  cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3338477 }, // EIP-4844
  prague: { target: 6, max: 9, baseFeeUpdateFraction: 5007716 }, // EIP-7691
}

/** Reads a `config`. Throws HistoryError `genesis` for what is malformed, and for what the executor would silently ignore or get wrong. */
export function readConfig(value: unknown): GenesisConfig {
  const config = readMembers('config', value)
  if (config['clique'] !== undefined && config['clique'] !== null)
    throw genesisError('config.clique (proof of authority) is not supported.')
  const ttd = config['terminaltotaldifficulty']
  const forks = readForks(value, config, ttd)
  const deposits = config['depositcontractaddress']
  if (deposits != null && (typeof deposits !== 'string' || !/^0x[\da-f]{40}$/i.test(deposits)))
    throw wrong('config.depositContractAddress', 'an address', deposits)
  return {
    chainId: readSafe('config.chainId', config['chainid']),
    forks,
    ...(ttd != null && { terminalTotalDifficulty: readInteger('config.terminalTotalDifficulty', ttd) }),
    ...(deposits != null && { depositContractAddress: deposits }),
    blobSchedule: readBlobSchedule(forks, config['blobschedule']),
  }
}

const readForks = (value: unknown, config: Record<string, unknown>, ttd: unknown) => {
  const unknown = Object.entries(readObject('config', value)).find(
    ([key, time]) => /(?:block|time)$/i.test(key) && time != null && !known.has(key.toLowerCase()),
  )
  if (unknown) throw genesisError(`config.${unknown[0]} names a fork that cannot be executed yet.`)
  const forks: Record<string, number> = {}
  for (const [key, fork] of known)
    if (config[key] != null) forks[fork] = readSafe(`config.${fork}`, config[key])
  checkOrder(forks, ttd != null)
  // geth takes a DAO block without support as the other side of that fork.
  if (config['daoforksupport'] !== true) delete forks['daoForkBlock']
  // geth: Petersburg came with Constantinople where it has no block of its own.
  if (forks['constantinopleBlock'] !== undefined) forks['petersburgBlock'] ??= forks['constantinopleBlock']
  const [replay, cleaning] = [forks['eip155Block'], forks['eip158Block']]
  if (replay !== cleaning)
    throw genesisError(
      `config.eip155Block ${replay ?? 'absent'} and eip158Block ${cleaning ?? 'absent'} must be equal; the executor knows them as one fork.`,
    )
  return forks
}

/** Throws HistoryError `genesis` for a fork without the one that must come before it, or before it. */
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
  const schedule: Record<string, BlobLimits> = {}
  let before: BlobLimits | undefined
  for (const fork of blobForks) {
    if (forks[`${fork}Time`] === undefined) continue
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
