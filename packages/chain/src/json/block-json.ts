import type { Block as BlockJson, BlockTransactions } from '@lectern/spec'
import { type BlockParts, writeBlock } from './write-block.ts'
import { decodeFields } from '../block/field-decoders.ts'
import { rowsOf } from '../block/fields.ts'
import { encodeHeader, FRONTIER_FIELDS, type Header, headerFields, headerOf } from '../block/header.ts'
import { jsonObject, readField, readFields } from './json-fields.ts'
import { parseWritten } from './writer.ts'
import type { RlpItem } from '../encoding/rlp.ts'
import { encodeWithdrawal, type Withdrawal, withdrawalFields } from '../block/withdrawal.ts'

/** What a block's JSON is made of, as facts. */
export interface BlockFacts extends Omit<BlockParts, 'header' | 'withdrawals'> {
  readonly header: Header
  /** From Shanghai on. */
  readonly withdrawals?: readonly Withdrawal[] | undefined
}

/** The JSON of a block, with exactly its fork's keys, in geth's order (the alphabet's); its transactions as hashes or as objects. */
export function blockToJson(facts: BlockFacts, transactions: BlockTransactions): BlockJson {
  const header = encodeHeader(facts.header)
  const withdrawals = facts.withdrawals?.map(encodeWithdrawal)
  const json = parseWritten((writer) => writeBlock(writer, { ...facts, header, withdrawals }, []))
  return { ...(json as BlockJson), transactions }
}

/** The header in another node's JSON of a block; a later fork's member that is null counts as absent. Throws ChainError `json`. */
export function headerFromJson(json: unknown): Header {
  return headerOf(headerItems(json))
}

/** The same header as the items of its RLP list, without a value for any. Throws ChainError `json`. */
export function headerItems(json: unknown): RlpItem[] {
  const object = jsonObject('header', json)
  const rows = rowsOf(headerFields)
  const last = rows.findLastIndex(([name]) => object[name] != null)
  return rows
    .slice(0, Math.max(FRONTIER_FIELDS, last + 1))
    .map(([name, kind]) => readField('header', name, kind, object[name] ?? undefined))
}

/** A withdrawal in another node's JSON. Throws ChainError `json`. */
export function withdrawalFromJson(json: unknown): Withdrawal {
  return decodeFields('withdrawal', withdrawalFields, withdrawalItems(json))
}

/** The same withdrawal as the items of its RLP list. Throws ChainError `json`. */
export function withdrawalItems(json: unknown): RlpItem[] {
  return readFields('withdrawal', withdrawalFields, jsonObject('withdrawal', json))
}
