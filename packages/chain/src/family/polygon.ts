import { keccak256 } from '../crypto/engine.ts'
import { concatBytes, fromBigInt, fromHex, toHex } from '../encoding/bytes.ts'
import { encodeRlp } from '../encoding/rlp.ts'
import { ethereum } from './ethereum.ts'
import type { Family } from './family.ts'

const zero = /* @__PURE__ */ new Uint8Array()
const prefix = /* @__PURE__ */ new TextEncoder().encode('matic-bor-receipt-')

/** Polygon PoS and its test networks. */
export const polygon: Family = {
  ...ethereum,
  name: 'polygon',
  // The transaction that applies the state of layer 1.
  outsideHash: (number, hash) =>
    toHex(keccak256(concatBytes([prefix, fromBigInt(number, 8), fromHex(hash)]))),
  outside: /* @__PURE__ */ encodeRlp([zero, zero, zero, new Uint8Array(20), zero, zero, zero, zero, zero]),
}
