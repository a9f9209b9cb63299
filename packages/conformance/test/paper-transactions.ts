import { keccak256, recoverSender, type Transaction } from '@lectern/chain'

export const forks = [
  'frontier',
  'frontier',
  'byzantium',
  'london',
  'shanghai',
  'cancun',
  'prague',
  'prague',
  'prague',
  'amsterdam',
] as const
export type Fork = (typeof forks)[number]

const word = (seed: string) => keccak256(new TextEncoder().encode(seed))
const account = (seed: string) => word(seed).slice(12)

/** Transactions of every type that a fork has: calls and creations, with and without logs, each with a signature that recovers. */
export function transactionsOf(fork: Fork, number: number): Transaction[] {
  const kinds = forkKinds[fork]
  return kinds.map((make, index) => sign((r) => make(BigInt(number * 100 + index), r)))
}

type Make = (nonce: bigint, r: bigint) => Transaction

const signed = (nonce: bigint, r: bigint) => ({
  nonce,
  gas: 90_000n,
  value: 1n,
  input: word('input').slice(0, 5),
  r,
  s: 9n + nonce,
})
const typed = {
  chainId: 11155111n,
  yParity: 1 as const,
  accessList: [{ address: account('a'), storageKeys: [word('k')] }],
}
const fees = { maxFeePerGas: 9n, maxPriorityFeePerGas: 1n }

const call: Make = (nonce, r) => ({ type: 0, ...signed(nonce, r), to: account('to'), gasPrice: 8n, v: 27n })
const protectedCall: Make = (nonce, r) => ({
  type: 0,
  ...signed(nonce, r),
  to: account('to'),
  gasPrice: 8n,
  v: 2n * 11155111n + 36n,
})
const creation: Make = (nonce, r) => ({ type: 0, ...signed(nonce, r), to: null, gasPrice: 8n, v: 28n })
const accessList: Make = (nonce, r) => ({
  type: 1,
  ...signed(nonce, r),
  ...typed,
  to: account('to'),
  gasPrice: 8n,
})
const dynamicFee: Make = (nonce, r) => ({
  type: 2,
  ...signed(nonce, r),
  ...typed,
  ...fees,
  to: account('to'),
})
const capped: Make = (nonce, r) => ({
  type: 2,
  ...signed(nonce, r),
  ...typed,
  maxFeePerGas: 8n,
  maxPriorityFeePerGas: 8n,
  accessList: [],
  to: null,
})
const blob: Make = (nonce, r) => ({
  type: 3,
  ...signed(nonce, r),
  ...typed,
  ...fees,
  to: account('to'),
  maxFeePerBlobGas: 99n,
  blobVersionedHashes: [word('blob 1'), word('blob 2')].map((hash) => Uint8Array.of(1, ...hash.slice(1))),
})
const setCode: Make = (nonce, r) => ({
  type: 4,
  ...signed(nonce, r),
  ...typed,
  ...fees,
  to: account('to'),
  authorizationList: [{ chainId: 11155111n, address: account('code'), nonce: 1n, yParity: 0, r: 5n, s: 6n }],
})

const forkKinds: Record<Fork, readonly Make[]> = {
  frontier: [call, call, creation, call],
  byzantium: [protectedCall, protectedCall, creation, protectedCall],
  london: [dynamicFee, accessList, capped, call],
  shanghai: [dynamicFee, dynamicFee],
  cancun: [blob, blob, dynamicFee, blob],
  prague: [setCode, setCode, creation, accessList, blob, dynamicFee],
  amsterdam: [dynamicFee, call],
}

// About half of all numbers are the x of a point on the curve, and only those can be an r.
function sign(make: (r: bigint) => Transaction): Transaction {
  for (let r = 2n; ; r++) {
    const transaction = make(r)
    try {
      recoverSender(transaction)
      return transaction
    } catch {
      continue
    }
  }
}
