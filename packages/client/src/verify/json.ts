import { fromHex } from '@lectern/chain'
import { refute } from './refute.ts'
import { ClientError } from '../error.ts'

/** A JSON object as the wire had it. */
export type Json = Readonly<Record<string, unknown>>

/** Returns a member that must be an array. */
export function listOf(name: string, json: Json): readonly unknown[] {
  const list = json[name]
  return Array.isArray(list) ? list : refute(name, [], list)
}

/** Returns the bytes of hex. Throws ChainError `hex` for any other value. */
export const bytesOf = (hex: unknown): Uint8Array => fromHex(hex as string)

/**
 * Returns the error for a block that the endpoint lacks: it may lag, or be another one behind the same address. `consequence` ends the
 * sentence: `, so block 5 cannot be tied to block 9`.
 */
export const unavailable = (block: unknown, consequence = ''): ClientError =>
  new ClientError('NOT_AVAILABLE', `block ${String(block)} is not available${consequence}.`)
