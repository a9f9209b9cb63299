/**
 * Whether JSON has more values than a block or receipts of as many bytes. Millions of tiny ones take a hundred times their bytes of memory, and a
 * thread that lacks it in `JSON.parse` ends the process. Takes a millisecond per megabyte.
 */
export function hasTinyValues(json: Uint8Array): boolean {
  let count = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === COMMA || byte === ARRAY || byte === OBJECT) count++
  }
  return count > ANY_VALUES + json.length / VALUE_BYTES
}

const [COMMA, ARRAY, OBJECT] = [0x2c, 0x5b, 0x7b]
const VALUE_BYTES = 16
const ANY_VALUES = 10_000
