import {
  ChainError,
  type Check,
  decodeHeader,
  encodeHeader,
  type Family,
  fromHex,
  hashHeader,
  type Header,
  headerFromJson,
  keccak256,
  orderedTrieRoot,
  toHex,
} from '@lectern/chain'
import { equalBytes, unknownFork } from '@lectern/chain/internal'
import type { BlockName } from '@lectern/history'
import { FollowError } from '../error.ts'
import { hashes } from './answers.ts'

/** A block as a node lists it: its header, which its hash proves, and its transactions, which nothing proves yet. */
export interface Outline extends BlockName {
  readonly parentHash: Uint8Array
  readonly timestamp: bigint
  /** The hashes of its transactions, as the node wrote them. */
  readonly transactions: readonly string[]
  readonly uncles: number
}

export const isSame = (a: BlockName, b: BlockName): boolean =>
  a.number === b.number && equalBytes(a.hash, b.hash)

export const showBlock = ({ number, hash }: BlockName): string => `block ${number} ${toHex(hash)}`

/** A node by its name, and the rules of its chain. */
export interface NodeOfChain {
  readonly name: string
  readonly family: Family
}

/** Reads a block with the hashes of its transactions; null if the node has none. `asked` is the wanted number or hash. */
export function readOutline(
  { name, family }: NodeOfChain,
  json: unknown,
  asked?: bigint | Uint8Array,
): Outline | null {
  if (json === null || json === undefined) return null
  const { hash, transactions, uncles } = json as Record<string, unknown>
  const header = attempt(name, () => {
    const bytes = encodeHeader(headerFromJson(json, family), family)
    return { ...decodeHeader(bytes, family), found: hashHeader(bytes), named: fromHex(hash as string) }
  })
  const { number, parentHash, timestamp, found, named } = header
  if (!equalBytes(found, named)) {
    const fork = unknownFork(json, family)
    if (fork) throw new FollowError('fork', `${name}: block ${number}: ${fork.message}`, { cause: fork })
    throw new FollowError(
      'refuted',
      `${name}: the header of block ${number} hashes to ${toHex(found)}, not to ${toHex(named)}.`,
      { check: 'header' },
    )
  }
  const isAsked =
    asked === undefined || (typeof asked === 'bigint' ? asked === number : equalBytes(asked, found))
  if (!isAsked) {
    const wanted = typeof asked === 'bigint' ? `block ${asked}` : toHex(asked)
    throw new FollowError(
      'other',
      `${name} answered ${showBlock({ number, hash: found })} instead of ${wanted}.`,
    )
  }
  if (!hashes.Check(transactions) || !hashes.Check(uncles))
    throw new FollowError('refuted', `${name}: block ${number} has no lists of hashes.`, { check: 'json' })
  const isOutside = transactions.at(-1) === family.outsideHash?.(number, toHex(found))
  const inside = transactions.length > 0 && isOutside ? transactions.length - 1 : transactions.length
  checkCounts(name, header, [inside, uncles.length])
  return { number, hash: found, parentHash, timestamp, transactions, uncles: uncles.length }
}

/** Throws FollowError `refuted` if a header cannot have so many parts: each costs a call or more. */
function checkCounts(
  name: string,
  { number, gasLimit, transactionsRoot, sha3Uncles }: Header,
  [transactions, uncles]: readonly [number, number],
): void {
  const refute = (parts: string, check: Check) => {
    throw new FollowError('refuted', `${name}: block ${number} cannot have ${parts}.`, { check })
  }
  const isTooMuch = BigInt(transactions) * LEAST_GAS > gasLimit
  if (isTooMuch || (transactions > 0 && equalBytes(transactionsRoot, EMPTY_ROOT)))
    refute(`${transactions} transactions`, 'transactionsRoot')
  if (uncles > MOST_UNCLES || (uncles > 0 && equalBytes(sha3Uncles, EMPTY_LIST)))
    refute(`${uncles} uncles`, 'sha3Uncles')
}

const LEAST_GAS = 12_000n // of a transaction, by EIP-2780; 21,000 before
const MOST_UNCLES = 2
const EMPTY_ROOT = orderedTrieRoot([])
const EMPTY_LIST = keccak256(Uint8Array.of(0xc0))

/** Throws FollowError `changed` unless each block is the parent of the next. */
export function checkLinks(
  name: string,
  outlines: readonly (BlockName & { parentHash?: Uint8Array })[],
): void {
  for (const [index, { number, parentHash }] of outlines.entries()) {
    const before = outlines[index - 1]
    if (before && parentHash && (number !== before.number + 1n || !equalBytes(parentHash, before.hash)))
      throw new FollowError('changed', `${name} changed its chain below block ${number} meanwhile.`)
  }
}

function attempt<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause
    throw new FollowError('refuted', `${name}: ${cause.message}`, { check: cause.check, cause })
  }
}
