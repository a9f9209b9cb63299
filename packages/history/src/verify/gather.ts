/**
 * Room in one buffer for byte strings that go to another thread together: `copy` puts the next of them there and gives the copy. A
 * buffer that is handed over takes the views on it along; thousands of small ones would each cost as much.
 */
export function gather(parts: readonly Uint8Array[]): { buffer: ArrayBuffer; copy: () => Uint8Array } {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let next = 0
  let at = 0
  return {
    buffer: bytes.buffer,
    copy() {
      const part = parts[next++]!
      bytes.set(part, at)
      return bytes.subarray(at, (at += part.length))
    },
  }
}
