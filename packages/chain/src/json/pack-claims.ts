import { type Claims, claimedMembers, receiptNames } from '../family/claims.ts'
import type { AnyJson, Family } from '../family/family.ts'
import { type ClaimColumns, NONE } from './claims.ts'
import { headerFieldsOf } from './from-json.ts'
import { derivedReceiptMembers } from './write-receipt.ts'
import { derivedMembers } from './write-transaction.ts'

/** The JSON of a block, and of its transactions and receipts that are in its roots. */
export interface GivenBlock {
  readonly block: AnyJson
  readonly transactions: readonly AnyJson[]
  readonly receipts: readonly AnyJson[]
  /** The types of the transactions. */
  readonly types: readonly number[]
}

/** Returns what JSON claims by the rows of a family, as `writeBlock` and `writeReceipt` add it to JSON; undefined if nothing. */
export function packClaims(
  { block, transactions, receipts, types }: GivenBlock,
  family: Family,
): Uint8Array | undefined {
  const claims = claimedMembers[family.name]
  if (claims === undefined) return undefined
  const derived = {
    block: [new Set(Object.keys(headerFieldsOf(block, family)))],
    transaction: types.map((type) => derivedMembers(type, family)),
    receipt: receipts.map((json, index) => derivedReceiptMembers(types[index]!, json, family)),
  }
  const parts: Claims<ClaimColumns | undefined> = {
    block: toColumns([block], claims.block, derived.block),
    transaction: toColumns(
      transactions.map((json, index) => ({ ...json, ...repeated(json, receipts[index]) })),
      claims.transaction,
      derived.transaction,
    ),
    receipt: toColumns(receipts, claims.receipt, derived.receipt),
  }
  const text = JSON.stringify(parts)
  return text === '{}' ? undefined : new TextEncoder().encode(text)
}

/** Returns the members of a transaction that its receipt has too: those of a receipt may be in a root. */
function repeated(json: AnyJson, receipt: AnyJson = {}): AnyJson {
  const both = Object.entries(receiptNames).filter(([name, other]) => name in json && receipt[other] != null)
  return Object.fromEntries(both.map(([name, other]) => [name, receipt[other]]))
}

function toColumns(
  rows: readonly AnyJson[],
  names: readonly string[] = [],
  derived: readonly ReadonlySet<string>[],
): ClaimColumns | undefined {
  const columns = names.flatMap((name) => {
    const values = rows.map((row, index) => (derived[index]!.has(name) ? NONE : toValue(row[name])))
    const length = values.findLastIndex((value) => value !== NONE) + 1
    const isShared = length === rows.length && values.every((value) => value === values[0])
    return length === 0 ? [] : [[name, isShared ? values[0] : values.slice(0, length)]]
  })
  return columns.length === 0 ? undefined : (Object.fromEntries(columns) as ClaimColumns)
}

/** Returns a value that can be written as ASCII; NONE for any other. */
const toValue = (value: unknown): unknown =>
  value === null || typeof value === 'boolean' || (typeof value === 'string' && /^[ -~]*$/.test(value))
    ? value
    : NONE
