import type { FamilyTypes } from '@lectern/spec'
import { familyResults } from '@lectern/spec/families'
import type { Results, Validate } from '../../client-options.ts'
import { lenientShape, refuseShape } from '../../results.ts'

/**
 * Returns the `validate` of a client of a family's chain: it is `strictShape` by the family's document.
 * @param family The family by its name, such as `op`.
 * @example
 * const base = createClient<ResultsOf<'op'>>({ transport: 'https://base.example', validate: familyShape('op') })
 */
export const familyShape = (family: keyof FamilyTypes): Validate =>
  lenientShape(refuseShape, familyResults[family])

/** The results of getTransaction, getReceipt and getBlock on a family's chain, as JSON of the wire. */
export interface ResultsOf<F extends keyof FamilyTypes> extends Results {
  readonly transaction: FamilyTypes[F]['Transaction']
  readonly receipt: FamilyTypes[F]['Receipt']
  readonly blockWithHashes: FamilyTypes[F]['BlockWithHashes']
  readonly blockWithTransactions: FamilyTypes[F]['BlockWithTransactions']
}
