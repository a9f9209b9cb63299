/** Returns the length of bytes compressed by FastLZ at level 1, as the OP stack estimates it (op-geth, FlzCompressLen). */
export function fastLzLength(bytes: Uint8Array): number {
  const places = new Uint32Array(8192)
  const readThree = (at: number) => bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16)
  let length = 0
  let start = 0
  const putLiterals = (end: number) => {
    const count = end - start
    length += 33 * Math.floor(count / 32) + (count % 32 === 0 ? 0 : (count % 32) + 1)
  }
  const last = Math.max(0, bytes.length - 13)
  for (let at = 2; at < last;) {
    let found = 0
    for (;;) {
      const value = readThree(at)
      const slot = slotOf(value)
      found = places[slot]!
      places[slot] = at
      if (at >= last) break
      at++
      if (at - 1 - found <= 0x1fff && value === readThree(found)) break
    }
    if (at >= last) break
    at--
    if (at > start) putLiterals(at)
    let matched = 0 // one more than the bytes that are equal, if others follow
    while (at + matched < bytes.length - 7 && bytes[found + 3 + matched] === bytes[at + 3 + matched++]);
    length += 3 * Math.floor((matched - 1) / 262) + ((matched - 1) % 262 >= 6 ? 3 : 2)
    at += matched
    for (let turn = 0; turn < 2; turn++) places[slotOf(readThree(at))] = at++
    start = at
  }
  putLiterals(bytes.length)
  return length
}

const slotOf = (value: number) => (Math.imul(2_654_435_769, value) >>> 19) & 0x1fff
