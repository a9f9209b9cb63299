import { show } from '../encoding/bytes.ts'
import { ChainError } from '../error.ts'
import type { FamilyName } from '../family/family.ts'

/** The values of a chain that `verify` needs, as no hash contains them. */
export interface ChainConfig {
  readonly chainId: bigint
  /** The BASE_FEE_UPDATE_FRACTION that prices blobs, and the time from which it applies (seconds), in order. */
  readonly blobSchedule: readonly {
    readonly timestamp: bigint
    readonly updateFraction: bigint
    /** Whether it is assumed, so that receipts of nodes must agree with it. @default false */
    readonly isAssumed?: true
  }[]
  /** The family of the chain, for a store. @default ethereum */
  readonly family?: FamilyName
}

/**
 * Reads a chain's config.
 * @param config The `config` member of a genesis.json in geth's format, or the `chainConfig` of Lectern's `/status`, whose
 * `blobSchedule` is a list of `{ timestamp, baseFeeUpdateFraction }`.
 * @throws ChainError `config` naming the malformed member.
 * @example
 * const config = parseChainConfig(JSON.parse(text).config)
 */
export function parseChainConfig(config: unknown): ChainConfig {
  if (!isObject(config)) return refuse(`${show(config)} must be an object.`)
  const chainId = integer('chainId', config['chainId'])
  const schedule = config['blobSchedule'] ?? {}
  const prices = Array.isArray(schedule) ? schedule.map(readPrice) : readForks(config, schedule)
  return { chainId, blobSchedule: prices.sort((a, b) => Number(a.timestamp - b.timestamp)) }
}

/** A row of the schedule of blob prices. */
export type Price = ChainConfig['blobSchedule'][number]

/** Finds the price of blobs at a time; undefined before the first. */
export const findPrice = ({ blobSchedule }: ChainConfig, time: bigint): Price | undefined =>
  blobSchedule.filter(({ timestamp }) => timestamp <= time).at(-1)

function readPrice(price: unknown, index: number): Price {
  const { timestamp, baseFeeUpdateFraction } = Object(price) as Record<string, unknown>
  return {
    timestamp: integer(`blobSchedule[${index}].timestamp`, timestamp),
    updateFraction: fraction(`blobSchedule[${index}]`, baseFeeUpdateFraction),
  }
}

function readForks(config: Record<string, unknown>, schedule: unknown): Price[] {
  if (!isObject(schedule)) return refuse(`blobSchedule must be an object or a list, not ${show(schedule)}.`)
  const forks = [...new Set([...blobForks, ...Object.keys(schedule)])].flatMap((fork) => {
    const time = config[`${fork}Time`]
    return time === undefined || time === null ? [] : { fork, timestamp: integer(`${fork}Time`, time) }
  })
  const prices: Price[] = []
  let updateFraction: bigint | undefined
  for (const { fork, timestamp } of forks.sort((a, b) => Number(a.timestamp - b.timestamp))) {
    const entry = schedule[fork]
    if (isObject(entry)) updateFraction = fraction(`blobSchedule.${fork}`, entry['baseFeeUpdateFraction'])
    else updateFraction = standard[fork] ?? updateFraction // a fork without an entry goes on with the one before
    if (updateFraction === undefined)
      return refuse(`blobSchedule has no ${fork}, and no fork before it prices blobs.`)
    prices.push({ timestamp, updateFraction })
  }
  return prices
}

function fraction(name: string, value: unknown): bigint {
  const updateFraction = integer(`${name}.baseFeeUpdateFraction`, value)
  return updateFraction === 0n ? refuse(`${name}.baseFeeUpdateFraction must not be 0.`) : updateFraction
}

/** The forks that have blobs, in their order; one that is not here has a price if the schedule names it. */
// oxfmt-ignore
const blobForks = ['cancun', 'prague', 'osaka', 'bpo1', 'bpo2', 'amsterdam', 'bogota', 'bpo3', 'bpo4', 'bpo5']

/** The fractions that EIPs give. */
const standard: Readonly<Record<string, bigint>> = {
  cancun: 3338477n, // EIP-4844
  prague: 5007716n, // EIP-7691
}

function integer(name: string, value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  if (typeof value === 'string' && /^(\d+|0x[0-9a-f]+)$/i.test(value)) return BigInt(value)
  return refuse(`${name} must be an integer below 2^53 or a string of digits, not ${show(value)}.`)
}

function refuse(sentence: string): never {
  throw new ChainError('config', `config: ${sentence}`)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
