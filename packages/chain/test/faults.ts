import { Block, Receipt, Transaction } from '@lectern/spec/schemas'
import { Compile, type Validator } from 'typebox/schema'

const checks = { Block: Compile(Block), Receipt: Compile(Receipt), Transaction: Compile(Transaction) }

/** Returns the errors of a value by a component's schema; none for a valid one. */
export function faultsOf(component: 'Block' | 'Receipt' | 'Transaction', value: unknown): unknown[] {
  const check: Validator = checks[component]
  return check.Check(value) ? [] : check.Errors(value)[1]
}
