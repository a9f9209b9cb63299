import { readFileSync } from 'node:fs'
import { describeCorpus } from '@lectern/fixtures'
import { describe, expect, test } from 'vitest'
import { type BlockRecord, genesisConfigs, networks, readRecords } from './records.ts'
import {
  blockToJson,
  type ChainConfig,
  ChainError,
  decodeHeader,
  decodeReceipt,
  decodeTransaction,
  encodeHeader,
  encodeReceipt,
  encodeTransaction,
  fromHex,
  hashHeader,
  hashTransaction,
  type Header,
  headerFromJson,
  keccak256,
  logsBloom,
  orderedTrieRoot,
  parseChainConfig,
  receiptFromJson,
  receiptToJson,
  recoverSender,
  splitBlock,
  toHex,
  transactionFromJson,
  transactionToJson,
  useEngine,
  verify,
  withdrawalFromJson,
  blobGasPrice,
  type BlockContext,
  decodeWithdrawal,
  encodeWithdrawal,
} from '../src/index.ts'
import {
  blockSize,
  encodeBlock,
  encodeList,
  equalBytes,
  listItems,
  transactionChainId,
} from '../src/internal.ts'
import { loadWasmEngine } from '../src/crypto/wasm.ts'

const configs: Readonly<Record<string, ChainConfig>> = Object.fromEntries(
  Object.entries(genesisConfigs).map(([network, config]) => [network, parseChainConfig(config)]),
)

useEngine(await loadWasmEngine()) // noble would take 1.3 ms a sender, this takes 0.09

describeCorpus('blocks', 'real blocks', (folder) => {
  describe.each(Object.entries(configs))('of %s', (network, config) => {
    const counts = { blocks: 0, transactions: 0, receipts: 0, verified: 0 }

    test('hash to their names, hold their roots and senders, are proved where every part is there, and come back byte for byte from facts and from JSON', () => {
      for (const record of readRecords(folder, network)) {
        counts.blocks++
        const header = checkHeader(record)
        checkBody(record, header)
        const senders = proveWhole(record, header, config)
        if (senders) counts.verified++
        const hash = hashHeader(record.header)
        const context: BlockContext = { ...header, hash, blobGasPrice: blobGasPrice(header, config) }
        counts.transactions += checkTransactions(record, context, config, senders)
        counts.receipts += checkReceipts(record, header, context)
      }
      expect(counts.blocks).toBeGreaterThan(3)
    })

    if (network === 'mainnet')
      test('are as many as the corpus says', () => {
        expect(counts).toEqual({ blocks: 359, transactions: 48276, receipts: 26602, verified: 176 })
      })
  })

  test('a goerli block that somebody made up has a hash of its own and no proof of its withdrawals', () => {
    const twice = [...readRecords(folder, 'goerli')].filter(({ number }) => number === 8656414n)
    const roots = twice.map(({ header }) => toHex(decodeHeader(header).withdrawalsRoot!))
    expect(twice.map(({ hash }) => hash.slice(0, 10))).toEqual(['0x808eada4', '0xa16c6bcd'])
    expect(roots[0]).toBe(`0x${'a'.repeat(64)}`)
    const [fake, real] = twice as [BlockRecord, BlockRecord]
    expect(roots[1]).toBe(toHex(orderedTrieRoot(real.withdrawals!)))
    const raw = {
      header: fake.header,
      transactions: fake.transactions!,
      uncles: [],
      withdrawals: real.withdrawals!,
      receipts: [],
    }
    expect(() => verify(raw, { config: configs['goerli']!, parent: null })).toThrow(
      'block 8656414: withdrawalsRoot is 0xaaaa',
    )
  })

  test('of other chains are read right or refused with a reason, never wrong', () => {
    const others = networks(folder).filter((network) => !(network in configs))
    for (const network of others) for (const record of readRecords(folder, network)) checkOther(record)
    expect(others.length).toBeGreaterThan(10)
  })
})

// The heads in the corpus' README.
const chains: readonly (readonly [folder: string, first: bigint, head: bigint, hash: string])[] = [
  ['hive-sync-3000', 1n, 3000n, '0xd4a8090b9de16baae99540d32b02b4d970428fb1d07b4ea200bc6bb7894034a0'],
  ['hive-devp2p-3000', 1n, 3000n, '0x08b44ea00a0898751b1561439f7355138dba4561b0f2a5470b6b2daf890585c9'],
  ['hive-graphql-34', 0n, 34n, '0x4859ea10d276f6df988eabd48a02e0696cfd3deb769d2a5e0e416a5f3191028a'],
  ['geth-ethtest-600', 1n, 600n, '0x44e3809c9a3cda717f00aea3a9da336d149612c8d5657fbc0028176ef8d94d2a'],
  ['mainnet-1000', 0n, 999n, '0xc31b362e591aa07faa977dbc492ae43cd47eef291920435153bbbf3acaf2fc2f'],
]

describeCorpus('chains', 'whole chains', (root) => {
  test.each(chains)(
    '%s is split, linked and put together again, up to its head',
    (folder, first, head, hash) => {
      let parent: Uint8Array | undefined
      let number = first
      for (const rlp of listItems(encodeList([readFileSync(`${root}/${folder}/chain.rlp`)]))) {
        const body = splitBlock(rlp)
        const header = decodeHeader(body.header)
        expect(header.number).toBe(number++)
        if (parent) same(header.parentHash, parent)
        same(orderedTrieRoot(body.transactions), header.transactionsRoot)
        same(keccak256(encodeList(body.uncles)), header.sha3Uncles)
        if (header.withdrawalsRoot) same(orderedTrieRoot(body.withdrawals!), header.withdrawalsRoot)
        for (const bytes of body.transactions) same(encodeTransaction(decodeTransaction(bytes)), bytes)
        same(encodeBlock(body), rlp)
        expect(blockSize(body)).toBe(rlp.length)
        parent = hashHeader(body.header)
      }
      expect([number - 1n, toHex(parent!)]).toEqual([head, hash])
    },
  )
})

// An expect for each of 300,000 comparisons would take seconds: it is called where they differ.
function same(actual: Uint8Array, expected: Uint8Array): void {
  if (!equalBytes(actual, expected)) expect(toHex(actual)).toBe(toHex(expected))
}

const throughText = (json: unknown): unknown => JSON.parse(JSON.stringify(json))

function checkHeader({ header: bytes, hash, number, timestamp }: BlockRecord): Header {
  const header = decodeHeader(bytes)
  expect(toHex(hashHeader(bytes))).toBe(hash)
  expect([header.number, header.timestamp, header.unknown]).toEqual([number, timestamp, undefined])
  same(encodeHeader(header), bytes)
  const json = blockToJson({ header, hash: hashHeader(bytes), size: 0, uncles: [] }, [])
  same(encodeHeader(headerFromJson(throughText(json))), bytes)
  return header
}

function checkBody({ header: record, transactions, uncles, withdrawals }: BlockRecord, header: Header): void {
  if (transactions) same(orderedTrieRoot(transactions), header.transactionsRoot)
  if (uncles) same(keccak256(encodeList(uncles)), header.sha3Uncles)
  for (const uncle of uncles ?? []) same(encodeHeader(decodeHeader(uncle)), uncle)
  if (!withdrawals || !header.withdrawalsRoot) return
  same(orderedTrieRoot(withdrawals), header.withdrawalsRoot)
  const facts = withdrawals.map(decodeWithdrawal)
  const json = blockToJson({ header, hash: hashHeader(record), size: 0, uncles: [], withdrawals: facts }, [])
  for (const [index, bytes] of withdrawals.entries()) {
    same(encodeWithdrawal(facts[index]!), bytes)
    same(encodeWithdrawal(withdrawalFromJson(json.withdrawals![index])), bytes)
  }
}

/** The senders that verify finds, where the record has every part of the block. */
function proveWhole(record: BlockRecord, header: Header, config: ChainConfig): Uint8Array[] | undefined {
  const { transactions, uncles, withdrawals, receipts } = record
  if (!transactions || !uncles || !receipts || (header.withdrawalsRoot && !withdrawals)) return undefined
  const raw = { header: record.header, transactions, uncles, receipts, ...(withdrawals && { withdrawals }) }
  const block = verify(raw, { config, parent: { number: record.number - 1n, hash: header.parentHash } })
  expect([block.number, toHex(block.hash)]).toEqual([record.number, record.hash])
  return block.transactions.map(({ from }) => from)
}

function checkTransactions(
  record: BlockRecord,
  block: BlockContext,
  config: ChainConfig,
  proved: readonly Uint8Array[] | undefined,
): number {
  for (const [index, bytes] of (record.transactions ?? []).entries()) {
    const transaction = decodeTransaction(bytes)
    const from = proved?.[index] ?? recoverSender(transaction)
    same(encodeTransaction(transaction), bytes)
    same(from, fromHex(record.senders[index]!))
    if ((transactionChainId(transaction) ?? config.chainId) !== config.chainId)
      expect(transaction).toBe('of this chain')
    const json = transactionToJson(transaction, { hash: hashTransaction(bytes), from, index, block })
    same(encodeTransaction(transactionFromJson(throughText(json))), bytes)
  }
  return record.transactions?.length ?? 0
}

function checkReceipts(
  { transactions, senders, receipts }: BlockRecord,
  header: Header,
  block: BlockContext,
): number {
  if (receipts) same(orderedTrieRoot(receipts), header.receiptsRoot)
  for (const [index, bytes] of (receipts ?? []).entries()) {
    const receipt = decodeReceipt(bytes)
    same(encodeReceipt(receipt), bytes)
    same(logsBloom(receipt.logs), receipt.logsBloom)
    if (!transactions) continue
    const transaction = decodeTransaction(transactions[index]!)
    const from = fromHex(senders[index]!)
    const context = {
      transaction,
      hash: hashTransaction(transactions[index]!),
      from,
      gasUsed: 0n,
      firstLogIndex: 0,
      index,
      block,
    }
    same(encodeReceipt(receiptFromJson(throughText(receiptToJson(receipt, context)))), bytes)
  }
  return receipts?.length ?? 0
}

function checkOther(record: BlockRecord): void {
  expect(toHex(hashHeader(record.header))).toBe(record.hash)
  const header = orRefused(() => decodeHeader(record.header), ['header'])
  if (header) {
    same(encodeHeader(header), record.header)
    expect(header.number).toBe(record.number)
    checkBody(record, header)
    if (record.receipts) same(orderedTrieRoot(record.receipts), header.receiptsRoot)
  }
  for (const [index, bytes] of (record.transactions ?? []).entries()) {
    const transaction = orRefused(() => decodeTransaction(bytes), ['unsupported'])
    expect(transaction === undefined).toBe(bytes[0]! > 4 && bytes[0]! < 0xc0)
    if (transaction === undefined) continue
    same(encodeTransaction(transaction), bytes)
    expect(toHex(recoverSender(transaction))).toBe(record.senders[index])
  }
  for (const bytes of record.receipts ?? []) {
    const receipt = orRefused(() => decodeReceipt(bytes), ['unsupported'])
    expect(receipt === undefined).toBe(bytes[0]! > 4 && bytes[0]! < 0xc0)
    if (receipt) same(encodeReceipt(receipt), bytes)
  }
}

function orRefused<V>(read: () => V, reasons: readonly string[]): V | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    expect(reasons).toContain(error.check)
    return undefined
  }
}
