import type { Proof } from '../proofs/claim.ts'

/** The rules of what the nodes of a family add to Ethereum's results. */
export interface FamilyRules {
  /** Members that nodes have for blocks before its present rules, and that the family's document lacks. */
  readonly earlyMembers: readonly string[]
  /** The claims about a block and its transactions. @default none */
  readonly block?: Proof
  /** The claims about its receipts. @default none */
  readonly receipt?: Proof
}
