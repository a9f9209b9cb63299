import type { RuleName, Grade } from './rules.ts'

/** A document as a test may edit it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Editable = any

/** A change made by hand, with the grade that it must get and the witness that must show it. */
export interface Case {
  readonly name: string
  readonly edit: (document: Editable) => void
  readonly grade: Grade
  readonly rule: RuleName
  readonly pointer: string
  /** Where the witness is judged, and what its refusal says. */
  readonly witness?: readonly [root: string, issue: RegExp]
}

/** The pointer to the components. */
export const schemas: string = '#/components/schemas'
/** The methods' places in the document. */
export const transaction = 0
export const receipt = 1
export const block = 2
