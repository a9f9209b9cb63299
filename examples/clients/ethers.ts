// Reads a chain with ethers: `new JsonRpcProvider(url)`.
import {
  type AccessList,
  type Block,
  JsonRpcProvider,
  type Log,
  Transaction,
  type TransactionReceipt,
  type TransactionResponse,
} from 'ethers'
import { type Json, type ReadBlock, type ReadChain, toJson } from './reading.ts'

export async function* read(url: string): AsyncGenerator<ReadChain | ReadBlock> {
  const provider = new JsonRpcProvider(url)
  try {
    const head = await provider.getBlockNumber()
    const { chainId } = await provider.getNetwork()
    yield { chainId: toJson(chainId), blockNumber: toJson(head) }
    for (let number = 0; number <= head; number++) {
      const block = (await provider.getBlock(number, true))!
      const { transactions: hashes, prefetchedTransactions: whole } = block
      const byHash = (await provider.getBlock(block.hash!))!
      yield {
        block: { ...blockJson(block), transactions: whole.map(transactionJson) },
        byHash: { ...blockJson(byHash), transactions: toJson(byHash.transactions) },
        transactions: await Promise.all(
          hashes.map(async (hash) => transactionJson((await provider.getTransaction(hash))!)),
        ),
        receipts: await Promise.all(
          hashes.map(async (hash) => receiptJson((await provider.getTransactionReceipt(hash))!)),
        ),
        computed: { transactions: whole.map(computeTransaction) },
      }
    }
  } finally {
    provider.destroy()
  }
}

function blockJson(block: Block): { [member: string]: Json } {
  const { prevRandao, ...rest } = membersOf(block, [
    'number',
    'hash',
    'parentHash',
    'timestamp',
    'nonce',
    'difficulty',
    'gasLimit',
    'gasUsed',
    'miner',
    'extraData',
    'baseFeePerGas',
    'stateRoot',
    'receiptsRoot',
    'blobGasUsed',
    'excessBlobGas',
    'parentBeaconBlockRoot',
    'prevRandao',
  ])
  return { ...rest, mixHash: prevRandao! }
}

function transactionJson(transaction: TransactionResponse): Json {
  const { type, signature } = transaction
  const { r, s, yParity, legacyChainId } = signature
  const v = type === 0 ? (signature.networkV ?? signature.v) : yParity
  const { index, gasLimit, data, ...rest } = membersOf(transaction, [
    'blockNumber',
    'blockHash',
    'hash',
    'index',
    'type',
    'to',
    'from',
    'nonce',
    'gasLimit',
    'gasPrice',
    'maxPriorityFeePerGas',
    'maxFeePerGas',
    'maxFeePerBlobGas',
    'data',
    'value',
    'blobVersionedHashes',
  ])
  return {
    ...rest,
    transactionIndex: index!,
    gas: gasLimit!,
    input: data!,
    ...(toJson({ r, s, v }) as object),
    chainId: type === 0 && legacyChainId === null ? null : toJson(transaction.chainId),
    accessList: type === 0 ? null : accessListJson(transaction.accessList!),
    ...(type === 0 ? {} : { yParity: toJson(yParity) }),
    authorizationList:
      transaction.authorizationList?.map(({ address, nonce, chainId, signature: signed }) =>
        toJson({ address, nonce, chainId, r: signed.r, s: signed.s, yParity: signed.yParity }),
      ) ?? null,
  }
}

const accessListJson = (list: AccessList): Json =>
  list.map(({ address, storageKeys }) => ({ address, storageKeys }))

function receiptJson(receipt: TransactionReceipt): Json {
  const { hash, index, gasPrice, ...rest } = membersOf(receipt, [
    'to',
    'from',
    'contractAddress',
    'hash',
    'index',
    'blockHash',
    'blockNumber',
    'logsBloom',
    'gasUsed',
    'blobGasUsed',
    'blobGasPrice',
    'cumulativeGasUsed',
    'gasPrice',
    'type',
    'status',
    'root',
  ])
  const own = { transactionHash: hash!, transactionIndex: index!, effectiveGasPrice: gasPrice! }
  return { ...rest, ...own, logs: receipt.logs.map(logJson) }
}

function logJson(log: Log): Json {
  const { index, ...rest } = membersOf(log, [
    'address',
    'topics',
    'data',
    'blockNumber',
    'transactionHash',
    'transactionIndex',
    'blockHash',
    'index',
    'removed',
  ])
  return { ...rest, logIndex: index! }
}

function computeTransaction(response: TransactionResponse): Json {
  const transaction = Transaction.from(response)
  return { hash: transaction.hash, from: transaction.from }
}

function membersOf<T extends object>(
  value: T,
  names: readonly (keyof T & string)[],
): { [member: string]: Json } {
  return Object.fromEntries(names.map((name) => [name, toJson(value[name])]))
}
