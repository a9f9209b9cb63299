import { describeCorpus, sample } from '@lectern/fixtures'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, byHash, type FileBlock, readAnswers, readChain } from './chain-file.ts'
import { faultsOf } from './faults.ts'
import {
  blockToJson,
  encodeHeader,
  encodeTransaction,
  hashHeader,
  headerFromJson,
  keccak256,
  logsBloom,
  orderedTrieRoot,
  receiptFromJson,
  receiptToJson,
  toHex,
  transactionFromJson,
  transactionToJson,
  useEngine,
  withdrawalFromJson,
} from '../src/index.ts'
import { equalBytes, encodeList } from '../src/internal.ts'
import { loadWasmEngine } from '../src/crypto/wasm.ts'

useEngine(await loadWasmEngine()) // noble would take 1.3 ms a sender, this takes 0.09

describe('the sample chain', () => {
  answers(sample.exchanges, sample.chain, sample.genesis)
})

describeCorpus('execution-apis/tests', 'the chain of execution-apis', (folder) => {
  answers(folder, `${folder}/chain.rlp`, `${folder}/genesis.json`)
})

function answers(exchanges: string, chain: string, genesis: string): void {
  let blocks: readonly FileBlock[]
  let transactions: ReturnType<typeof byHash>
  let all: readonly Answer[]
  const of = (method: string): Answer[] => all.filter((one) => one.method === method)
  const done = { transactions: 0, receipts: 0, blocks: 0 }

  beforeAll(() => {
    blocks = readChain(chain, genesis).blocks
    transactions = byHash(blocks)
    all = [...readAnswers(exchanges)]
  })

  test('is linked by hash, and each block holds what its header commits to', () => {
    for (const [at, { header, body }] of blocks.entries()) {
      const parent = blocks[at - 1]
      if (parent) expect(toHex(header.parentHash)).toBe(toHex(parent.hash))
      expect(toHex(orderedTrieRoot(body.transactions))).toBe(toHex(header.transactionsRoot))
      expect(toHex(keccak256(encodeList(body.uncles)))).toBe(toHex(header.sha3Uncles))
      expect(body.withdrawals && toHex(orderedTrieRoot(body.withdrawals))).toBe(
        header.withdrawalsRoot && toHex(header.withdrawalsRoot),
      )
    }
  })

  test('S7 each transaction is rendered in the bytes that were recorded, and read back', () => {
    for (const { file, text } of of('eth_getTransactionByHash')) {
      const json = JSON.parse(text)
      const placed = transactions.get(json.hash)!
      expect(JSON.stringify(transactionToJson(placed.transaction, placed)), file).toBe(text)
      expect(transactionFromJson(json)).toEqual(placed.transaction)
      expect(toHex(keccak256(encodeTransaction(transactionFromJson(json))))).toBe(json.hash)
      done.transactions++
    }
  })

  test('S8 S9 each receipt and its logs are rendered in the bytes that were recorded, and read back', () => {
    for (const { file, text } of of('eth_getTransactionReceipt')) {
      const json = JSON.parse(text)
      const receipt = receiptFromJson(json)
      expect(logsBloom(receipt.logs)).toEqual(receipt.logsBloom)
      const gasUsed = BigInt(json.gasUsed)
      const firstLogIndex = Number(json.logs[0]?.logIndex ?? 0)
      const placed = transactions.get(json.transactionHash)!
      expect(JSON.stringify(receiptToJson(receipt, { ...placed, gasUsed, firstLogIndex })), file).toBe(text)
      done.receipts++
    }
  })

  test('S10 each block is rendered in the bytes that were recorded, and its header read back', () => {
    for (const { file, text } of of('eth_getBlockByNumber')) {
      const json = JSON.parse(text)
      expect(toHex(hashHeader(encodeHeader(headerFromJson(json))))).toBe(json.hash)
      const block = blocks.find(({ header }) => header.number === BigInt(json.number))
      if (block === undefined) continue // the first block is in genesis.json
      const whole = typeof json.transactions[0] === 'object'
      expect(JSON.stringify(render(block, whole)), file).toBe(text)
      expect(json.withdrawals?.map(withdrawalFromJson)).toEqual(block.withdrawals)
      done.blocks++
    }
  })

  test('was asked enough', () => {
    expect(Math.min(...Object.values(done))).toBeGreaterThan(6)
  })

  test('S7 S10 every transaction and block of it is rendered as the document says, and read back', () => {
    for (const block of blocks) {
      for (const whole of [false, true]) expect(faultsOf('Block', render(block, whole))).toEqual([])
      expect(equalBytes(encodeHeader(headerFromJson(render(block, false))), block.body.header)).toBe(true)
      for (const placed of block.transactions) {
        const json = transactionToJson(placed.transaction, placed)
        expect(faultsOf('Transaction', json)).toEqual([])
        expect(
          equalBytes(encodeTransaction(transactionFromJson(json)), block.body.transactions[placed.index]!),
        ).toBe(true)
      }
    }
  })
}

const render = (block: FileBlock, whole: boolean): ReturnType<typeof blockToJson> =>
  blockToJson(
    block,
    whole
      ? block.transactions.map((placed) => transactionToJson(placed.transaction, placed))
      : block.transactions.map(({ hash }) => toHex(hash)),
  )
