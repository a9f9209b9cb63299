import { document, type MethodName } from '../src/index.ts'
import type { RuleName, Grade } from '../diff/rules.ts'

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
export const transaction: number = placeOf('eth_getTransactionByHash')
export const receipt: number = placeOf('eth_getTransactionReceipt')
export const block: number = placeOf('eth_getBlockByNumber')

function placeOf(method: MethodName): number {
  return document.methods.findIndex(({ name }) => name === method)
}
