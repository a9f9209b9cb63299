import { toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import {
  type BeaconHeader,
  beaconHeader,
  beaconRoot,
  type BlockProof,
  encodeBlockProof,
  firstSlot,
  hashPair,
  type HistoricalSummary,
  type Network,
} from '@lectern/consensus'
import { ERA_BLOCKS, listEraFiles } from '../eras.ts'
import { accumulatorRoot, listBranches } from './accumulator.ts'
import { readProof } from './block-proofs.ts'
import { archiveError } from '../../error.ts'
import { type ProofJson, readHead, type Store } from '../../store/interface.ts'
import { readHeader } from '../../store/read-range.ts'

/** The historical summaries in the state of a beacon block. */
export interface SummariesState {
  readonly header: BeaconHeader
  readonly summaries: readonly HistoricalSummary[]
  /** From the root of the summaries to the state's. */
  readonly branch: readonly Uint8Array[]
}

/** Where ancestor proofs come from. */
export interface HistoryProofsOptions {
  readonly store: Pick<Store, 'snapshot'>
  /** The most headers of one proof. @default 10_000: more than the 8,192 slots that the newest history proof may be old */
  readonly maxHeaders?: number
  /** A folder of ere files with proofs, and the beacon chain of their network. @default none: headers alone tie blocks together */
  readonly eras?: { readonly folder: string; readonly network: Network }
  /** The historical summaries of a recent finalized state, which proofs from Capella on end at; undefined if none is known. @default none */
  readonly findState?: () => Promise<SummariesState | undefined>
}

/** Returns the proof that block `number` is an ancestor of the trusted block `to`, as JSON in pieces; null if there is none. */
export type FindHistoryProof = (number: bigint, to: bigint) => Promise<ProofJson | null>

/**
 * Opens the proofs of old blocks. Between near blocks a proof is the headers between them. Else it is the proof in an ere file, and a
 * branch from its end to a known root. That root is of mainnet's accumulators (EIP-7643) or historical roots, or of a finalized state.
 * An execution block names the state's block (EIP-4788); the headers after it are added.
 * @example
 * const find = await openHistoryProofs({ store, eras: { folder: 'eras', network: networks.mainnet } })
 */
export async function openHistoryProofs({
  store,
  maxHeaders = 10_000,
  eras,
  findState = async () => undefined,
}: HistoryProofsOptions): Promise<FindHistoryProof> {
  const files = new Map(eras && (await findFiles(eras.folder)))
  let frozen: Record<'accumulator' | 'historicalRoots', HistoryList> | undefined
  let newest: { state: SummariesState; list: HistoryList; from: bigint } | undefined

  return async (number, to) => {
    const head = await readHead(store)
    if (number > to || head === null || to > head.number) return null
    const path = to - number > FEW ? files.get(Number(number / BigInt(ERA_BLOCKS))) : undefined
    const proof = path && (await readProof(path, number, eras!.network.preset))
    const proven = proof && (await proveRoot(eras!.network, number, proof, to))
    if (proven) return proven
    if (to - number > BigInt(maxHeaders) || number < head.lowest) return null
    return writeHeaders(store, {}, number + 1n, to)
  }

  async function proveRoot(network: Network, number: bigint, proof: BlockProof, to: bigint) {
    const members = (list: HistoryList, index: number) =>
      list.roots[index] && {
        kind: proof.kind,
        proof: toHex(encodeBlockProof(proof, network.preset)),
        root: toHex(list.roots[index]),
        branch: list.branch(index).map(toHex),
      }
    const period = (slot: bigint) => Number(slot / BigInt(network.preset.slotsPerHistoricalRoot))
    if (proof.kind === 'accumulator' || proof.kind === 'historicalRoots') {
      const list = (frozen ??= await readFrozen())[proof.kind]
      const index =
        proof.kind === 'accumulator' ? Number(number / BigInt(ERA_BLOCKS)) : period(proof.proof.slot)
      const found = members(list, index)
      return found ? [Buffer.from(JSON.stringify({ ...found, headers: [] }))] : null
    }
    const state = await findState()
    // Where it fails or finds nothing, it is tried again: the block that names the state may come.
    let known = newest
    if (known?.state !== state) known = newest = state && (await prepareState(network, state))
    if (!known || known.from > to || to - known.from >= BigInt(maxHeaders)) return null
    const found = members(known.list, period(proof.proof.slot) - period(firstSlot(network, 'capella')!))
    const beacon = toHex(beaconHeader.encode(known.state.header))
    return found ? writeHeaders(store, { ...found, beacon }, known.from, to) : null
  }

  /** Finds the first execution block after the state's: it names the state's block as its parent. */
  async function prepareState(network: Network, state: SummariesState) {
    const { slot } = state.header
    const time = network.genesisTime + slot * BigInt(network.secondsPerSlot)
    await using snapshot = await store.snapshot()
    const { head } = snapshot
    if (head === null) return undefined
    let [low, high] = [head.lowest, head.number + 1n] // the first one after that time is among them, or the end
    while (low < high) {
      const middle = (low + high) / 2n
      const header = await readHeader(snapshot, middle)
      if (header.timestamp > time) high = middle
      else low = middle + 1n
    }
    if (low > head.number) return undefined
    const { parentBeaconBlockRoot } = await readHeader(snapshot, low)
    if (!parentBeaconBlockRoot || !equalBytes(parentBeaconBlockRoot, beaconRoot(state.header)))
      return undefined
    return { state, list: listSummaries(state.summaries, state.branch), from: low }
  }
}

const FEW = 8n // this many headers are fewer bytes than a history proof

async function findFiles(folder: string): Promise<(readonly [era: number, path: string])[]> {
  const files = (await listEraFiles(folder).catch(() => [])).filter(({ format }) => format === 'ere')
  if (files.length > 0) return files.map(({ era, path }) => [era, path])
  throw archiveError(
    `${folder} holds no .ere file: lectern export --format ere --proofs writes them, for blocks before the merge.`,
  )
}

async function readFrozen() {
  const [{ readMainnetEras }, { readMainnetRoots }] = await Promise.all([
    import('./mainnet-eras.ts'),
    import('./mainnet-roots.ts'),
  ])
  return {
    accumulator: listAccumulators(readMainnetEras()),
    historicalRoots: listHistoricalRoots(readMainnetRoots()),
  }
}

/** Writes members and headers as JSON, in pieces. Headers that do not link after a reorg are refused by clients. */
async function* writeHeaders(store: Pick<Store, 'snapshot'>, members: object, from: bigint, to: bigint) {
  const begin = JSON.stringify(members).slice(0, -1)
  let before = `${begin}${begin.length > 1 ? ',' : ''}"headers":[`
  for (let at = from; at <= to; at += PART) {
    const end = at + PART - 1n
    const headers = await readHeaders(store, at, end < to ? end : to)
    if (headers.length === 0) break // the head went below it
    yield Buffer.from(before + headers.map((header) => `"${header}"`).join(','))
    before = ','
  }
  yield Buffer.from(before === ',' ? ']}' : `${before}]}`)
}

async function readHeaders(store: Pick<Store, 'snapshot'>, from: bigint, to: bigint): Promise<string[]> {
  await using snapshot = await store.snapshot()
  const headers: string[] = []
  for await (const { header } of snapshot.headers(from, to)) headers.push(toHex(header))
  return headers
}

const PART = 100n // headers that are read at once: half a millisecond

/** The roots that history proofs end at, by index, and the branches that prove the roots. */
export interface HistoryList {
  readonly roots: readonly Uint8Array[]
  branch(index: number): readonly Uint8Array[]
}

/** Returns the accumulators of all eras of proof of work; EIP-7643 publishes the root of them. */
export function listAccumulators(roots: readonly Uint8Array[]): HistoryList {
  const branch = listBranches(roots, 11)
  const unfinished = accumulatorRoot([]) // the merge ended the last era
  return { roots, branch: (index) => [...branch(index), unfinished] }
}

export function listHistoricalRoots(roots: readonly Uint8Array[]): HistoryList {
  return { roots, branch: listBranches(roots, 24) }
}

/** Returns the block summary roots of a state; `branch` leads from the root of the summaries to the state's. */
export function listSummaries(
  summaries: readonly HistoricalSummary[],
  branch: readonly Uint8Array[],
): HistoryList {
  const items = summaries.map(({ blockSummaryRoot, stateSummaryRoot }) =>
    hashPair(blockSummaryRoot, stateSummaryRoot),
  )
  const below = listBranches(items, 24)
  return {
    roots: summaries.map(({ blockSummaryRoot }) => blockSummaryRoot),
    branch: (index) => [summaries[index]!.stateSummaryRoot, ...below(index), ...branch],
  }
}
