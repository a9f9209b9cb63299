/** Copies a value, and all its bytes into one buffer: thousands of small ones would each cost as much to send to a thread. */
export function gather<T>(value: T): { readonly value: T; readonly buffer: ArrayBuffer } {
  const gathered = new Uint8Array(countBytes(value))
  let at = 0
  const copy = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map(copy)
    if (!(part instanceof Uint8Array))
      return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, copy(member)]))
    gathered.set(part, at)
    return gathered.subarray(at, (at += part.length))
  }
  return { value: copy(value) as T, buffer: gathered.buffer }
}

function countBytes(part: unknown): number {
  if (part instanceof Uint8Array) return part.length
  if (typeof part !== 'object' || part === null) return 0
  let bytes = 0
  for (const member of Object.values(part)) bytes += countBytes(member)
  return bytes
}
