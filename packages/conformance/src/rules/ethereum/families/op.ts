import { encodeTransaction } from '@lectern/chain'
import { isQuantity, type Json, toQuantity } from '../../../document/json.ts'
import { type BlockFacts, type LocatedObject, readTransaction } from '../facts.ts'
import { claims, type FamilyRules, type Proof } from '../proofs/claim.ts'
import { fastLzLength } from './fast-lz.ts'

const ecotone = {
  l1BaseFeeScalar: [4, 4],
  l1BlobBaseFeeScalar: [8, 4],
  l1BaseFee: [36, 32],
  l1BlobBaseFee: [68, 32],
} as const
const isthmus = { ...ecotone, operatorFeeScalar: [164, 4], operatorFeeConstant: [168, 8] } as const
const jovian = { ...isthmus, daFootprintGasScalar: [176, 2] } as const
const bedrock = { l1BaseFee: [68, 32], overhead: [196, 32], scalar: [228, 32] } as const

/** The costs of data on layer 1. */
type Costs = { readonly [K in keyof (typeof bedrock & typeof jovian)]?: bigint }

/** The first byte of each cost in a block's first input, and its length, by the function that is called. */
const layouts: Readonly<
  Record<string, { readonly [K in keyof Costs]: readonly [at: number, length: number] }>
> = {
  '0x015d8eb9': bedrock, // setL1BlockValues
  '0x440a5e20': ecotone,
  '0x098999be': isthmus,
  '0x3db6be2b': jovian,
}

/** The account that sends the first deposit of each block. */
const DEPOSITOR = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'
const DEPOSIT = '0x7e'

/** Returns the costs in a block; undefined before Bedrock. */
function readCosts({ transactions: [first] }: BlockFacts): Costs | undefined {
  const input = String(first?.inBlock.json['input'])
  const layout = layouts[input.slice(0, 10)]
  const isDeposit = String(first?.inBlock.json['from']).toLowerCase() === DEPOSITOR
  if (!isDeposit || !layout || !isQuantity(input)) return undefined
  const entries = Object.entries(layout).map(([name, [at, length]]) => {
    const digits = input.slice(2 + 2 * at, 2 + 2 * (at + length))
    return [name, BigInt(`0x${digits || '0'}`)]
  })
  return Object.fromEntries(entries) as Costs
}

/** The gas and the fee of layer 1 that a transaction is charged. */
type Charge = readonly [gas: bigint, fee: bigint]

/** Returns the charges of a transaction by each rule that a node may follow: before and since Regolith or Fjord, with the overhead or without. */
function computeCharges(bytes: Uint8Array, costs: Costs): Charge[] {
  const { l1BaseFee = 0n, overhead, scalar = 0n, l1BaseFeeScalar = 0n, ...blob } = costs
  const gas = bytes.reduce((sum, byte) => sum + (byte === 0 ? 4n : 16n), 0n)
  if (overhead !== undefined)
    return [gas, gas + 68n * 16n].flatMap((one): Charge[] => {
      const fee = ((one + overhead) * l1BaseFee * scalar) / 1_000_000n
      return [one, one + overhead].map((shown) => [shown, fee])
    })
  const price =
    16n * l1BaseFee * l1BaseFeeScalar + (blob.l1BlobBaseFee ?? 0n) * (blob.l1BlobBaseFeeScalar ?? 0n)
  const size = estimateSize(bytes)
  return [
    [gas, (gas * price) / 16_000_000n],
    [(size * 16n) / 1_000_000n, (size * price) / 1_000_000_000_000n],
  ]
}

/** Returns the size of a transaction in a batch, in millionths of a byte (OP stack, Fjord). */
function estimateSize(bytes: Uint8Array): bigint {
  const size = 836_500n * BigInt(fastLzLength(bytes)) - 42_585_600n
  return size < 100_000_000n ? 100_000_000n : size
}

const quantity = (value: bigint | undefined) => (value === undefined ? undefined : toQuantity(value))

/** Returns what follows from the costs in a block for each of its receipts. */
function chargedMembers(facts: BlockFacts, { json }: LocatedObject, receipt: Json, costs: Costs): Json {
  const { l1BaseFee, overhead: _, scalar, ...rest } = costs
  const shared = {
    l1GasPrice: quantity(l1BaseFee),
    l1FeeScalar: scalar && String(Number(scalar) / 1_000_000),
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, quantity(value)])),
  }
  if (json['type'] === DEPOSIT) return { ...shared, l1Fee: '0x0' }
  const transaction = readTransaction(json, facts.family)
  if (!transaction) return shared
  const bytes = encodeTransaction(transaction, facts.family)
  const charges = computeCharges(bytes, costs).map(([gas, fee]) => [toQuantity(gas), toQuantity(fee)])
  const [l1GasUsed, l1Fee] = charges.find(([gas]) => gas === receipt['l1GasUsed']) ?? charges.at(-1)!
  const perByte = costs.daFootprintGasScalar
  const blobGasUsed = perByte && toQuantity((estimateSize(bytes) / 1_000_000n) * perByte)
  return { ...shared, l1GasUsed, l1Fee, blobGasUsed }
}

/** Returns the fee before Bedrock: no transaction has the costs, but they stand in the receipt. */
function earlyFee({ l1GasUsed, l1GasPrice, l1FeeScalar }: Json): Json {
  const scalar = Math.round(Number(l1FeeScalar) * 1_000_000)
  if (!isQuantity(l1GasUsed) || !isQuantity(l1GasPrice) || !Number.isSafeInteger(scalar)) return {}
  return { l1Fee: toQuantity((BigInt(l1GasUsed) * BigInt(l1GasPrice) * BigInt(scalar)) / 1_000_000n) }
}

/** That receipts have the charges which follow from the block's first deposit, and deposits their nonce. */
const receipt: Proof = (facts) => {
  const costs = readCosts(facts)
  return facts.transactions.flatMap(({ inBlock, receipt }) => {
    if (!receipt) return []
    const { type, nonce, depositReceiptVersion } = inBlock.json
    const charged = costs ? chargedMembers(facts, inBlock, receipt.json, costs) : earlyFee(receipt.json)
    const own = type === DEPOSIT && { depositNonce: nonce, depositReceiptVersion, effectiveGasPrice: '0x0' }
    return claims({ ...charged, ...own }, receipt)
  })
}

export const op: FamilyRules = { receipt }
