/** What is on its way, by what it is the answer to. */
export interface Running {
  readonly result: Promise<unknown>
}

/** Keeps under a key what is running, until it is settled. */
export function keepRunning<K, R extends Running>(running: Map<K, R>, key: K, begun: R): R {
  const forget = (): boolean => running.delete(key)
  running.set(key, begun)
  begun.result.then(forget, forget)
  return begun
}
