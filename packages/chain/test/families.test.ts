import { describeCorpus } from '@lectern/fixtures'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadWasmEngine } from '../src/crypto/wasm.ts'
import { families, familyOf, recognizeFamily } from '../src/family/families.ts'
import {
  ChainError,
  createJsonWriter,
  decodeHeader,
  decodeReceipt,
  decodeTransaction,
  encodeHeader,
  encodeReceipt,
  encodeTransaction,
  type Family,
  fromHex,
  hashHeader,
  hashTransaction,
  orderedTrieRoot,
  type RawBlock,
  recoverSender,
  toHex,
  transactionFromJson,
  useEngine,
  verify,
  writeBlock,
} from '../src/index.ts'
import {
  addBloom,
  blockSize,
  dropBloom,
  encodeRlp,
  envelope,
  headerItems,
  packClaims,
  readClaims,
  receiptItems,
  transactionItems,
  withdrawalItems,
} from '../src/internal.ts'
import { allowedDifferences, compareJson, type Json, readRecorded, type RecordedBlock } from './l2-corpus.ts'

useEngine(await loadWasmEngine())

const familyOfBlock = ({ chainId, block }: RecordedBlock): Family =>
  familyOf(chainId) ?? recognizeFamily(block) ?? families.unknown

/** The number of transactions that are in the roots: all but one that the family has outside. */
function countInside(block: Json, { outsideHash }: Family): number {
  const { length } = block['transactions'] as Json[]
  const last = (block['transactions'] as Json[]).at(-1)
  const outside = outsideHash?.(BigInt(block['number'] as string), block['hash'] as string)
  return outside && last?.['hash'] === outside ? length - 1 : length
}

const transactionsOf = (block: Json, family: Family): Uint8Array[] =>
  (block['transactions'] as Json[]).slice(0, countInside(block, family)).map((json) => {
    const { type, items } = transactionItems(json, family)
    return envelope(type, items)
  })

const receiptsOf = ({ block, receipts = [] }: RecordedBlock, family: Family): Uint8Array[] =>
  receipts.slice(0, countInside(block, family)).map((json, index) => {
    const transaction = (block['transactions'] as Json[])[index]!
    const { type, items } = receiptItems({ ...json, type: transaction['type'] }, undefined, family)
    return envelope(type, items)
  })

const rawOf = (recorded: RecordedBlock, family: Family): RawBlock => {
  const { withdrawals, withdrawalsRoot } = recorded.block as {
    withdrawals?: Json[]
    withdrawalsRoot?: string
  }
  return {
    header: encodeRlp(headerItems(recorded.block, family)),
    transactions: transactionsOf(recorded.block, family),
    uncles: [],
    // Some nodes leave out an empty list.
    withdrawals: withdrawalsRoot
      ? (withdrawals ?? []).map((json) => encodeRlp(withdrawalItems(json)))
      : undefined,
    receipts: receiptsOf(recorded, family),
  }
}

describeCorpus('l2', 'recorded blocks of other chains', (folder) => {
  const recorded = readRecorded(folder)
  const known = recorded.filter(({ name }) => !/^(other|tempo|scroll)\//.test(name))

  test('are of the family that their folder says, by their chain id and by what they hold', () => {
    const found = recorded.map((each) => [each.name.split('/')[0], familyOfBlock(each).name])
    const byFolder = Object.fromEntries(found.map(([folder]) => [folder, new Set<string>()]))
    for (const [folder, family] of found) byFolder[folder!]!.add(family!)
    expect(byFolder).toEqual({
      'op-legacy': new Set(['op']),
      op: new Set(['op']),
      'arb-classic': new Set(['arbitrum']),
      arb: new Set(['arbitrum']),
      polygon: new Set(['polygon']),
      eth: new Set(['ethereum', 'gnosis']),
      scroll: new Set(['ethereum']),
      tempo: new Set(['unknown']),
      other: new Set(['unknown']),
      ethereum: new Set(['ethereum']),
      negative: new Set(['polygon']),
    })
    for (const { name, block } of recorded.filter(({ name }) => /^(op|arb)\//.test(name)))
      expect(recognizeFamily(block)?.name, name).toBe(name.startsWith('op') ? 'op' : 'arbitrum')
  })

  describe.each(known.map((each) => [each.name, each] as const))('%s', (_, each) => {
    const family = familyOfBlock(each)
    const { block, follows } = each

    test('hashes where its README says so, and comes back from its bytes', () => {
      const bytes = encodeRlp(headerItems(block, family))
      expect(toHex(hashHeader(bytes)) === block['hash']).toBe(follows.header)
      expect(encodeHeader(decodeHeader(bytes, family), family)).toEqual(bytes)

      const transactions = transactionsOf(block, family)
      const root = toHex(orderedTrieRoot(transactions))
      expect(root === block['transactionsRoot']).toBe(follows.transactions)
      for (const [index, bytes] of transactions.entries()) {
        const json = (block['transactions'] as Json[])[index]!
        const transaction = decodeTransaction(bytes, family)
        expect(transactionFromJson(json, family)).toEqual(transaction)
        expect(encodeTransaction(transaction, family)).toEqual(bytes)
        if (!follows.transactions) continue
        expect(toHex(hashTransaction(bytes))).toBe(json['hash'])
        expect(toHex(recoverSender(transaction, bytes, family))).toBe(json['from'])
      }

      if (!each.receipts) return
      const receipts = receiptsOf(each, family)
      expect(toHex(orderedTrieRoot(receipts)) === block['receiptsRoot']).toBe(follows.receipts)
      for (const bytes of receipts) {
        expect(encodeReceipt(decodeReceipt(bytes, family), family)).toEqual(bytes)
        if (follows.receipts) expect(addBloom(dropBloom(bytes, family), family)).toEqual(bytes)
      }
    })
  })

  const written = known.filter(({ name }) => !name.startsWith('arb-classic/')) // other rules, which are not known
  test.each(written.map((each) => [each.name, each] as const))(
    '%s is written back as its node wrote it',
    (_, each) => {
      const family = familyOfBlock(each)
      const { block } = each
      const transactions = transactionsOf(block, family)
      const given = block['transactions'] as Json[]
      const json = given.slice(0, transactions.length)
      const types = transactions.map(([first]) => (first! < 0xc0 ? first! : 0))
      const packed = packClaims({ block, transactions: json, receipts: [], types }, family)
      const body = { header: encodeRlp(headerItems(block, family)), transactions, uncles: [] }
      const isEmpty = block['withdrawalsRoot'] !== undefined && family === families.op
      const withdrawals = (block['withdrawals'] ?? (isEmpty ? [] : undefined)) as Json[] | undefined
      const items = withdrawals && { withdrawals: withdrawals.map((one) => encodeRlp(withdrawalItems(one))) }
      const size = blockSize({ ...body, ...items })
      const claims = packed && readClaims(packed)
      const parts = { ...body, ...items, hash: fromHex(block['hash'] as string), size, family, claims }
      const outside = given.length > transactions.length ? [family.outside!] : []
      const rows = [...transactions, ...outside].map((bytes, index) => {
        const [hash, from] = ['hash', 'from'].map((name) => fromHex(given[index]![name] as string))
        return { hash: hash!, from: from!, bytes }
      })
      const writer = createJsonWriter()
      writeBlock(writer, parts, rows)
      const written: unknown = JSON.parse(new TextDecoder().decode(writer.bytes.subarray(0, writer.at)))
      const { lost, added } = compareJson({ block }, { block: written })
      const allowed = allowedDifferences(each.name)
      expect(allowed.lost).toEqual(expect.arrayContaining([...lost]))
      expect(allowed.added).toEqual(expect.arrayContaining([...added]))
    },
  )

  const whole = known.filter(
    ({ receipts, follows }) => receipts && follows.header && follows.transactions && follows.receipts,
  )
  test.each(whole.map((each) => [each.name, each] as const))(
    '%s is verified, and not with one byte changed',
    (_, each) => {
      const family = familyOfBlock(each)
      const { block } = each
      const raw = rawOf(each, family)
      const config = {
        chainId: BigInt(each.chainId),
        blobSchedule: [{ timestamp: 0n, updateFraction: 3338477n }],
      }
      const options = { config, parent: null, family }
      const { hash, transactions } = verify(raw, options)
      expect(toHex(hash)).toBe(block['hash'])
      for (const [index, { from, gasUsed }] of transactions.entries()) {
        expect(toHex(from)).toBe((block['transactions'] as Json[])[index]!['from'])
        expect(gasUsed).toBe(BigInt(each.receipts![index]!['gasUsed'] as string))
      }
      const parts = [raw.header, ...raw.transactions, ...raw.receipts, ...(raw.withdrawals ?? [])]
      const place = fc
        .nat(parts.length - 1)
        .chain((part) => fc.tuple(fc.constant(part), fc.nat(parts[part]!.length - 1)))
      fc.assert(
        fc.property(place, fc.nat(7), ([part, at], bit) => {
          parts[part]![at]! ^= 1 << bit
          try {
            expect(toHex(verify(raw, options).hash)).not.toBe(block['hash']) // of another block
          } catch (error) {
            if (!(error instanceof ChainError)) throw error
          } finally {
            parts[part]![at]! ^= 1 << bit
          }
        }),
        { numRuns: 50 },
      )
    },
  )
})
