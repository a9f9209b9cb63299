import {
  encodeReceipt,
  joinBloom,
  logsBloom,
  orderedTrieRoot,
  receiptFromJson,
  toHex,
  toQuantity,
} from '@lectern/chain'
import { computeReceipts, wholeReceipts, type BlockFacts } from '../facts.ts'
import type { Json } from '../json.ts'
import { claim, type Claim, type Proof } from './proof.ts'

export const receiptsRoot: Proof = (facts) => {
  const receipts = wholeReceipts(facts)
  if (!receipts) return []
  const encoded = receipts.map(({ json }, index) => {
    const { type } = facts.transactions[index]!.json // where the receipt has none
    return encodeReceipt(receiptFromJson({ type, ...json }))
  })
  const root = orderedTrieRoot(encoded)
  // What is wrong is one of the receipts, so the last of them is shown rather than the block.
  return [
    {
      ...claim('receiptsRoot', toHex(root), facts),
      ...(receipts.length > 0 && { reply: receipts.at(-1)!.reply }),
    },
  ]
}

export const receiptBloom: Proof = ({ transactions }) =>
  transactions.flatMap(({ receipt }) =>
    receipt ? [claim('logsBloom', toHex(logsBloom(receiptFromJson(receipt.json).logs)), receipt)] : [],
  )

export const blockBloom: Proof = (facts) => {
  const receipts = wholeReceipts(facts)
  if (!receipts) return []
  const union = new Uint8Array(256)
  for (const { json } of receipts) joinBloom(union, logsBloom(receiptFromJson(json).logs))
  return [claim('logsBloom', toHex(union), facts)]
}

export const blockGas: Proof = (facts) => {
  const receipts = wholeReceipts(facts)
  if (!receipts) return []
  const last = receipts.at(-1)
  return [claim('gasUsed', toQuantity(last ? receiptFromJson(last.json).cumulativeGasUsed : 0n), facts)]
}

/** The claim that this member of each receipt is what the block's facts give. */
export const member =
  (key: string): Proof =>
  (facts) =>
    receiptClaims(facts, (expected, actual) =>
      key in expected.json || key in actual.json ? [claim(key, expected.json[key], actual)] : [],
    )

/** The claim that this member of each log is what the block's facts give. */
export const logMember =
  (key: string): Proof =>
  (facts) =>
    receiptClaims(facts, (expected, actual) => {
      return [
        {
          expected: { logs: column(expected.json, key) },
          actual: { logs: column(actual.json, key) },
          reply: actual.reply,
        },
      ]
    })

const column = ({ logs }: Json, key: string) => (logs as Json[]).map((log) => ({ [key]: log[key] }))

type Answered = NonNullable<BlockFacts['transactions'][number]['receipt']>

function receiptClaims(
  facts: BlockFacts,
  claims: (expected: { json: Json }, actual: Answered) => Claim[],
): Claim[] {
  const receipts = wholeReceipts(facts) ?? []
  return computeReceipts(facts).flatMap((json, index) => claims({ json }, receipts[index]!))
}
