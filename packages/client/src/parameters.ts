import { parameters } from '@lectern/spec/parameters'
import { ClientError } from './error.ts'
import type { Question } from './plug.ts'

/** Throws a ClientError (INVALID_PARAMS) for the first parameter that the document refuses. */
export function checkParameters({ method, params }: Question): void {
  for (const [index, [name, words, pattern]] of parameters[method].entries()) {
    const value = params[index]
    if (pattern ? typeof value === 'string' && pattern.test(value) : typeof value === 'boolean') continue
    const shown = typeof value === 'object' ? 'an object' : `"${String(value).slice(0, 80)}"`
    throw new ClientError('INVALID_PARAMS', `${name} must be ${words}, not ${shown}.`)
  }
}

/** A number as the wire writes it; what is no safe integer from 0 on is left as it is. */
export const toQuantity = (value: unknown): unknown =>
  (typeof value === 'bigint' || Number.isSafeInteger(value)) && (value as bigint) >= 0
    ? `0x${(value as bigint).toString(16)}`
    : value
