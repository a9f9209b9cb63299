import { createHash } from 'node:crypto'
import type { EmbeddedStore } from '../src/index.ts'
import { contentOf } from './content.ts'

/** A sum over all that a store says of itself and of its blocks. */
export const digestStore = (store: EmbeddedStore): string =>
  digest(store.chain, store.head, ...contentOf(store))

/** A sum over plain data, such as blocks. */
export function digest(...parts: readonly unknown[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(JSON.stringify(part, toJson))
  return hash.digest('hex')
}

const toJson = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array
    ? Buffer.from(value).toString('hex')
    : typeof value === 'bigint'
      ? `${value}`
      : value
