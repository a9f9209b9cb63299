import type { ImportStore, Store } from '../src/index.ts'

/** A store that says each number which it has acknowledged as durable, on standard output unless told otherwise. */
export const acknowledging = (
  store: Store,
  say = (number: bigint): void => console.log(String(number)),
): ImportStore => ({
  chain: store.chain,
  get head() {
    return store.head
  },
  blockHash: (number) => store.blockHash(number),
  async append(blocks) {
    await store.append(blocks)
    say(blocks.at(-1)!.number)
  },
  trust: (trust) => store.trust(trust),
})
