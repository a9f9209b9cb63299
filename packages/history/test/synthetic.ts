import {
  type AccessListEntry,
  type ChainConfig,
  encodeHeader,
  encodeReceipt,
  encodeTransaction,
  type Header,
  keccak256,
  type Log,
  logsBloom,
  orderedTrieRoot,
  type Receipt,
  type Transaction,
  type TransactionType,
  type VerifiedBlock,
  verify,
  encodeWithdrawal,
} from '@lectern/chain'
import { blobGasUsed, concatBytes, encodeList, joinBloom, signingHash } from '@lectern/chain/internal'
import { sign } from 'micro-eth-signer/utils.js'
import type { StoredBlock } from '../src/store/interface.ts'

// Blocks for tests and benchmarks: nothing has executed them, but each root, bloom, sum and signature is right, so `verify` takes them.
// Sizes are like mainnet's: a transaction of 322 bytes and a receipt of 329 without its bloom, 1.74 logs.

/** The chain that synthetic blocks are of. */
export const syntheticConfig: ChainConfig = {
  chainId: 1n,
  blobSchedule: [{ timestamp: 0n, updateFraction: 3338477n }],
}

const GAS_LIMIT = 45_000_000n

/** Makes verified blocks, the same ones for the same seed; `count` transactions each, of all types. */
export function createSynthesizer(
  seed = 1,
): (parent: VerifiedBlock | null, count: number, number?: bigint) => VerifiedBlock {
  const random = createRandom(seed)
  return (parent, count, number = parent ? parent.number + 1n : 0n) => {
    const transactions = Array.from({ length: count }, () => makeTransaction(random))
    let gasUsed = 0n
    const bloom = new Uint8Array(256)
    const receipts = transactions.map((transaction) => {
      const logs =
        transaction.input.length === 0 ? [] : Array.from({ length: random.below(7) }, () => makeLog(random))
      gasUsed += 21000n + BigInt(random.below(100000))
      const receipt: Receipt = {
        type: transaction.type,
        status: random.below(20) === 0 ? 0 : 1,
        cumulativeGasUsed: gasUsed,
        logsBloom: logsBloom(logs),
        logs,
      }
      joinBloom(bloom, receipt.logsBloom)
      return encodeReceipt(receipt)
    })
    const bytes = transactions.map((transaction) => encodeTransaction(transaction))
    const withdrawals = Array.from({ length: random.below(17) }, (_, index) =>
      encodeWithdrawal({
        index: BigInt(index),
        validatorIndex: BigInt(random.below(1e6)),
        address: random.bytes(20),
        amount: BigInt(random.below(2e7)),
      }),
    )
    const header: Header = {
      parentHash: parent?.hash ?? new Uint8Array(32),
      sha3Uncles: keccak256(encodeList([])),
      miner: random.bytes(20),
      stateRoot: random.bytes(32),
      transactionsRoot: orderedTrieRoot(bytes),
      receiptsRoot: orderedTrieRoot(receipts),
      logsBloom: bloom,
      difficulty: 0n,
      number,
      gasLimit: gasUsed > GAS_LIMIT ? gasUsed : GAS_LIMIT, // a thousand transactions take more
      gasUsed,
      timestamp: 1_700_000_000n + 12n * number,
      extraData: random.bytes(random.below(33)),
      mixHash: random.bytes(32),
      nonce: new Uint8Array(8),
      baseFeePerGas: BigInt(random.below(1e9)),
      withdrawalsRoot: orderedTrieRoot(withdrawals),
      blobGasUsed: transactions.reduce((sum, transaction) => sum + blobGasUsed(transaction), 0n),
      excessBlobGas: BigInt(random.below(1e8)),
      parentBeaconBlockRoot: random.bytes(32),
      requestsHash: random.bytes(32),
    }
    const raw = { header: encodeHeader(header), transactions: bytes, uncles: [], withdrawals, receipts }
    return verify(raw, { config: syntheticConfig, parent })
  }
}

/** So many blocks after one another, of so many transactions each. */
export function makeChain(length: number, count: number, seed?: number): VerifiedBlock[] {
  const make = createSynthesizer(seed)
  const blocks: VerifiedBlock[] = []
  for (let i = 0; i < length; i++) blocks.push(make(blocks.at(-1) ?? null, count))
  return blocks
}

interface Random {
  below(limit: number): number
  bytes(length: number): Uint8Array
}

// Marsaglia's xorshift: short, and the same everywhere.
function createRandom(seed: number): Random {
  let state = (seed * 2654435761) >>> 0 || 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    return (state ^= state << 5) >>> 0
  }
  return {
    below: (limit) => next() % limit,
    bytes: (length) => Uint8Array.from({ length }, () => next() >>> 24),
  }
}

/** A word of the ABI that holds so many bytes. */
const word = (random: Random, bytes: number): Uint8Array =>
  concatBytes([new Uint8Array(32 - bytes), random.bytes(bytes)])

function makeLog(random: Random): Log {
  const topics = [random.bytes(32), ...Array.from({ length: random.below(3) }, () => word(random, 20))]
  return {
    address: random.bytes(20),
    topics,
    data: concatBytes([word(random, 9), word(random, random.below(3))]),
  }
}

const types: readonly TransactionType[] = [0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 4]

function makeTransaction(random: Random): Transaction {
  const type = types[random.below(types.length)]!
  const words = Array.from({ length: random.below(24) }, (_, i) => word(random, [20, 9, 1, 4][i % 4]!))
  const call = random.below(9) < 5
  const signed = {
    nonce: BigInt(random.below(1000)),
    gas: 21000n + BigInt(random.below(400000)),
    to: type < 3 && random.below(60) === 0 ? null : random.bytes(20),
    value: call ? 0n : BigInt(random.below(2 ** 31)) * 10n ** 9n,
    input: call ? concatBytes([random.bytes(4), ...words]) : new Uint8Array(),
  }
  const typed = { ...signed, chainId: 1n, accessList: type === 1 ? makeAccessList(random) : [] }
  const priced = {
    ...typed,
    maxPriorityFeePerGas: BigInt(random.below(1e9)),
    maxFeePerGas: BigInt(random.below(2 ** 31)),
  }
  const to = signed.to!
  const unsigned = {
    0: { ...signed, type: 0, gasPrice: BigInt(random.below(2 ** 31)) },
    1: { ...typed, type: 1, gasPrice: BigInt(random.below(2 ** 31)) },
    2: { ...priced, type: 2 },
    3: {
      ...priced,
      to,
      type: 3,
      maxFeePerBlobGas: 1n,
      blobVersionedHashes: [concatBytes([Uint8Array.of(1), random.bytes(31)])],
    },
    4: {
      ...priced,
      to,
      type: 4,
      authorizationList: [{ chainId: 1n, address: random.bytes(20), nonce: 1n, yParity: 0, r: 1n, s: 1n }],
    },
  }[type] as object
  // v says chain 1 (EIP-155) to the hash that is signed; r, s and the parity are not in it.
  const draft = withSignature(unsigned, 1n, 1n, 0)
  const { r, s, recovery } = sign(
    signingHash(draft),
    concatBytes([Uint8Array.of(1), random.bytes(31)]),
    false,
  )
  return withSignature(unsigned, r, s, recovery!)
}

const withSignature = (unsigned: object, r: bigint, s: bigint, yParity: number): Transaction =>
  ({ ...unsigned, r, s, yParity, v: 37n + BigInt(yParity) }) as unknown as Transaction

const makeAccessList = (random: Random): AccessListEntry[] => [
  { address: random.bytes(20), storageKeys: [random.bytes(32), word(random, 1)] },
]

/** Returns a block as a store returns it. */
export const toStored = ({
  number,
  hash,
  raw,
  size,
  blobGasPrice,
  transactions,
}: VerifiedBlock): StoredBlock => ({
  number,
  hash,
  raw,
  size,
  ...(blobGasPrice !== undefined && { blobGasPrice }),
  transactions,
})

/** A receipt without logs, as of a transaction that is in no list. */
export const emptyReceipt: Uint8Array = encodeReceipt({
  type: 0,
  status: 1,
  cumulativeGasUsed: 0n,
  logsBloom: new Uint8Array(256),
  logs: [],
})
