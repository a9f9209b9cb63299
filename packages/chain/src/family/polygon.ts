import { keccak256 } from '../crypto/engine.ts'
import { concatBytes, fromBigInt, fromHex, toHex } from '../encoding/bytes.ts'
import { encodeRlp } from '../encoding/rlp.ts'
import { ethereum } from './ethereum.ts'
import { type Family, inNoRoot } from './family.ts'

const zero = /* @__PURE__ */ new Uint8Array()
const prefix = /* @__PURE__ */ new TextEncoder().encode('matic-bor-receipt-')

/** The hash of the transaction that applies the state of layer 1. */
const outsideHash = (number: bigint, hash: string): string =>
  toHex(keccak256(concatBytes([prefix, fromBigInt(number, 8), fromHex(hash)])))

/** Polygon PoS and its test networks. */
export const polygon: Family = {
  ...ethereum,
  name: 'polygon',
  outsideHash,
  whyUnhashable: (_, { hash, blockNumber, blockHash }) =>
    /^0x[0-9a-f]{1,16},0x[0-9a-f]{64}$/.test(`${blockNumber},${blockHash}`) &&
    hash === outsideHash(BigInt(blockNumber as string), blockHash as string)
      ? inNoRoot
      : undefined,
  outside: /* @__PURE__ */ encodeRlp([zero, zero, zero, new Uint8Array(20), zero, zero, zero, zero, zero]),
}
