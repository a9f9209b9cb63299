import * as chain from '@lectern/chain'
import { joinBloom, toQuantity } from '@lectern/chain/internal'
import { computeReceipts, logsOf, readReceipt, type BlockFacts, type LocatedObject } from '../facts.ts'
import { isQuantity } from '../../../document/json.ts'
import { claim, claims, type Proof } from './claim.ts'

const receiptsOf = ({ transactions }: BlockFacts) => transactions.flatMap(({ receipt }) => receipt ?? [])

const fromReceipts =
  (key: string, derive: (receipts: readonly LocatedObject[], facts: BlockFacts) => string): Proof =>
  (facts) => {
    const receipts = receiptsOf(facts)
    const isWhole = receipts.length === facts.transactions.length
    return isWhole ? [claim(key, derive(receipts, facts), facts)] : []
  }

export const receiptsRoot: Proof = fromReceipts('receiptsRoot', (receipts, { transactions, family }) => {
  const encoded = receipts.map(({ json }, index) => {
    const { type } = transactions[index]!.inBlock.json // where the receipt has none
    return chain.encodeReceipt(chain.receiptFromJson({ type, ...json }, undefined, family), family)
  })
  return chain.toHex(chain.orderedTrieRoot(encoded))
})

export const blockBloom: Proof = fromReceipts('logsBloom', (receipts) => {
  const union = new Uint8Array(256)
  for (const { json } of receipts) joinBloom(union, chain.logsBloom(readReceipt(json).logs))
  return chain.toHex(union)
})

export const blockGas: Proof = fromReceipts('gasUsed', (receipts) => {
  const last = receipts.at(-1)
  return toQuantity(last ? readReceipt(last.json).cumulativeGasUsed : 0n)
})

export const receiptBloom: Proof = (facts) =>
  receiptsOf(facts).map((receipt) =>
    claim('logsBloom', chain.toHex(chain.logsBloom(readReceipt(receipt.json).logs)), receipt),
  )

/** That gas only ever adds up; an unsigned transaction may take none. */
export const cumulativeGas: Proof = ({ transactions, family: { senders = {} } }) =>
  transactions.flatMap(({ receipt }, index) => {
    const before = transactions[index - 1]?.receipt
    if (!receipt || !before) return []
    const [less, more] = [before, receipt].map(({ json }) => readReceipt(json).cumulativeGasUsed)
    const isUnsigned = Number(transactions[index]!.inBlock.json['type']) in senders
    const key = 'cumulativeGasUsed above that of the receipt before'
    return [claim(key, true, { ...receipt, json: { [key]: more! > less! || (isUnsigned && more === less) } })]
  })

/** The fractions that price blobs on mainnet, Sepolia, Holesky and Hoodi: EIP-4844, EIP-7691, and the two of EIP-7892. */
const fractions = [3_338_477n, 5_007_716n, 8_346_193n, 11_684_671n]
const scheduled: ReadonlySet<unknown> = new Set(['0x1', '0xaa36a7', '0x4268', '0x88bb0'])

/** No method returns a chain's schedule, so on chains with a public one the price must follow from some fraction of it. */
export const blobPrice: Proof = (facts) => {
  const header = chain.headerFromJson(facts.json, facts.family)
  const prices = fractions.map((updateFraction) =>
    chain.blobGasPrice(header, { chainId: 0n, blobSchedule: [{ timestamp: 0n, updateFraction }] }),
  )
  const known = prices.flatMap((price) => (price === undefined ? [] : [toQuantity(price)]))
  return facts.transactions.flatMap(({ inBlock, receipt }) => {
    const actual = receipt?.json['blobGasPrice']
    if (!receipt || !isQuantity(actual) || !scheduled.has(inBlock.json['chainId'])) return []
    return [claim('blobGasPrice', known.includes(actual) ? actual : known[0], receipt)]
  })
}

/** Where no blob gas is in excess a unit of it costs 1 wei, whatever the schedule. */
export const leastBlobPrice: Proof = (facts) => {
  if (chain.headerFromJson(facts.json, facts.family).excessBlobGas !== 0n) return []
  const priced = receiptsOf(facts).filter(({ json }) => isQuantity(json['blobGasPrice']))
  return priced.map((receipt) => claim('blobGasPrice', '0x1', receipt))
}

export const oneBlobPrice: Proof = (facts) => {
  const priced = receiptsOf(facts).filter(({ json }) => 'blobGasPrice' in json)
  return priced.map((receipt) => claim('blobGasPrice', priced[0]!.json['blobGasPrice'], receipt))
}

/** A creation that failed has no contract, but the address is known: it may be absent, but not be another. */
export const createdContract =
  (failed: boolean): Proof =>
  (facts) =>
    computeReceipts(facts).flatMap(({ json, located }) => {
      const isFailed = located.json['status'] === '0x0' && json['to'] === null
      const isTolerated = !failed && isFailed && located.json['contractAddress'] === null
      return (failed && !isFailed) || isTolerated
        ? []
        : claims({ contractAddress: json['contractAddress'] }, located)
    })

export const member =
  (key: string): Proof =>
  (facts) =>
    // That a member is missing is for the schema to say.
    computeReceipts(facts).flatMap(({ json, located }) => claims({ [key]: json[key] }, located))

export const logMember =
  (key: string): Proof =>
  (facts) =>
    computeReceipts(facts).flatMap(({ json, located: { path, exchange, json: receipt } }) =>
      logsOf(json).flatMap(({ [key]: expected }, index) => {
        const actual = logsOf(receipt)[index]
        if (!actual || expected === undefined) return []
        return [claim(key, expected, { json: actual, path: `${path}/logs/${index}`, exchange })]
      }),
    )
