/** Keeps a value under its key until a promise is settled. */
export function keepUntil<K, V>(settled: Promise<unknown>, kept: Map<K, V>, key: K, value: V): void {
  const forget = (): boolean => kept.delete(key)
  kept.set(key, value)
  settled.then(forget, forget)
}
