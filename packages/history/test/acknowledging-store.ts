import type { ImportStore, Store } from '../src/index.ts'

/** A store that says each number, on standard output, which it has acknowledged as durable. */
export const acknowledging = (store: Store): ImportStore => ({
  chain: store.chain,
  get head() {
    return store.head
  },
  blockHash: (number) => store.blockHash(number),
  async append(blocks) {
    await store.append(blocks)
    console.log(String(blocks.at(-1)!.number))
  },
  trust: (trust) => store.trust(trust),
})
