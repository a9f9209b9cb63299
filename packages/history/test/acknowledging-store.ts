import type { Store } from '../src/index.ts'

/** A store that calls `say` with the number of each last block that it has acknowledged as durable: a line on standard output by default. */
export const acknowledging = (
  store: Store,
  say = (number: bigint): void => console.log(String(number)),
): Store => ({
  ...store,
  async commit(change) {
    await store.commit(change)
    if (change.blocks?.length) say(change.blocks.at(-1)!.number)
  },
})
