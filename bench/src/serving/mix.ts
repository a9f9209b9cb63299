import { getContractAddress, type Hex } from 'viem'
import { deploy } from '@lectern/fixtures/contracts'
import { accounts, chainId } from '@lectern/rivals/nodes/accounts'

// About what mainnet's transactions are like: many token transfers, fewer swaps, and plain transfers.

/** Signed transactions in hex, block by block; the first block makes the two contracts that the others call. */
export async function signMix(blocks: number, count: number): Promise<Hex[][]> {
  const nonces = accounts.map(() => 0)
  const sign = (index: number, fields: Fields) => {
    const from = index % accounts.length
    const priced = index % 16 === 5 ? listed : index % 4 === 3 ? legacy : dynamic
    const signed = { chainId, nonce: nonces[from]!++, ...priced, ...fields }
    return accounts[from]!.signTransaction(signed as never)
  }
  const made = [
    await Promise.all([token, pool].map((code) => sign(0, { data: create(code), gas: 300_000n }))),
  ]
  for (let block = 0; block < blocks; block++)
    made.push(
      await Promise.all(
        Array.from({ length: count }, (_, index) =>
          sign(index, kinds[(7 * index) % kinds.length]!(block * count + index)),
        ),
      ),
    )
  return made
}

interface Fields {
  readonly to?: Hex
  readonly data?: Hex
  readonly value?: bigint
  readonly gas: bigint
}

const gwei = 1_000_000_000n
const legacy = { type: 'legacy', gasPrice: 3n * gwei }
const listed = {
  ...legacy,
  type: 'eip2930',
  accessList: [{ address: `0x${'aa'.repeat(20)}`, storageKeys: [`0x${'01'.repeat(32)}`] }],
}
const dynamic = { type: 'eip1559', maxFeePerGas: 3n * gwei, maxPriorityFeePerGas: gwei / 10n }

// Emits a log of three topics, the sender and the first argument among them, with the second argument as data:
// MSTORE(0, CALLDATALOAD(36)); LOG3(0, 32, event, CALLER, CALLDATALOAD(4)).
const emit = (event: string): string => `602435600052600435337f${event}60206000a3`
const transferEvent = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const swapEvent = 'c42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67'
const token = `0x${emit(transferEvent)}00`
const pool = `0x${[transferEvent, swapEvent, transferEvent, swapEvent, transferEvent].map(emit).join('')}00`

const create = (code: string): Hex => deploy({ address: '', code }) as Hex
const addressOf = (nonce: bigint): Hex => getContractAddress({ from: accounts[0]!.address, nonce })
const [tokenAt, poolAt] = [addressOf(0n), addressOf(1n)]

const word = (value: number): string => BigInt(value).toString(16).padStart(64, '0')
const address = (value: number): string =>
  (BigInt(value + 1) * 0x9e3779b97f4a7c15f39cc0605cedc834n).toString(16).padStart(40, 'c').slice(-40)

const transfer = (seed: number): Fields => ({
  to: `0x${address(seed)}`,
  value: gwei * BigInt(seed),
  gas: 30_000n,
})
const move = (seed: number): Fields => ({
  to: tokenAt,
  data: `0xa9059cbb${address(seed).padStart(64, '0')}${word(1e9 * (seed + 1))}`,
  gas: 60_000n,
})
const swap = (seed: number): Fields => ({
  to: poolAt,
  data: `0x414bf389${address(seed).padStart(64, '0')}${[1e9 * (seed + 1), 3_000, 1_760_000_000 + seed, 1e12, 0].map(word).join('')}${route(seed)}`,
  gas: 120_000n,
})

/** The rest of the calldata of a swap, as long as those of an aggregator are. */
const route = (seed: number): string =>
  Array.from({ length: 24 }, (_, index) => address(seed + index).padStart(64, '0')).join('')

/** What each in twenty transactions is: 9 token transfers, 4 swaps, 7 plain transfers. */
const kinds = [
  ...Array<typeof move>(9).fill(move),
  ...Array<typeof swap>(4).fill(swap),
  ...Array<typeof transfer>(7).fill(transfer),
]
