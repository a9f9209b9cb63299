/** An answer's JSON, which nobody may change, and the block it is of: its number, and its hash as hex. */
export interface Rendered {
  readonly json: Uint8Array
  readonly number: number
  readonly block: string
}

/** Answers that were written before, by what was asked. Whether an answer's block is still held under its number is for the caller to see. */
export interface RenderedAnswers {
  /** The most bytes of JSON that are kept. */
  readonly limit: number
  get(name: string): Rendered | undefined
  add(name: string, answer: Rendered): void
}

/** Keeps those that were asked for last, up to so many bytes of JSON together; 0 keeps nothing. */
export function createRenderedAnswers(limit: number): RenderedAnswers {
  const kept = new Map<string, Rendered>() // from the one that was asked for longest ago
  let held = 0
  return {
    limit,
    get(name) {
      const answer = kept.get(name)
      if (answer !== undefined) {
        kept.delete(name)
        kept.set(name, answer)
      }
      return answer
    },
    add(name, answer) {
      held += answer.json.length - (kept.get(name)?.json.length ?? 0)
      kept.delete(name)
      kept.set(name, answer)
      for (const [oldest, { json }] of kept) {
        if (held <= limit) break
        kept.delete(oldest)
        held -= json.length
      }
    },
  }
}
