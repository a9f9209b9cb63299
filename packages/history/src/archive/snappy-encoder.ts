/**
 * The snappy block of at most 65,536 bytes, chosen as golang/snappy chooses: the same bytes that geth writes into its archives.
 * A table remembers where each hash of four bytes was last seen; where nothing is found the search takes ever longer steps.
 */
export function encodeSnappy(content: Uint8Array): Uint8Array {
  const output: Output = {
    bytes: new Uint8Array(32 + content.length + Math.floor(content.length / 6)),
    at: 0,
  }
  for (let rest = content.length; ; rest >>>= 7) {
    output.bytes[output.at++] = rest < 128 ? rest : (rest & 127) | 128
    if (rest < 128) break
  }
  if (content.length >= SMALLEST) encodeElements(content, output)
  else if (content.length > 0) writeLiteral(output, content)
  return output.bytes.subarray(0, output.at)
}

interface Output {
  readonly bytes: Uint8Array
  at: number
}

const MARGIN = 15 // at the end only literals are looked for, so that four bytes can always be read
const SMALLEST = MARGIN + 2
const table = new Uint16Array(2 ** 14)

function encodeElements(content: Uint8Array, output: Output): void {
  let bits = 8
  while (bits < 14 && 2 ** bits < content.length) bits++
  const shift = 32 - bits
  table.fill(0, 0, 2 ** bits)
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  const hashAt = (at: number): number => Math.imul(view.getUint32(at, true), 0x1e35a7bd) >>> shift
  const sameAt = (a: number, b: number): boolean => view.getUint32(a, true) === view.getUint32(b, true)
  const limit = content.length - MARGIN
  let written = 0
  let at = 1
  search: for (let hash = hashAt(at); ; hash = hashAt(at)) {
    let candidate: number
    for (let skip = 32, next = at; ;) {
      at = next
      next = at + (skip >> 5)
      skip += skip >> 5
      if (next > limit) break search
      candidate = table[hash]!
      table[hash] = at
      hash = hashAt(next)
      if (sameAt(at, candidate)) break
    }
    writeLiteral(output, content.subarray(written, at))
    do {
      const start = at
      at += 4
      for (let from = candidate + 4; at < content.length && content[from] === content[at]; from++) at++
      writeCopy(output, start - candidate, at - start)
      written = at
      if (at >= limit) break search
      table[hashAt(at - 1)] = at - 1
      const current = hashAt(at)
      candidate = table[current]!
      table[current] = at
    } while (sameAt(at, candidate))
    at++
  }
  if (written < content.length) writeLiteral(output, content.subarray(written))
}

function writeLiteral(output: Output, literal: Uint8Array): void {
  const { bytes } = output
  const last = literal.length - 1
  if (last < 60) bytes[output.at++] = last << 2
  else if (last < 256) {
    bytes[output.at++] = 60 << 2
    bytes[output.at++] = last
  } else {
    bytes[output.at++] = 61 << 2
    bytes[output.at++] = last & 255
    bytes[output.at++] = last >> 8
  }
  bytes.set(literal, output.at)
  output.at += literal.length
}

function writeCopy(output: Output, offset: number, length: number): void {
  let rest = length
  for (; rest >= 68; rest -= 64) writeLongCopy(output, offset, 64)
  if (rest > 64) {
    writeLongCopy(output, offset, 60)
    rest -= 60
  }
  if (rest >= 12 || offset >= 2048) return writeLongCopy(output, offset, rest)
  output.bytes[output.at++] = ((offset >> 8) << 5) | ((rest - 4) << 2) | 1
  output.bytes[output.at++] = offset & 255
}

function writeLongCopy(output: Output, offset: number, length: number): void {
  output.bytes[output.at++] = ((length - 1) << 2) | 2
  output.bytes[output.at++] = offset & 255
  output.bytes[output.at++] = offset >> 8
}
