import {
  blockToJson,
  decodeHeader,
  decodeReceipt,
  decodeTransaction,
  encodeHeader,
  encodeReceipt,
  encodeTransaction,
  hashHeader,
  keccak256,
  logsBloom,
  orderedTrieRoot,
  receiptToJson,
  recoverSender,
  transactionToJson,
  verify,
  type ChainConfig,
  type Header,
  type Log,
  type RawBlock,
  type Receipt,
  type Transaction,
  type VerifiedBlock,
  decodeWithdrawal,
  encodeWithdrawal,
} from '@lectern/chain'
import { concatBytes, encodeList, hashRequests, joinBloom, rlpLength } from '@lectern/chain/internal'
import { type Fork, forks, transactionsOf } from './paper-transactions.ts'

/** A block's answers, as they are served. */
export interface PaperBlock {
  readonly hashes: Record<string, unknown>
  readonly whole: Record<string, unknown>
  readonly transactions: readonly Record<string, unknown>[]
  readonly receipts: readonly Record<string, unknown>[]
  readonly uncles: readonly Record<string, unknown>[]
}

// Time 100 is Cancun here: the fork of a block is what fields its header has.
const config: ChainConfig = {
  chainId: 11155111n,
  blobSchedule: [{ timestamp: 100n, updateFraction: 3338477n }],
}

/**
 * Makes a chain without executing it: made-up transactions, signatures and receipts whose hashes, roots, blooms, senders and sums are right. `verify` has proved each block.
 */
export function makePaperChain(): PaperBlock[] {
  const blocks: PaperBlock[] = []
  let parent: VerifiedBlock | null = null
  for (const [number, fork] of forks.entries()) {
    const raw = makeBlock(number, fork, parent)
    parent = verify(raw, { config, parent: parent && { number: parent.number, hash: parent.hash } })
    blocks.push(render(parent))
  }
  return blocks
}

const since = (fork: Fork, first: Fork) => forks.indexOf(fork) >= forks.indexOf(first)
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>
const word = (seed: string) => keccak256(new TextEncoder().encode(seed))

function makeBlock(number: number, fork: Fork, parent: VerifiedBlock | null): RawBlock {
  const transactions = number === 0 || number === 7 ? [] : transactionsOf(fork, number)
  const receipts = transactions.map((transaction, index) => makeReceipt(transaction, index, fork))
  const bloom = new Uint8Array(256)
  for (const receipt of receipts) joinBloom(bloom, receipt.logsBloom)
  const uncles = number === 2 ? [encodeHeader({ ...parent!.header, extraData: word('uncle') })] : []
  const withdrawals = since(fork, 'shanghai')
    ? [0n, 1n].map((index) =>
        encodeWithdrawal({ index, validatorIndex: 3n, address: word('w').slice(12), amount: 5n }),
      )
    : undefined
  const requests = since(fork, 'prague') ? [concatBytes([Uint8Array.of(1), word('request')])] : undefined
  const bytes = {
    transactions: transactions.map((transaction) => encodeTransaction(transaction)),
    receipts: receipts.map((receipt) => encodeReceipt(receipt)),
  }
  const blobs = transactions.flatMap((transaction) =>
    transaction.type === 3 ? transaction.blobVersionedHashes : [],
  )
  const header: Header = {
    parentHash: parent?.hash ?? new Uint8Array(32),
    sha3Uncles: keccak256(encodeList(uncles)),
    miner: word('miner').slice(12),
    stateRoot: word(`state ${number}`),
    transactionsRoot: orderedTrieRoot(bytes.transactions),
    receiptsRoot: orderedTrieRoot(bytes.receipts),
    logsBloom: bloom,
    difficulty: since(fork, 'shanghai') ? 0n : 131072n,
    number: BigInt(number),
    gasLimit: 30_000_000n,
    gasUsed: since(fork, 'amsterdam') ? 77_000n : (receipts.at(-1)?.cumulativeGasUsed ?? 0n),
    timestamp: 100n + 12n * BigInt(number),
    extraData: word('extra').slice(0, number),
    mixHash: word('mix'),
    nonce: new Uint8Array(8),
    ...(since(fork, 'london') && { baseFeePerGas: 7n }),
    ...(withdrawals && { withdrawalsRoot: orderedTrieRoot(withdrawals) }),
    ...(since(fork, 'cancun') && {
      blobGasUsed: 131072n * BigInt(blobs.length),
      excessBlobGas: number === 6 ? 0n : 40_000_000n,
      parentBeaconBlockRoot: word('beacon'),
    }),
    ...(requests && { requestsHash: hashRequests(requests) }),
    ...(since(fork, 'amsterdam') && { blockAccessListHash: word('access'), slotNumber: 9n }),
  }
  return {
    header: encodeHeader(header),
    ...bytes,
    uncles,
    ...(withdrawals && { withdrawals }),
    ...(requests && { requests }),
  }
}

// Every second transaction writes logs; a creation fails when it is the third.
function makeReceipt(transaction: Transaction, index: number, fork: Fork): Receipt {
  const logs: Log[] = Array.from({ length: index % 2 === 0 ? 0 : index + 1 }, (_, at) => ({
    address: word('contract').slice(12),
    topics: Array.from({ length: at % 5 }, (_, topic) => word(`topic ${topic}`)),
    data: word(`data ${at}`).slice(0, at * 7),
  }))
  return {
    type: transaction.type,
    ...(since(fork, 'byzantium') ? { status: index === 2 ? 0 : 1 } : { root: word(`root ${index}`) }),
    cumulativeGasUsed: 21_000n * BigInt(index + 1) + BigInt(index),
    logsBloom: logsBloom(logs),
    logs,
  }
}

function render({ header, hash, raw, size, blobGasPrice, transactions }: VerifiedBlock): PaperBlock {
  const block = { ...header, hash, blobGasPrice }
  const contexts = transactions.map(({ bytes, ...rest }, index) => ({
    ...rest,
    index,
    block,
    transaction: decodeTransaction(bytes),
  }))
  const whole = contexts.map((context) =>
    transactionToJson(context.transaction, { ...context, from: recoverSender(context.transaction) }),
  )
  const receipts = contexts.map((context) => receiptToJson(decodeReceipt(context.receipt), context))
  const withdrawals = raw.withdrawals?.map(decodeWithdrawal)
  const facts = {
    header: decodeHeader(raw.header),
    hash,
    size,
    uncles: raw.uncles.map(hashHeader),
    withdrawals,
  }
  return {
    hashes: plain(
      blockToJson(
        facts,
        whole.map((transaction) => transaction.hash),
      ),
    ),
    whole: plain(blockToJson(facts, whole)),
    transactions: whole.map(plain),
    receipts: receipts.map(plain),
    uncles: raw.uncles.map(renderUncle),
  }
}

function renderUncle(rlp: Uint8Array): Record<string, unknown> {
  const size = rlpLength(rlp.length + 2) // with the empty lists of transactions and uncles
  const block = blockToJson({ header: decodeHeader(rlp), hash: hashHeader(rlp), size, uncles: [] }, [])
  const { transactions: _, ...uncle } = plain(block)
  return uncle
}
