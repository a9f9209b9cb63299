import { HistoryError } from '../error.ts'
import { readInteger, readObject, wrong } from './genesis-values.ts'

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

// oxfmt-ignore
const blockForks = [
  'homesteadBlock', 'daoForkBlock', 'eip150Block', 'eip155Block', 'eip158Block', 'byzantiumBlock', 'constantinopleBlock', 'petersburgBlock',
  'istanbulBlock', 'muirGlacierBlock', 'berlinBlock', 'londonBlock', 'arrowGlacierBlock', 'grayGlacierBlock', 'mergeForkBlock', 'mergeNetsplitBlock',
]
const blobForks = ['cancun', 'prague', 'osaka', 'bpo1', 'bpo2', 'bpo3', 'bpo4', 'bpo5']
const known = new Set([
  ...blockForks,
  'frontierBlock',
  'shanghaiTime',
  ...blobForks.map((fork) => `${fork}Time`),
])

// What a fork allows where the file is silent; the others go on with the limits of the fork before.
const standard: Readonly<Record<string, BlobLimits>> = {
  cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3338477 }, // EIP-4844
  prague: { target: 6, max: 9, baseFeeUpdateFraction: 5007716 }, // EIP-7691
}

/** Reads a `config`. Throws HistoryError `genesis` for what is malformed, and for what the executor would silently ignore or get wrong. */
export function readConfig(value: unknown): GenesisConfig {
  const config = readObject('config', value)
  if (config['clique'] !== undefined && config['clique'] !== null)
    throw new HistoryError('genesis', 'genesis: config.clique (proof of authority) is not supported.')
  const forks = readForks(config)
  const ttd = config['terminalTotalDifficulty']
  const deposits = config['depositContractAddress']
  if (deposits !== undefined && (typeof deposits !== 'string' || !/^0x[\da-f]{40}$/i.test(deposits)))
    throw wrong('config.depositContractAddress', 'an address', deposits)
  return {
    chainId: readSafe('config.chainId', config['chainId']),
    forks,
    ...(ttd !== undefined &&
      ttd !== null && { terminalTotalDifficulty: readInteger('config.terminalTotalDifficulty', ttd) }),
    ...(deposits !== undefined && { depositContractAddress: deposits }),
    blobSchedule: readBlobSchedule(forks, config['blobSchedule']),
  }
}

const readForks = (config: Record<string, unknown>) => {
  const forks: Record<string, number> = {}
  for (const [key, value] of Object.entries(config)) {
    if (!/(?:Block|Time)$/.test(key) || value === null || value === undefined) continue
    if (!known.has(key))
      throw new HistoryError('genesis', `genesis: config.${key} names a fork that cannot be executed yet.`)
    forks[key] = readSafe(`config.${key}`, value)
  }
  // geth takes a DAO block without support as the other side of that fork.
  if (config['daoForkSupport'] !== true) delete forks['daoForkBlock']
  // geth: Petersburg came with Constantinople where it has no block of its own.
  if (forks['constantinopleBlock'] !== undefined) forks['petersburgBlock'] ??= forks['constantinopleBlock']
  const [replay, cleaning] = [forks['eip155Block'], forks['eip158Block']]
  if (replay !== cleaning)
    throw new HistoryError(
      'genesis',
      `genesis: config.eip155Block ${replay ?? 'absent'} and eip158Block ${cleaning ?? 'absent'} must be equal; the executor knows them as one fork.`,
    )
  return forks
}

const readBlobSchedule = (forks: Readonly<Record<string, number>>, value: unknown) => {
  const given = value === undefined || value === null ? {} : readObject('config.blobSchedule', value)
  const schedule: Record<string, BlobLimits> = {}
  let before: BlobLimits | undefined
  for (const fork of blobForks) {
    if (forks[`${fork}Time`] === undefined) continue
    const limits = given[fork] === undefined ? (standard[fork] ?? before) : readLimits(fork, given[fork])
    if (limits === undefined) throw wrong(`config.blobSchedule.${fork}`, 'given', undefined)
    schedule[fork] = before = limits
  }
  return schedule
}

const readLimits = (fork: string, value: unknown): BlobLimits => {
  const name = `config.blobSchedule.${fork}`
  const limits = readObject(name, value)
  const read = (key: string) => readSafe(`${name}.${key}`, limits[key])
  return { target: read('target'), max: read('max'), baseFeeUpdateFraction: read('baseFeeUpdateFraction') }
}

const readSafe = (name: string, value: unknown) => {
  const integer = readInteger(name, value)
  if (integer <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(integer)
  throw wrong(name, `at most ${Number.MAX_SAFE_INTEGER}`, integer)
}
