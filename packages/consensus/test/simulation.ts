import { createHash } from 'node:crypto'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import {
  type BeaconHeader,
  beaconHeader,
  beaconRoot,
  type BlockProof,
  type Bootstrap,
  type CommitteeUpdate,
  firstSlot,
  type Fork,
  type ForkName,
  forkAt,
  forks,
  hashPair,
  historicalSummaries,
  type HistoricalSummary,
  type LightClientHeader,
  lightClientTypes,
  type Network,
  type PayloadHeader,
  payloadHeaders,
  periodAt,
  presets,
  signingRoot,
  type SyncCommittee,
} from '@lectern/consensus'
import { createTree, type Tree } from './sparse-tree.ts'

/** A network of the minimal preset whose forks have these epochs. A fork without one has that of the next; after the last there is none. */
export function simulatedNetwork(
  epochs: Readonly<Partial<Record<ForkName, number>>> = { fulu: 0 },
  {
    genesisTime = 1_700_000_000n,
    secondsPerSlot = 6,
  }: Partial<Pick<Network, 'genesisTime' | 'secondsPerSlot'>> = {},
): Network {
  const last = forks.findLastIndex(({ name }) => epochs[name] !== undefined)
  return {
    name: 'the simulated network',
    chainId: 1337n,
    genesisTime,
    genesisValidatorsRoot: sha256('validators'),
    preset: presets.minimal,
    secondsPerSlot,
    forks: forks.slice(0, last + 1).map(({ name }, at) => ({
      name,
      epoch: BigInt(forks.slice(at).flatMap((fork) => epochs[fork.name] ?? [])[0]!),
      version: Uint8Array.of(at, 0, 0, 9),
    })),
  }
}

/** An execution block, as far as a beacon block needs to know it. */
export type SimulatedExecution = Pick<PayloadHeader, 'blockHash' | 'blockNumber'> & Partial<PayloadHeader>

/** The slots of an update of the simulation. */
export interface UpdateChoice {
  readonly attested: bigint
  /** @default the slot of the block after the attested one, or the next slot */
  readonly signature?: bigint | undefined
  /** How many of the committee do not sign. @default 0 */
  readonly absent?: number | undefined
  /** The slot of the block that the attested state has as finalized. @default the start of the epoch two before */
  readonly finalized?: bigint | undefined
}

/** The part of a beacon chain that a light client sees. The trees of its states and blocks are sparse, its committees have known keys. */
export interface Simulation {
  readonly network: Network
  /** The slot of the newest block. */
  readonly head: () => bigint
  /** Adds the block of the next slot. */
  readonly append: (execution: SimulatedExecution) => void
  /** Lets so many slots pass without a block. */
  readonly miss: (count?: number) => void
  /** Removes the blocks after a slot, which is then the last that has passed. Throws an error for one before what is finalized. */
  readonly revert: (slot: bigint) => void
  /** The slot of the newest block up to a slot: another where that was missed. */
  readonly latest: (slot: bigint) => bigint
  /** Of the newest block up to a slot. */
  readonly root: (slot: bigint) => Uint8Array
  readonly header: (slot: bigint) => BeaconHeader
  /** The slot of a block by its 32-byte root; undefined where there is none. */
  readonly find: (root: Uint8Array) => bigint | undefined
  /** The slot of the block that the state of a slot has as finalized. */
  readonly finalizedAt: (slot: bigint) => bigint
  readonly bootstrap: (slot: bigint) => Bootstrap
  readonly update: (choice: UpdateChoice) => CommitteeUpdate
  readonly committee: (period: bigint) => SyncCommittee
  /** The summaries of the history that is complete at a slot, and the branch that proves them in its state. */
  readonly summaries: (slot: bigint) => {
    readonly summaries: readonly HistoricalSummary[]
    readonly branch: readonly Uint8Array[]
  }
  /** The `historical_roots`: of each period before Capella. */
  readonly historicalRoots: () => readonly Uint8Array[]
  /** The proof of the execution block of a slot whose period is complete; from Gloas on of that block's parent. */
  readonly blockProof: (slot: bigint) => BlockProof
}

interface Block {
  readonly header: BeaconHeader
  /** The execution block of its slot. */
  readonly payload: PayloadHeader
  /** The block that its body proves: from Gloas on the parent. */
  readonly execution: PayloadHeader
  readonly body: Tree
  readonly state: Tree
  readonly summaries: readonly HistoricalSummary[]
}

/** Makes a beacon chain over execution blocks: one a slot, from slot 0 on. More may be added, slots missed, and newest blocks reverted. */
export function simulateBeacon(network: Network, executions: readonly SimulatedExecution[]): Simulation {
  const { preset } = network
  const blocks: (Block | undefined)[] = [] // by slot
  const slots = new Map<string, bigint>()
  const states = new Map<string, Tree>()
  const size = BigInt(preset.slotsPerHistoricalRoot)
  let finalized = 0n // the highest slot that any state has had as finalized

  const blockAt = (slot: bigint): Block => {
    const block = blocks[Number(slot)]
    if (!block) throw new Error(`The simulation has no block of slot ${slot}; it ends at ${head()}.`)
    return block
  }
  const latest = (slot: bigint): bigint => {
    let at = Math.min(Number(slot), blocks.length - 1)
    while (at > 0 && !blocks[at]) at--
    return BigInt(at)
  }
  const head = () => BigInt(blocks.findLastIndex(Boolean))
  const rootAt = (slot: bigint) => beaconRoot(blockAt(latest(slot)).header)
  const finalizedAt = (slot: bigint): bigint => {
    const epoch = slot / preset.slotsPerEpoch
    return epoch < 2n ? 0n : latest((epoch - 2n) * preset.slotsPerEpoch)
  }
  const committee = (period: bigint) => committeeOf(preset.committeeSize, period).committee

  const stateTree = (slot: bigint, finalized: bigint, summaries: readonly HistoricalSummary[]): Tree => {
    const fork = forkAt(network, slot)
    const { committee: type } = lightClientTypes(fork, preset)
    const period = periodAt(network, slot)
    const key = `${slot} ${finalized}`
    const tree =
      states.get(key) ??
      createTree([
        [fork.currentCommittee, committeeRoot(type.root, preset.committeeSize, period)],
        [fork.nextCommittee, committeeRoot(type.root, preset.committeeSize, period + 1n)],
        [fork.finality, finalized === 0n ? new Uint8Array(32) : rootAt(finalized)],
        ...(fork.summaries ? ([[fork.summaries, historicalSummaries.root(summaries)]] as const) : []),
      ])
    states.set(key, tree)
    return tree
  }

  /** The block roots of the period of a slot. */
  const periodTree = (slot: bigint): Tree => {
    const start = slot - (slot % size)
    return rowTree(Array.from({ length: Number(size) }, (_, at) => rootAt(start + BigInt(at))))
  }

  const summariesAt = (slot: bigint): readonly HistoricalSummary[] => {
    const before = blocks[Number(head())]?.summaries ?? []
    const capella = firstSlot(network, 'capella')
    // The first slot of a period adds the one before, whether it has a block or not.
    const complete = capella === undefined ? 0 : Number(slot / size - capella / size)
    const added = Array.from({ length: Math.max(0, complete - before.length) }, (_, more) => {
      const first = (capella! / size + BigInt(before.length + more)) * size
      return { blockSummaryRoot: periodTree(first).root, stateSummaryRoot: new Uint8Array(32) }
    })
    return [...before, ...added]
  }

  const append = (given: SimulatedExecution): void => {
    const slot = BigInt(blocks.length)
    const fork = forkAt(network, slot)
    const payload = {
      ...payloadHeaders.blobPayload.empty(),
      timestamp: network.genesisTime + slot * BigInt(network.secondsPerSlot),
      ...given,
    }
    const isParent = fork.execution === 'hash' && slot > 0n
    const execution = isParent ? blockAt(latest(slot - 1n)).payload : payload
    const summaries = summariesAt(slot)
    const state = stateTree(slot, finalizedAt(slot), summaries)
    const body = bodyTree(fork, execution)
    const parentRoot = slot === 0n ? new Uint8Array(32) : rootAt(slot - 1n)
    const header = { slot, proposerIndex: slot % 64n, parentRoot, stateRoot: state.root, bodyRoot: body.root }
    blocks.push({ header, payload, execution, body, state, summaries })
    slots.set(toKey(beaconRoot(header)), slot)
    if (finalizedAt(slot) > finalized) finalized = finalizedAt(slot)
  }

  const revert = (slot: bigint): void => {
    if (slot < finalized) throw new Error(`Slot ${finalized} is finalized: nothing before it can go.`)
    for (const block of blocks.splice(Number(slot) + 1))
      if (block) slots.delete(toKey(beaconRoot(block.header)))
    states.clear()
  }

  /** The slot of the next block; of the next slot where there is none yet. */
  const next = (slot: bigint): bigint => {
    const at = blocks.findIndex((block, at) => block && at > slot)
    return at < 0 ? slot + 1n : BigInt(at)
  }

  /** A block's header as the objects of a fork have it. */
  const toHeader = (
    slot: bigint,
    typeFork: Fork,
    bodyRoot?: Uint8Array,
    stateRoot?: Uint8Array,
  ): LightClientHeader => {
    const fork = forkAt(network, slot)
    const { header, execution, body } = blockAt(slot)
    const beacon = {
      ...header,
      bodyRoot: bodyRoot ?? header.bodyRoot,
      stateRoot: stateRoot ?? header.stateRoot,
    }
    if (typeFork.execution === 'none') return { beacon }
    const empty = lightClientTypes(typeFork, preset).header.empty()
    if (fork.execution === 'none') return { ...empty, beacon }
    if (typeFork.execution === 'hash')
      return {
        beacon,
        executionBlockHash: execution.blockHash,
        executionBranch: pad(hashBranch(fork, execution, body), 11),
      }
    if (typeFork.execution === 'blobPayload' || !('blobGasUsed' in execution))
      return { beacon, execution, executionBranch: body.branch(25) }
    const { blobGasUsed: _, excessBlobGas: __, ...early } = execution
    return { beacon, execution: early, executionBranch: body.branch(25) }
  }

  const update = ({
    attested,
    signature = next(attested),
    absent = 0,
    finalized = finalizedAt(attested),
  }: UpdateChoice): CommitteeUpdate => {
    const fork = forkAt(network, attested)
    const state = stateTree(attested, finalized, blockAt(attested).summaries)
    const attestedHeader = toHeader(attested, fork, undefined, state.root)
    const { version } = forkAt(network, signature - 1n)
    const message = signingRoot(network, version, beaconRoot(attestedHeader.beacon))
    return {
      attestedHeader,
      nextSyncCommittee: committee(periodAt(network, attested) + 1n),
      nextSyncCommitteeBranch: state.branch(fork.nextCommittee),
      finalizedHeader:
        finalized === 0n ? lightClientTypes(fork, preset).header.empty() : toHeader(finalized, fork),
      finalityBranch: state.branch(fork.finality),
      syncAggregate: sign(preset.committeeSize, periodAt(network, signature), message, absent),
      signatureSlot: signature,
    }
  }

  const blockProof = (slot: bigint): BlockProof => {
    const fork = forkAt(network, slot)
    const { header, execution, body } = blockAt(slot)
    if (fork.blockHash === undefined) throw new Error('The simulation proves blocks from Bellatrix on.')
    const isHistorical = fork.name === 'bellatrix'
    const beacon = rowTree(Object.values(beaconFields(header)), 8)
    return {
      kind: isHistorical
        ? 'historicalRoots'
        : fork.name === 'capella'
          ? 'summariesCapella'
          : fork.name === 'gloas'
            ? 'summariesGloas'
            : 'summariesDeneb',
      proof: {
        // A historical root is of the period's blocks and states.
        beaconBlockProof: [
          ...periodTree(slot).branch(Number(size + (slot % size))),
          ...(isHistorical ? [new Uint8Array(32)] : []),
        ],
        beaconBlockRoot: beaconRoot(header),
        executionBlockProof: [...hashBranch(fork, execution, body), ...beacon.branch(12)],
        slot,
      },
    }
  }

  for (const execution of executions) append(execution)
  return {
    network,
    head,
    append,
    miss: (count = 1) => void blocks.push(...Array.from({ length: count }, () => undefined)),
    revert,
    latest,
    root: rootAt,
    header: (slot) => blockAt(slot).header,
    find: (root) => slots.get(toKey(root)),
    finalizedAt,
    bootstrap(slot) {
      const fork = forkAt(network, slot)
      return {
        header: toHeader(slot, fork),
        currentSyncCommittee: committee(periodAt(network, slot)),
        currentSyncCommitteeBranch: blockAt(slot).state.branch(fork.currentCommittee),
      }
    },
    update,
    committee,
    summaries(slot) {
      const { state, summaries } = blockAt(slot)
      return { summaries, branch: state.branch(forkAt(network, slot).summaries!) }
    },
    historicalRoots() {
      const periods = Number((firstSlot(network, 'capella') ?? 0n) / size)
      return Array.from({ length: periods }, (_, at) =>
        hashPair(periodTree(BigInt(at) * size).root, new Uint8Array(32)),
      )
    },
    blockProof,
  }
}

/** Makes execution blocks that were never executed: number 0 and up, with distinct hashes. */
export function inventExecutions(count: number): SimulatedExecution[] {
  return Array.from({ length: count }, (_, number) => ({
    blockHash: sha256(`block ${number}`),
    blockNumber: BigInt(number),
    extraData: new TextEncoder().encode('lectern'),
  }))
}

interface Keys {
  readonly committee: SyncCommittee
  readonly secrets: readonly bigint[]
}

const committees = new Map<string, Keys>()
const committeeRoots = new WeakMap<SyncCommittee, Uint8Array>()

function committeeOf(size: number, period: bigint): Keys {
  const key = `${size} ${period}`
  const known = committees.get(key)
  if (known) return known
  const { Point } = bls12_381.G1
  const secrets = Array.from({ length: size }, (_, at) => {
    const digest = sha256(`secret ${period} ${at}`)
    return BigInt(`0x${Buffer.from(digest).toString('hex')}`) % Point.Fn.ORDER
  })
  const points = secrets.map((secret) => Point.BASE.multiply(secret))
  const sum = points.reduce((total, point) => total.add(point), Point.ZERO)
  const committee = { pubkeys: points.map((point) => point.toBytes()), aggregatePubkey: sum.toBytes() }
  const keys = { committee, secrets }
  committees.set(key, keys)
  return keys
}

function committeeRoot(
  root: (committee: SyncCommittee) => Uint8Array,
  size: number,
  period: bigint,
): Uint8Array {
  const { committee } = committeeOf(size, period)
  const known = committeeRoots.get(committee) ?? root(committee)
  committeeRoots.set(committee, known)
  return known
}

/** The signature of all but the first members. The signatures of one message add up to that of the keys' sum. */
function sign(
  size: number,
  period: bigint,
  message: Uint8Array,
  absent: number,
): CommitteeUpdate['syncAggregate'] {
  const { secrets } = committeeOf(size, period)
  const { longSignatures, G1 } = bls12_381
  const syncCommitteeBits = new Uint8Array(size / 8)
  let secret = 0n
  for (let at = absent; at < size; at++) {
    secret = (secret + secrets[at]!) % G1.Point.Fn.ORDER
    syncCommitteeBits[at >> 3]! |= 1 << (at & 7)
  }
  if (secret === 0n) return { syncCommitteeBits, syncCommitteeSignature: new Uint8Array(96) }
  const point = longSignatures.hash(message, 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_')
  const signature = longSignatures.sign(point, G1.Point.Fn.toBytes(secret))
  return { syncCommitteeBits, syncCommitteeSignature: longSignatures.Signature.toBytes(signature) }
}

/** A block's body, of which only the execution block is there. */
function bodyTree(fork: Fork, execution: PayloadHeader): Tree {
  if (fork.blockHash === undefined) return createTree([[16, new Uint8Array(32)]])
  if (fork.execution === 'hash') return createTree([[fork.blockHash, execution.blockHash]])
  return createTree([[25, payloadTree(fork, execution).root]])
}

const payloadTree = (fork: Fork, execution: PayloadHeader): Tree => {
  const type = payloadHeaders[fork.execution === 'blobPayload' ? 'blobPayload' : 'payload']
  return rowTree(type.fieldRoots(execution), fork.execution === 'blobPayload' ? 32 : 16)
}

/** The branch from an execution block's hash to the root of the body. */
function hashBranch(fork: Fork, execution: PayloadHeader, body: Tree): readonly Uint8Array[] {
  if (fork.execution === 'hash') return body.branch(fork.blockHash!)
  const field = fork.execution === 'blobPayload' ? 44 : 28
  return [...payloadTree(fork, execution).branch(field), ...body.branch(25)]
}

const pad = (branch: readonly Uint8Array[], length: number): readonly Uint8Array[] => [
  ...Array.from({ length: length - branch.length }, () => new Uint8Array(32)),
  ...branch,
]

/** A tree whose leaves are these, and zeros up to the width. */
const rowTree = (leaves: readonly Uint8Array[], width: number = leaves.length): Tree =>
  createTree(
    Array.from({ length: width }, (_, at) => [width + at, leaves[at] ?? new Uint8Array(32)] as const),
  )

const beaconFields = (header: BeaconHeader): readonly Uint8Array[] => beaconHeader.fieldRoots(header)

const sha256 = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest())
const toKey = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
