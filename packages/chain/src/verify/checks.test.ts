import { describe, expect, test } from 'vitest'
import { faultOf } from '../../test/fault.ts'
import {
  config,
  filled,
  frontier,
  logs,
  parent,
  receiptOf,
  receipts,
  seal,
  sign,
  transactions,
  withdrawals,
} from '../../test/sample.ts'
import { checkNames } from './checks.ts'
import {
  type BlobTransaction,
  type Check,
  ChainError,
  encodeHeader,
  fromHex,
  hashHeader,
  type LegacyTransaction,
  orderedTrieRoot,
  type RawBlock,
  type Receipt,
  toHex,
  verify,
  encodeWithdrawal,
} from '../index.ts'
import { encodeList } from '../internal.ts'

const sample = seal()
const replaced = <T>(items: readonly T[], index: number, item: T): T[] => items.with(index, item)
const legacy = transactions[0] as LegacyTransaction

/** One row per check: a block that breaks exactly it, and what the error says. */
const broken: Readonly<
  Partial<Record<Check, [raw: RawBlock, message: string, options?: { config?: unknown; parent?: unknown }]>>
> = {
  header: [{ ...sample, header: sample.header.subarray(1) }, 'RLP: '],
  number: [
    sample,
    "block 100: number is 100, not 51, its parent's number plus one.",
    { parent: { ...parent, number: 50n } },
  ],
  parentHash: [
    seal({}, { parentHash: filled(0xee) }),
    `block 100: parentHash is ${toHex(filled(0xee))}, not ${toHex(parent.hash)}, its parent's hash.`,
  ],
  timestamp: [
    seal({}, { timestamp: 1000n }),
    "block 100: timestamp 1000 is not later than its parent's 1000.",
  ],
  gasLimit: [
    seal({}, { gasLimit: 2n ** 63n }),
    'block 100: gasLimit 9223372036854775808 is more than 9223372036854775807 (EIP-1985).',
  ],
  transactionsRoot: [
    { ...sample, transactions: sample.transactions.toReversed() },
    'block 100: transactionsRoot is 0x',
  ],
  sha3Uncles: [
    { ...sample, uncles: [] },
    'not 0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347, the hash of its uncles.',
  ],
  withdrawalsRoot: [{ ...sample, withdrawals: sample.withdrawals!.slice(1) }, 'the root of its withdrawals.'],
  receiptsCount: [
    { ...sample, receipts: sample.receipts.slice(1) },
    'block 100: the number of its receipts is 6, not 7, the number of its transactions.',
  ],
  receiptsRoot: [{ ...sample, receipts: sample.receipts.toReversed() }, 'the root of its receipts.'],
  uncle: [
    seal({ uncles: [Uint8Array.of(0xc1, 1)] }),
    'block 100: uncle 0: header: it must be a list of at least 15 fields.',
  ],
  withdrawal: [
    seal({ withdrawals: [encodeWithdrawal(withdrawals[0]!), encodeList([])] }),
    'block 100: withdrawal 1: withdrawal: a list of 0 fields must be a list of 4 fields.',
  ],
  transaction: [
    withTransaction(fromHex('0x02c0')),
    'block 100: transaction 0: transaction: a list of 0 fields must be a list of 12 fields.',
  ],
  unsupported: [
    withTransaction(fromHex('0x7ec0')),
    'block 100: transaction 0: transaction: the type 0x7e is not known: a newer Lectern is needed.',
  ],
  receipt: [withReceipt(fromHex('0xc0')), 'block 100: receipt 0: receipt: it must be a list of 4 fields.'],
  receiptBloom: [
    seal({ receipts: replaced(receipts, 2, { ...receipts[2]!, logsBloom: filled(0, 256) }) }),
    'block 100: the bloom of receipt 2 is 0x0000',
  ],
  logsBloom: [seal({}, { logsBloom: filled(0xff, 256) }), "the union of its receipts' blooms."],
  cumulativeGasUsed: [
    seal({ receipts: replaced(receipts, 3, { ...receipts[3]!, cumulativeGasUsed: 62999n }) }),
    'block 100: cumulativeGasUsed 62999 of receipt 3 is less than 63000 of the receipt before it.',
  ],
  gasUsed: [
    seal({}, { gasUsed: 1n }),
    'block 100: gasUsed is 1, not 147000, the gas its receipts add up to.',
  ],
  blobGasUsed: [
    seal({}, { blobGasUsed: 131072n }),
    "block 100: blobGasUsed is 131072, not 262144, its blobs' gas.",
  ],
  requestsHash: [seal({}, { requestsHash: filled(1) }), 'the hash of its requests.'],
  chainId: [
    sample,
    "block 100: the chain id of transaction 0 is 1, not 5, the chain's.",
    { config: { ...config, chainId: 5n } },
  ],
  sender: [
    seal({ transactions: replaced(transactions, 6, { ...transactions[6]!, r: 0n }) }),
    'block 100: transaction 6: sender: r 0x0 and s 0x',
  ],
  receiptType: [
    seal({ receipts: replaced(receipts, 1, { ...receipts[1]!, type: 2 }) }),
    "block 100: the type of receipt 1 is 2, not 0, its transaction's.",
  ],
  config: [
    sample,
    'config: block 100 prices blobs, but no fork up to its time 1012 does (cancunTime is missing).',
    { config: { chainId: 1n, blobSchedule: [] } },
  ],
}

function withTransaction(bytes: Uint8Array): RawBlock {
  const changed = seal(
    { transactions: transactions.slice(0, 1), receipts: receipts.slice(0, 1) },
    { transactionsRoot: orderedTrieRoot([bytes]) },
  )
  return { ...changed, transactions: [bytes] }
}

function withReceipt(bytes: Uint8Array): RawBlock {
  const changed = seal(
    { transactions: transactions.slice(0, 1), receipts: receipts.slice(0, 1) },
    { receiptsRoot: orderedTrieRoot([bytes]) },
  )
  return { ...changed, receipts: [bytes] }
}

describe('the first thing that fails is named', () => {
  test.each(Object.entries(broken))('%s', (check, [raw, message, options]) => {
    const error = faultOf(raw, options)
    expect(error.message).toContain(message)
    expect(error.check).toBe(check)
    expect(error.name).toBe('ChainError')
    expect(error.number).toBe(check === 'header' ? undefined : 100n)
  })

  test('whose excess of blob gas makes a price of more than 256 bits, for its header is at fault, not the config', () => {
    const impossible = seal({}, { excessBlobGas: 2n ** 64n - 1n })
    const error = faultOf(impossible)
    expect([error.check, error.number]).toEqual(['header', 100n])
    expect(error.message).toContain('excessBlobGas 18446744073709551615 makes a price of more than 256 bits.')
    const blobSchedule = [{ timestamp: 0n, updateFraction: 1n, isAssumed: true }] as const
    expect(faultOf(impossible, { config: { ...config, blobSchedule } }).check).toBe('config') // or what is assumed
  })

  test('in this order, after the header itself', () => {
    expect(checkNames.join(' ')).toBe(
      'number parentHash timestamp gasLimit transactionsRoot sha3Uncles withdrawalsRoot receiptsCount receiptsRoot uncle withdrawal transaction receipt receiptBloom logsBloom cumulativeGasUsed gasUsed blobGasUsed requestsHash chainId sender receiptType config',
    )
  })

  test('by a table that has a row for each check', () => {
    expect(Object.keys(broken).toSorted()).toEqual(['header', 'unsupported', ...checkNames].toSorted())
  })

  test('by the check that comes first where two fail', () => {
    const raw = seal({}, { parentHash: filled(1), gasUsed: 1n, blobGasUsed: 1n })
    expect(faultOf(raw).check).toBe('parentHash')
    expect(faultOf(raw, { parent: null }).check).toBe('gasUsed')
  })
})

test('a gas limit may be as high and as low as it gets, and be used up; a genesis has any', () => {
  const gasUsed = receipts.at(-1)!.cumulativeGasUsed
  for (const gasLimit of [2n ** 63n - 1n, gasUsed])
    expect(verify(seal({}, { gasLimit }), { config, parent }).header).toMatchObject({ gasLimit, gasUsed })
  const empty = { transactions: [], receipts: [] }
  expect(verify(seal(empty, { gasLimit: 5000n }), { config, parent }).header.gasLimit).toBe(5000n)
  for (const gasLimit of [0n, 2n ** 64n - 1n])
    expect(verify(seal(empty, { number: 0n, gasLimit }), { config, parent: null }).number).toBe(0n)
})

test.each([1n, 30_000_000n])(
  'a block of Amsterdam may use %s gas, whatever its receipts add up to, but not more than its limit',
  (gasUsed) => {
    const amsterdam = { blockAccessListHash: filled(7), slotNumber: 9n, gasLimit: 30_000_000n, gasUsed }
    expect(verify(seal({}, amsterdam), { config, parent }).header).toMatchObject(amsterdam)
    const fault = faultOf(seal({}, { ...amsterdam, gasLimit: gasUsed + 4999n, gasUsed: gasUsed + 5000n }))
    expect(fault.check).toBe('gasLimit')
  },
)

describe('a block is refused', () => {
  test.each<[string, RawBlock, Check]>([
    [
      'whose gas limit is below the lowest',
      seal({ transactions: [], receipts: [] }, { gasLimit: 4999n }),
      'gasLimit',
    ],
    ['that used more gas than its limit', seal({}, { gasLimit: 146_999n }), 'gasLimit'],
    [
      'with an uncle whose gas limit is above the highest',
      seal({ uncles: [encodeHeader({ ...frontier, gasLimit: 2n ** 63n })] }),
      'uncle',
    ],
    [
      'with withdrawals that its header does not know',
      { ...seal({ withdrawals: undefined }, { withdrawalsRoot: undefined, ...noBlobs() }), withdrawals: [] },
      'withdrawalsRoot',
    ],
    ['without the withdrawals that its header commits to', omitWithdrawals(sample), 'withdrawalsRoot'],
    [
      'whose last receipt has more gas than its header',
      seal({ receipts: replaced(receipts, 6, receiptOf(4, 7, logs)) }, { gasUsed: 147000n }),
      'gasUsed',
    ],
    [
      'that is empty and says it used gas',
      seal({ transactions: [], receipts: [] }, { gasUsed: 5n }),
      'gasUsed',
    ],
    [
      'with blobs that its header does not price',
      seal({ withdrawals: undefined, requests: undefined }, { withdrawalsRoot: undefined, ...noBlobs() }),
      'blobGasUsed',
    ],
    [
      'with a transaction of blobs, be it of none, that its header does not price',
      seal(
        {
          withdrawals: undefined,
          requests: undefined,
          transactions: [sign({ ...(transactions[5] as BlobTransaction), blobVersionedHashes: [] })],
          receipts: [receiptOf(3, 0)],
        },
        { withdrawalsRoot: undefined, ...noBlobs() },
      ),
      'blobGasUsed',
    ],
    [
      'with requests that its header does not know',
      seal({ ...plain() }, { requestsHash: undefined }),
      'requestsHash',
    ],
    [
      'with a replay-protected transaction of another chain',
      seal({ ...plain(sign({ ...legacy, v: 39n })) }),
      'chainId',
    ],
    ['with a legacy v that is no parity', seal({ ...plain({ ...legacy, v: 29n }) }), 'sender'],
    [
      'with an s that is not below the order',
      seal({ ...plain({ ...legacy, s: 2n ** 256n - 1n }) }),
      'sender',
    ],
    ['with an r that is on no point of the curve', seal({ ...plain({ ...legacy, r: 5n }) }), 'sender'],
  ])('%s', (_, raw, check) => {
    expect(faultOf(raw).check).toBe(check)
  })

  test('or has another hash, whichever byte of its header is changed', () => {
    const hash = toHex(hashHeader(sample.header))
    let refused = 0
    for (let at = 0; at < sample.header.length; at += 3) {
      const raw = { ...sample, header: sample.header.with(at, sample.header[at]! ^ 1) }
      try {
        expect(toHex(verify(raw, { config, parent }).hash)).not.toBe(hash)
      } catch (error) {
        expect(error).toBeInstanceOf(ChainError)
        refused++
      }
    }
    expect(refused).toBeGreaterThan(sample.header.length / 6)
  })

  test('whichever byte of a transaction, receipt, uncle or withdrawal is changed', () => {
    let changes = 0
    for (const part of ['transactions', 'receipts', 'uncles', 'withdrawals'] as const)
      for (const [index, bytes] of sample[part]!.entries())
        for (let at = 0; at < bytes.length; at += 11, changes++)
          expect(() =>
            verify(
              { ...sample, [part]: sample[part]!.with(index, bytes.with(at, bytes[at]! ^ 0x10)) },
              { config, parent },
            ),
          ).toThrow(ChainError)
    expect(changes).toBeGreaterThan(200)
  })
})

function noBlobs(): Record<string, undefined> {
  return {
    blobGasUsed: undefined,
    excessBlobGas: undefined,
    parentBeaconBlockRoot: undefined,
    requestsHash: undefined,
  }
}

function plain(transaction: LegacyTransaction = legacy): {
  transactions: LegacyTransaction[]
  receipts: Receipt[]
} {
  return { transactions: [transaction], receipts: [receiptOf(0, 0)] }
}

function omitWithdrawals({ header, transactions, uncles, receipts }: RawBlock): RawBlock {
  return { header, transactions, uncles, receipts }
}
