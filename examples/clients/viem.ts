// Reads a chain with viem: `createPublicClient({ transport: http(url) })`.
import {
  type Block,
  createPublicClient,
  http,
  keccak256,
  numberToHex,
  recoverTransactionAddress,
  serializeTransaction,
  toRlp,
  type Transaction,
  type TransactionReceipt,
  type TransactionSerializable,
} from 'viem'
import { type Json, type ReadBlock, type ReadChain, toJson } from './reading.ts'

export async function* read(url: string): AsyncGenerator<ReadChain | ReadBlock> {
  const client = createPublicClient({ transport: http(url) })
  const head = await client.getBlockNumber()
  const chainId = toJson(await client.getChainId())
  yield { chainId, blockNumber: toJson(head) }
  for (let blockNumber = 0n; blockNumber <= head; blockNumber++) {
    const block = await client.getBlock({ blockNumber, includeTransactions: true })
    const hashes = block.transactions.map(({ hash }) => hash)
    yield {
      block: { ...blockJson(block), transactions: block.transactions.map(transactionJson) },
      byHash: blockJson(await client.getBlock({ blockHash: block.hash })),
      transactions: await Promise.all(
        hashes.map(async (hash) => transactionJson(await client.getTransaction({ hash }))),
      ),
      receipts: await Promise.all(
        hashes.map(async (hash) => receiptJson(await client.getTransactionReceipt({ hash }))),
      ),
      computed: {
        block: { hash: hashHeader(block) },
        transactions: await Promise.all(block.transactions.map(computeTransaction)),
      },
    }
  }
}

/** viem adds a total difficulty to each block, null if the node sends none. */
function blockJson(block: Block): { [member: string]: Json } {
  return { ...(toJson(block) as object), totalDifficulty: null }
}

/** viem says a type's name in `type`, and its number in `typeHex`. */
function transactionJson({ typeHex, ...transaction }: Transaction): Json {
  return { ...(toJson(transaction) as object), type: typeHex }
}

const types = ['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702']

function receiptJson({ type, status, root, ...receipt }: TransactionReceipt): Json {
  const outcome = root === undefined ? { status: status === 'success' ? '0x1' : '0x0' } : { root } // Byzantium brought the status
  return { ...(toJson(receipt) as object), ...outcome, type: numberToHex(types.indexOf(type)) }
}

async function computeTransaction(transaction: Transaction): Promise<Json> {
  const { r, s, v, yParity, type } = transaction
  const signature = type === 'legacy' ? { r, s, v } : { r, s, yParity: yParity! }
  const fields = { ...transaction, data: transaction.input } as unknown as TransactionSerializable
  const serializedTransaction = serializeTransaction(fields, signature)
  const from = await recoverTransactionAddress({ serializedTransaction })
  return { hash: keccak256(serializedTransaction), from }
}

/** Members that viem passes on as the node wrote them. */
type Later = { readonly [K in 'requestsHash' | 'blockAccessListHash' | 'slotNumber']?: `0x${string}` }

/** The keccak-256 of the header's RLP; a later fork's fields are absent before it. */
function hashHeader(block: Block): `0x${string}` {
  const later = [
    typeof block.baseFeePerGas === 'bigint' ? quantity(block.baseFeePerGas) : undefined,
    block.withdrawalsRoot,
    block.withdrawalsRoot && block.parentBeaconBlockRoot ? quantity(block.blobGasUsed) : undefined,
    block.withdrawalsRoot && block.parentBeaconBlockRoot ? quantity(block.excessBlobGas) : undefined,
    block.parentBeaconBlockRoot,
    ...(['requestsHash', 'blockAccessListHash', 'slotNumber'] as const).map((name) => (block as Later)[name]),
  ].filter((field) => field !== undefined)
  return keccak256(
    toRlp([
      block.parentHash,
      block.sha3Uncles,
      block.miner,
      block.stateRoot,
      block.transactionsRoot,
      block.receiptsRoot,
      block.logsBloom!,
      quantity(block.difficulty),
      quantity(block.number!),
      quantity(block.gasLimit),
      quantity(block.gasUsed),
      quantity(block.timestamp),
      block.extraData,
      block.mixHash,
      block.nonce!,
      ...later,
    ]),
  )
}

const quantity = (value: bigint) => (value === 0n ? '0x' : numberToHex(value))
