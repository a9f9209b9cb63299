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
  /** Which validator refuses the witness, and the issue. */
  readonly witness?: readonly [root: string, issue: RegExp]
}

/** The pointer to the components. */
export const schemas: string = '#/components/schemas'
/** The methods' indexes in the document. */
export const transaction: number = indexOf('eth_getTransactionByHash')
export const receipt: number = indexOf('eth_getTransactionReceipt')
export const block: number = indexOf('eth_getBlockByNumber')

function indexOf(method: MethodName): number {
  return document.methods.findIndex(({ name }) => name === method)
}
