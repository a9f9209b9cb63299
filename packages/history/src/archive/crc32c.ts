/** The CRC-32C of bytes (polynomial 0x82f63b78, reflected): what a snappy frame is checked by. Eight tables take 1.4 ns a byte, one takes 3. */
export function crc32c(bytes: Uint8Array): number {
  let crc = -1
  let at = 0
  for (const end = bytes.length - 7; at < end; at += 8) {
    crc =
      t7[(crc ^ bytes[at]!) & 255]! ^
      t6[((crc >>> 8) ^ bytes[at + 1]!) & 255]! ^
      t5[((crc >>> 16) ^ bytes[at + 2]!) & 255]! ^
      t4[(crc >>> 24) ^ bytes[at + 3]!]! ^
      t3[bytes[at + 4]!]! ^
      t2[bytes[at + 5]!]! ^
      t1[bytes[at + 6]!]! ^
      t0[bytes[at + 7]!]!
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ t0[(crc ^ bytes[at]!) & 255]!
  return ~crc >>> 0
}

/** What each byte does to the sum when so many zero bytes follow it. */
const [t0, t1, t2, t3, t4, t5, t6, t7] = makeTables() as Eight<Int32Array>

type Eight<T> = [T, T, T, T, T, T, T, T]

function makeTables(): Int32Array[] {
  const first = new Int32Array(256)
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
    first[byte] = crc
  }
  const all = [first]
  for (let zeros = 1; zeros < 8; zeros++) {
    all.push(all[zeros - 1]!.map((crc) => (crc >>> 8) ^ first[crc & 255]!))
  }
  return all
}
