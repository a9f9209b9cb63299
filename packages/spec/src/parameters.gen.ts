// Generated from openrpc.json (sha256 322fad9ee0d978494918c527a7006ca83b4b5c69e98680e4bffcbc00325579e5) by packages/spec/generate. Run `npm run generate` instead of editing.
import type { MethodName } from './methods.gen.ts'

/** A parameter: its name, what it must be in words, and the pattern of its text; without one it is a boolean. */
export type ParameterRule = readonly [name: string, words: string, pattern?: RegExp]

/** The rules of each method's parameters. Undefined leaves a parameter to the server: an optional one, an object or an array. */
export const parameters: { readonly [M in MethodName]: readonly (ParameterRule | undefined)[] } = {
  eth_getTransactionByHash: [['tx_hash', '0x and 64 hex digits', /^0x[0-9a-fA-F]{64}$/]],
  eth_getTransactionReceipt: [['tx_hash', '0x and 64 hex digits', /^0x[0-9a-fA-F]{64}$/]],
  eth_getBlockByNumber: [
    [
      'block_number',
      'a hex quantity, or earliest, latest, safe, finalized or pending',
      /^0x(0|[1-9a-f][0-9a-f]{0,15})$|^(earliest|latest|safe|finalized|pending)$/,
    ],
    ['return_full_txns', 'true or false'],
  ],
}

/** Returns what is wrong with a parameter, as a sentence without its period; undefined if it is valid. */
export function checkParameter([name, words, pattern]: ParameterRule, value: unknown): string | undefined {
  const isValid = pattern ? typeof value === 'string' && pattern.test(value) : typeof value === 'boolean'
  return isValid ? undefined : `${name} must be ${words}${insteadOf(value)}`
}

/** Returns the end of a sentence that says what a parameter must be: the value in its place. */
const insteadOf = (value: unknown): string =>
  value === undefined ? ', and is missing' : `, not ${show(value)}`

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
