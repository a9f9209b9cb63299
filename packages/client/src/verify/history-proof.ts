import { decodeHeader, fromHex, hashHeader, toHex } from '@lectern/chain'
import {
  beaconHeader,
  type BeaconHeader,
  beaconRoot,
  checkBlockProof,
  decodeBlockProof,
  forkAt,
  isBranch,
  type Network,
  networks,
  type ProofKind,
  proofKinds,
} from '@lectern/consensus'
import { toQuantity } from '@lectern/chain/internal'
import { toClientError } from './beacon-client.ts'
import { bytesOf, checkEqual, type Json, listOf, refute } from './checks.ts'
import type { ProofFetcher } from './provers.ts'
import type { BlockName, HistoryKind } from './report.ts'
import { serverProofs } from './server-proofs.ts'

/** The proof of a block's history. */
export interface ProvenHistory {
  readonly kind: HistoryKind
  /** The voucher's sentence. */
  readonly sentence: string
}

/**
 * Proves that a block is an ancestor of a trusted one with the proof of the server at an origin. Resolves to undefined if
 * it offers none; throws ClientError UNVERIFIED for one that proves something else.
 */
export type FindHistory = (
  origin: string,
  network: Network,
  block: BlockName,
  top: BlockName,
  signal: AbortSignal,
) => Promise<ProvenHistory | undefined>

/**
 * Gets the proof that ties an old block to a new one from the server that sent a result, as `lectern serve` offers it: `GET
 * {origin}/proof/history/{number}?to={number}`. Hashes that headers have proven are not asked for again.
 * @default proofs serverProofs()
 * @example
 * const trust = beacon({ api, checkpoint, history: serverHistory() })
 */
export function serverHistory(proofs: Pick<ProofFetcher, 'findHistory'> = serverProofs()): FindHistory {
  const known = new Map<bigint, string>()
  let above = '' // the hash that they are ancestors of
  return async (origin, network, block, top, signal) => {
    const sentence = `ancestor of block ${top.number} ${top.hash}`
    if (top.hash !== above) known.clear()
    above = top.hash
    if (known.get(block.number) === block.hash) return { kind: 'headers', sentence }
    const [number, to] = [toQuantity(block.number), toQuantity(top.number)]
    const proof = await proofs.findHistory?.(origin, number, to, signal)
    if (!proof) return undefined
    try {
      const { hashes, ...proven } = readHistory(network, proof, block, top)
      for (const [at, hash] of hashes.entries())
        if (above === top.hash) known.set(block.number + BigInt(at), hash)
      return proven
    } catch (error) {
      throw toClientError(error, origin)
    }
  }
}

/**
 * Checks a server's proof that a block is an ancestor of a trusted one. It consists of the headers between them; or it ends
 * at mainnet's frozen history, which is built in. From Capella on it ends at the historical summaries in the state of a
 * beacon block, which an ancestor of the trusted block names (EIP-4788).
 * @returns Also the hashes of the blocks from the proven one on, as far as headers have proven them.
 * @throws ClientError, ConsensusError or ChainError for a proof of something else, or of nothing.
 */
function readHistory(
  network: Network,
  proof: Json,
  block: BlockName,
  top: BlockName,
): ProvenHistory & { readonly hashes: readonly string[] } {
  const headers = listOf('headers', proof).map(bytesOf)
  const hashes = headers.map((header) => toHex(hashHeader(header)))
  const decoded = headers.map((header) => decodeHeader(header))
  for (const [at, hash] of hashes.entries()) {
    const next = decoded[at + 1]
    checkEqual('trust', next ? toHex(next.parentHash) : top.hash, hash)
  }
  const chain = `ancestor of block ${top.number} ${top.hash}`
  if (proof['kind'] === undefined) {
    checkEqual('trust', decoded[0] ? toHex(decoded[0].parentHash) : top.hash, block.hash)
    return { kind: 'headers', sentence: chain, hashes: [block.hash, ...hashes] }
  }

  const kind = proofKinds.find((one) => one === proof['kind']) ?? refute('trust', proofKinds, proof['kind'])
  const isFrozen = kind === 'accumulator' || kind === 'historicalRoots'
  const beacon = isFrozen
    ? undefined
    : readBeacon(bytesOf(proof['beacon']), decoded[0]?.parentBeaconBlockRoot)
  const root = bytesOf(proof['root'])
  const branch = listOf('branch', proof).map(bytesOf)
  const prove = (index: number): Uint8Array => {
    const end = endOf(network, kind, index, beacon)
    if (end && isBranch(root, branch, end.gindex, end.root)) return root
    return refute('trust', `a root of the history of ${network.name}`, toHex(root))
  }
  checkBlockProof(
    network,
    { number: block.number, hash: bytesOf(block.hash) },
    decodeBlockProof(kind, network.preset, bytesOf(proof['proof'])),
    { accumulator: prove, historicalRoot: prove, summary: prove },
  )
  const what = beacon ? `in the state of slot ${beacon.slot}, which an ${chain} names` : 'built in'
  return { kind, sentence: `proven by ${words[kind]} ${what}`, hashes: [] }
}

const words: Readonly<Record<ProofKind, string>> = {
  accumulator: 'the accumulator of its era, whose root is',
  historicalRoots: 'the beacon chain’s historical roots, whose root is',
  summariesCapella: 'the beacon chain’s historical summaries',
  summariesDeneb: 'the beacon chain’s historical summaries',
  summariesGloas: 'the beacon chain’s historical summaries',
}

/** Returns the beacon block that an execution block names. */
function readBeacon(bytes: Uint8Array, named: Uint8Array | undefined): BeaconHeader {
  const beacon = beaconHeader.decode(bytes)
  checkEqual('trust', named && toHex(named), toHex(beaconRoot(beacon)))
  return beacon
}

/** Returns the known root at which the branch of a history's root ends, and its generalized index; undefined if none is known. */
function endOf(
  network: Network,
  kind: ProofKind,
  index: number,
  beacon: BeaconHeader | undefined,
): { readonly root: Uint8Array; readonly gindex: number } | undefined {
  if (!beacon) {
    const isMainnet = toHex(network.genesisValidatorsRoot) === toHex(networks.mainnet.genesisValidatorsRoot)
    if (!isMainnet) return undefined
    return kind === 'accumulator'
      ? { root: fromHex(ACCUMULATORS), gindex: 4 * 2 ** 11 + index } // the first of two lists
      : { root: fromHex(HISTORICAL_ROOTS), gindex: 2 * 2 ** 24 + index }
  }
  const { summaries } = forkAt(network, beacon.slot)
  // The block root is the first member of a summary.
  return summaries ? { root: beacon.stateRoot, gindex: 2 * (summaries * 2 * 2 ** 24 + index) } : undefined
}

/** The root over the accumulators of all of mainnet's eras before the merge (EIP-7643). */
const ACCUMULATORS = '0xec8e040fd6c557b41ca8ddd38f7e9d58a9281918dc92bdb72342a38fb085e701'

/** The root of mainnet's `historical_roots`, a list that Capella ended. */
const HISTORICAL_ROOTS = '0x4df6b89755125d4f6c5575039a04e22301a5a49ee893c1d27e559e3eeab73da7'
