import { fromHex, recoverSender, type Transaction } from '@lectern/chain'
import { fromBigInt, signingHash, toBigInt } from '@lectern/chain/internal'
import { sign } from 'micro-eth-signer/utils.js'

/** Signs hashes in a microsecond, for synthetic chains only: it reuses its nonces, which reveals its keys to everyone. */
export interface Signer {
  /** The sender of what is signed with a key, 20 bytes. */
  readonly senders: readonly Uint8Array[]
  /** The signature of a hash; which nonce and key is for the number to say. */
  sign(hash: Uint8Array, number: number): Signature
}

/** A signature, r and s as 32 bytes without leading zeros, and the key's index in `senders`. */
export interface Signature {
  readonly r: Uint8Array
  readonly s: Uint8Array
  readonly yParity: number
  readonly key: number
}

/** A signer whose keys follow from a number. */
export function createSigner(seed: number): Signer {
  const keys = Array.from({ length: KEYS }, (_, index) => 1n + BigInt(seed) * 1000n + BigInt(index))
  const nonces = Array.from({ length: NONCES }, (_, index) => makeNonce(BigInt(seed) * 1000n + BigInt(index)))
  // s = (hash + r × key) / nonce, so that only a product and a sum are left to do.
  const shares = nonces.map(({ r, inverse }) => keys.map((key) => (inverse * r * key) % ORDER))
  return {
    senders: keys.map(findSender),
    sign(hash, number) {
      const [nonce, key] = [number % NONCES, Math.floor(number / NONCES) % KEYS]
      const { inverse, bytes, yParity } = nonces[nonce]!
      const s = (toBigInt(hash) * inverse + shares[nonce]![key]!) % ORDER
      const isHigh = s > ORDER / 2n
      return {
        r: bytes,
        s: fromBigInt(isHigh ? ORDER - s : s),
        yParity: isHigh ? 1 - yParity : yParity,
        key,
      }
    },
  }
}

const KEYS = 64
const NONCES = 256
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** A nonce, from a signature with a key that is known: its r, its inverse modulo the order, and the parity that goes with them. */
function makeNonce(number: bigint): { r: bigint; inverse: bigint; bytes: Uint8Array; yParity: number } {
  const [hash, key] = [fromBigInt(1n + number, 32), 12345n]
  const { r, s, recovery } = sign(hash, fromBigInt(key, 32), false)
  const inverse = (s * invert((1n + number + r * key) % ORDER)) % ORDER
  return { r, inverse, bytes: fromBigInt(r), yParity: recovery! }
}

/** The inverse modulo the order, which is a prime: Fermat's little theorem. */
function invert(value: bigint): bigint {
  let [result, power] = [1n, value]
  for (let exponent = ORDER - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * power) % ORDER
    power = (power * power) % ORDER
  }
  return result
}

function findSender(key: bigint): Uint8Array {
  const draft = { type: 0, nonce: 0n, gasPrice: 0n, gas: 0n, to: null, value: 0n, input: fromHex('0x') }
  const unsigned = { ...draft, v: 27n, r: 1n, s: 1n } as Transaction
  const { r, s, recovery } = sign(signingHash(unsigned), fromBigInt(key, 32), false)
  return recoverSender({ ...unsigned, v: 27n + BigInt(recovery!), r, s } as Transaction)
}
