import { parameters } from '@lectern/spec/parameters'
import { ClientError } from './error.ts'
import type { Question } from './plug.ts'

/** Throws a ClientError (INVALID_PARAMS) for the first parameter that the document refuses. */
export function checkParameters({ method, params }: Question): void {
  for (const [index, rule] of parameters[method].entries()) {
    const value = params[index]
    if (rule === 'boolean' ? typeof value === rule : typeof value === 'string' && rule.test(value)) continue
    const shown = typeof value === 'object' ? 'an object' : `"${String(value).slice(0, 80)}"`
    throw new ClientError('INVALID_PARAMS', `params/${index} must be ${rule}, not ${shown}.`)
  }
}

/** A number as the wire writes it; what is no safe integer is left as it is. */
export const toQuantity = (value: unknown): unknown =>
  typeof value === 'bigint' || Number.isSafeInteger(value) ? `0x${(value as bigint).toString(16)}` : value
