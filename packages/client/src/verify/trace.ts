import { fromHex, pickTrieNodes, readTrieNodes, traceTrie } from '@lectern/chain'
import type { Json } from './json.ts'
import type { TriePath } from './report.ts'

/** Finds the path from a root of a block's header to one of its items; undefined if the root is of other items. */
export type Trace = (
  block: Json,
  root: TriePath['root'],
  index: number,
  items: readonly Uint8Array[],
) => TriePath | undefined

/**
 * Finds the path of a report where the server offers no proofs: the `trace` of a verifier. It builds the trie of all transactions or receipts of the block again.
 * @example
 * const verify = verifier({ level: 'full', trace: tracePath })
 */
export const tracePath: Trace = (block, root, index, items) => {
  const making = pickTrieNodes(items)
  let made = making.next()
  while (!made.done) made = making.next()
  const nodes = readTrieNodes(made.value([index]))
  const steps = traceTrie(fromHex(block[root] as string), index, items[index]!, nodes)
  return steps && { root, index, steps }
}
