/** Blocks' JSON that was written before, by what names it: a hash and whether the transactions are whole. So nothing in it can be of another block. */
export interface RenderedBlocks {
  /** Nobody may change the bytes. */
  get(name: string): Uint8Array | undefined
  add(name: string, json: Uint8Array): void
}

/** Keeps those that were asked for last, up to so many bytes together; 0 keeps nothing. */
export function createRenderedBlocks(limit: number): RenderedBlocks {
  const kept = new Map<string, Uint8Array>() // from the one that was asked for longest ago
  let held = 0
  return {
    get(name) {
      const json = kept.get(name)
      if (json !== undefined) {
        kept.delete(name)
        kept.set(name, json)
      }
      return json
    },
    add(name, json) {
      held += json.length - (kept.get(name)?.length ?? 0)
      kept.delete(name)
      kept.set(name, json)
      for (const [oldest, { length }] of kept) {
        if (held <= limit) break
        kept.delete(oldest)
        held -= length
      }
    },
  }
}
