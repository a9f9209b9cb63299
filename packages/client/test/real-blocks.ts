import {
  blockToJson,
  type ChainConfig,
  ChainError,
  decodeHeader,
  decodeReceipt,
  decodeTransaction,
  fromHex,
  hashHeader,
  hashTransaction,
  receiptToJson,
  toHex,
  transactionToJson,
  blobGasPrice,
  decodeWithdrawal,
} from '@lectern/chain'
import { blockSize, toQuantity } from '@lectern/chain/internal'
import type { BlockRecord } from '@lectern/chain/testing'

/** The answers of a node about one block. */
export interface Answers {
  readonly hashes: object
  readonly whole: object | undefined
  readonly transactions: readonly object[]
  readonly receipts: readonly object[]
}

/**
 * The answers of a node that has a real block, from its bytes alone: whole only where the record has every part. An unknown type has the members that every node sends, and one that no document has.
 */
export function answersOf(record: BlockRecord, config: ChainConfig | undefined): Answers {
  const header = decodeHeader(record.header)
  const hash = hashHeader(record.header)
  const price = config && blobGasPrice(header, config)
  const block = { ...header, hash, blobGasPrice: price ?? 1n } // unknown for a chain without a config
  const bytes = record.transactions ?? []
  const contexts = bytes.map((each, index) => ({
    hash: hashTransaction(each),
    from: fromHex(record.senders[index] ?? `0x${'00'.repeat(20)}`),
    index,
    block,
  }))
  const transactions = bytes.map((each, index) =>
    orUnknown(
      () => transactionToJson(decodeTransaction(each), contexts[index]!),
      () => unknownJson(each, contexts[index]!),
    ),
  )
  let [gas, firstLogIndex] = [0n, 0]
  const receipts = (record.transactions ? (record.receipts ?? []) : []).map((each, index) =>
    orUnknown(
      () => {
        const receipt = decodeReceipt(each)
        const gasUsed = receipt.cumulativeGasUsed - gas
        const transaction = decodeTransaction(bytes[index]!)
        const json = receiptToJson(receipt, { ...contexts[index]!, transaction, gasUsed, firstLogIndex })
        gas = receipt.cumulativeGasUsed
        firstLogIndex += receipt.logs.length
        return json
      },
      () => ({
        ...unknownJson(bytes[index]!, contexts[index]!),
        transactionHash: toHex(contexts[index]!.hash),
        logs: [],
        logsBloom: `0x${'00'.repeat(256)}`,
        status: '0x1',
        cumulativeGasUsed: '0x0',
      }),
    ),
  )
  const facts = {
    header,
    hash,
    uncles: (record.uncles ?? []).map(hashHeader),
    ...(header.withdrawalsRoot && { withdrawals: (record.withdrawals ?? []).map(decodeWithdrawal) }),
    size: blockSize({
      header: record.header,
      transactions: bytes,
      uncles: record.uncles ?? [],
      ...(header.withdrawalsRoot && { withdrawals: record.withdrawals ?? [] }),
    }),
  }
  const isWhole =
    record.transactions !== null && record.uncles !== null && (!header.withdrawalsRoot || record.withdrawals)
  return {
    hashes: blockToJson(
      facts,
      contexts.map((context) => toHex(context.hash)),
    ),
    whole: isWhole ? blockToJson(facts, transactions as never) : undefined,
    transactions,
    receipts,
  }
}

function unknownJson(bytes: Uint8Array, { hash, from, index, block }: any): object {
  return {
    blockHash: toHex(block.hash),
    blockNumber: toQuantity(block.number),
    blockTimestamp: toQuantity(block.timestamp),
    from: toHex(from),
    gas: '0x0',
    hash: toHex(hash),
    input: '0x',
    to: null,
    transactionIndex: toQuantity(index),
    type: toQuantity(bytes[0]!),
    value: '0x0',
    l1Fee: '0x1',
  }
}

function orUnknown(render: () => object, renderUnknown: () => object): object {
  try {
    return render()
  } catch (error) {
    if (error instanceof ChainError && error.check === 'unsupported') return renderUnknown()
    throw error
  }
}
