import { onchainTable } from 'ponder'

/** One row for each change of the contract's number. */
export const stored = onchainTable('stored', (t) => ({
  id: t.text().primaryKey(),
  block: t.hex().notNull(),
  number: t.bigint().notNull(),
  time: t.bigint().notNull(),
  transaction: t.hex().notNull(),
  from: t.hex().notNull(),
  fee: t.bigint().notNull(),
  value: t.bigint().notNull(),
}))
