import { createHash } from 'node:crypto'
import { toHex } from '@lectern/chain'
import type { EmbeddedStore, Store } from '../src/index.ts'
import { contentOf } from './content.ts'

/** A sum over all that a store says of itself and of its blocks. */
export const digestStore = (store: EmbeddedStore): string =>
  digest(store.chain, store.head, ...contentOf(store))

/** A sum over what a store answers of its chain, its head and each stored block, and how many answers it is of. */
export async function digestAnswers(
  store: Store,
): Promise<{ readonly count: number; readonly digest: string }> {
  await using snapshot = await store.snapshot()
  const hash = createHash('sha256')
  let count = 0
  const add = (result: unknown) => {
    hash.update(result instanceof Uint8Array ? result : JSON.stringify(result, toJson))
    count++
  }
  for (const own of [store.chain, snapshot.head, await snapshot.eth_chainId()]) add(own)
  for await (const { number, hash, raw, transactions } of snapshot.blocks()) {
    const name = toHex(hash)
    add(await snapshot.eth_getBlockByNumber(`0x${number.toString(16)}`, true))
    add(await snapshot.eth_getBlockByHash(name, false))
    for (const index of raw.uncles.keys())
      add(await snapshot.eth_getUncleByBlockHashAndIndex(name, `0x${index.toString(16)}`))
    for (const { hash } of transactions) {
      add(await snapshot.eth_getTransactionByHash(toHex(hash)))
      add(await snapshot.eth_getTransactionReceipt(toHex(hash)))
    }
  }
  return { count, digest: hash.digest('hex') }
}

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
