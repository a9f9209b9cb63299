import { ChainError, type Family } from '@lectern/chain'
import { checkEach, resultSource, skip, toCheck, type Check } from '../check.ts'
import { familyOf } from './families/families.ts'
import { names } from './methods.ts'
import { checkClaim, claim as claimOf, type Claim, type Optional } from './proofs/claim.ts'
import { isQuantity, isRecord, type Json, toQuantity } from '../../document/json.ts'
import { computedHash, isOutside } from './facts.ts'
import type { Step, Sampler } from '../../sample/sample.ts'

const { transaction, receipt, block, byHash, uncle, chainId, receipts, countByHash, countByNumber } = names
const byIndex = [names.byHashAndIndex, names.byNumberAndIndex]

/** Claims of what the steps say that time does not change; `all` are those that it may change, too. */
type Pairs = (steps: readonly Step[], all: readonly Step[], family: Family) => Claim[]

// oxfmt-ignore
const rows: [method: string, name: string, sentence: string, pairs: Pairs][] = [
  [block, 'return_full_txns', 'A block is the same with whole transactions and with hashes.', bothBlocks],
  [transaction, 'block', 'A transaction is the same alone and in its block.', asInBlock(transaction, ({ hash }) => hash, ({ params }) => params['tx_hash'])],
  [receipt, 'transaction', 'A receipt and its transaction agree on what both say.', receiptAndTransaction],
  [receipt, 'timestamp', 'A log has the time of its block.', logTimes],
  [byHash, 'number', 'A block is the same by its hash and by its number.', byHashAndNumber],
  [uncle, 'block', 'An uncle is what its block names: its fields hash to that.', unclesOfBlocks],
  [receipts, 'receipt', 'The receipts of a block are those of its transactions, each as it is alone.', receiptsOfBlocks],
  ...byIndex.map((method): typeof rows[0] => [method, 'block', 'A transaction is the same by its index and in its block.', asInBlock(method, placeOf, ({ json }) => placeOf(json))]),
  [countByHash, 'block', 'A block has as many transactions as are counted.', counted(countByHash, 'block_hash', 'hash')],
  [countByNumber, 'block', 'A block has as many transactions as are counted.', counted(countByNumber, 'block_number', 'number')],
  [chainId, 'transactions', 'Transactions are signed for the chain that eth_chainId names.', chainsOfTransactions],
]

/** Rules that relate responses of different calls, over the whole sample. */
export function planAgreements(methods: readonly string[], optional: Optional, sample: Sampler): Check[] {
  const known = rows.filter(([method]) => methods.includes(method))
  return known.map(([method, name, sentence, pairs]) =>
    toCheck(`agree/${method}/${name}`, 'MUST', sentence, resultSource, async (session) => {
      const { steps: all } = await sample(session)
      const steps = all.filter(({ scope, moving }) => isRecord(scope.result) && moving !== true)
      const found = pairs(steps, all, await familyOf(session))
      if (found.length === 0) return skip('no two such responses were met')
      return await checkEach(found, (claim) => checkClaim(claim, optional))
    }),
  )
}

type Found = ReturnType<typeof resultsOf>[number]

const resultsOf = (steps: readonly Step[], method: string) =>
  steps
    .filter((step) => step.method.name === method)
    .map(({ scope, call }) => ({ json: scope.result as Json, params: scope.params, exchange: call.exchange }))
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const hashesOf = (block: Json) =>
  list(block['transactions']).map((item) => (isRecord(item) ? item['hash'] : item))
/** The hashes without the one that is in no root: nodes list it, give its receipt and count it, or not. */
const insideHashes = (hashes: unknown[], block: Json, family: Family) =>
  hashes.length > 0 && isOutside({ hash: hashes.at(-1) }, block, family) ? hashes.slice(0, -1) : hashes
const pick = (json: Json, keys: readonly string[]) =>
  Object.fromEntries(keys.filter((key) => json[key] !== undefined).map((key) => [key, json[key]]))

/** The claim that a result, or what is read from it, is what another response says; none where no other says it. */
const claim = ({ json, exchange }: Found, expected: Json | undefined, actual = json): Claim[] =>
  expected === undefined ? [] : [{ expected, actual, path: '/result', exchange }]

const byParam = (found: readonly Found[], name: string) =>
  new Map(found.map(({ json, params }) => [params[name], json]))

const byMember = (steps: readonly Step[], method: string, name: string) =>
  new Map(resultsOf(steps, method).map(({ json }) => [json[name], json]))

const isWhole = ({ params }: Found) => params['return_full_txns'] === true

function bothBlocks(steps: readonly Step[]): Claim[] {
  const blocks = resultsOf(steps, block)
  const whole = byParam(blocks.filter(isWhole), 'block_number')
  return blocks.flatMap((found) => {
    const other = isWhole(found) ? undefined : whole.get(found.params['block_number'])
    return claim(found, other && { ...other, transactions: hashesOf(other) })
  })
}

/** That a transaction is what its block has under the same key. */
function asInBlock(
  method: string,
  keyOf: (json: Json) => unknown,
  askedFor: (found: Found) => unknown,
): Pairs {
  return (steps) => {
    const inBlocks = resultsOf(steps, block).flatMap(({ json }) => list(json['transactions']))
    const known = new Map(inBlocks.filter(isRecord).map((json) => [keyOf(json), json]))
    return resultsOf(steps, method).flatMap((found) => claim(found, known.get(askedFor(found))))
  }
}

function placeOf({ blockHash, transactionIndex }: Json): string {
  return `${String(blockHash)} ${String(transactionIndex)}`
}

function receiptAndTransaction(steps: readonly Step[], _: readonly Step[], family: Family): Claim[] {
  const shared = ['blockHash', 'blockNumber', 'from', 'to', 'transactionIndex', 'type']
  const transactions = byParam(resultsOf(steps, transaction), 'tx_hash')
  return resultsOf(steps, receipt).flatMap((found) => {
    const other = transactions.get(found.params['tx_hash'])
    if (!other) return []
    const price = family.hasOwnPrices ? undefined : (other['gasPrice'] ?? undefined)
    const said: Json = { ...pick(other, shared), effectiveGasPrice: price }
    const keys = Object.keys(said).filter((key) => key in found.json && said[key] !== undefined) // what one does not say, it does not deny
    return claim(found, pick(said, keys), pick(found.json, keys))
  })
}

function logTimes(steps: readonly Step[]): Claim[] {
  const blocks = byMember(steps, block, 'hash')
  return resultsOf(steps, receipt).flatMap(({ json, exchange }) => {
    const blockTimestamp = blocks.get(json['blockHash'])?.['timestamp']
    if (blockTimestamp === undefined) return []
    const logs = list(json['logs']).filter(isRecord)
    return logs.map((json, index) =>
      claimOf('blockTimestamp', blockTimestamp, { json, path: `/result/logs/${index}`, exchange }),
    )
  })
}

/** Each receipt of a block is compared with the one that was answered alone, and their number with the block's transactions. */
function receiptsOfBlocks(steps: readonly Step[], all: readonly Step[], family: Family): Claim[] {
  const alone = byMember(steps, receipt, 'transactionHash')
  const blocks = byMember(steps, block, 'hash')
  return all.flatMap(({ method, scope, call }) => {
    if (method.name !== receipts || !Array.isArray(scope.result)) return []
    const { exchange } = call
    const items = scope.result.filter(isRecord)
    const named = blocks.get(scope.params['block'])
    const hashes = named && insideHashes(hashesOf(named), named, family)
    const own = items.map((item) => item['transactionHash'])
    const actual = insideHashes(own, named ?? {}, family)
    return [
      ...(hashes ? [{ expected: hashes, actual, path: '/result', exchange }] : []),
      ...items.flatMap((json, index) => {
        const expected = alone.get(json['transactionHash'])
        return expected ? [{ expected, actual: json, path: `/result/${index}`, exchange }] : []
      }),
    ]
  })
}

function counted(method: string, param: string, member: string): Pairs {
  return (steps, all, family) => {
    const blocks = byMember(steps, block, member)
    return all.flatMap(({ method: { name }, scope: { params, result }, call, moving }) => {
      const isMeant = name === method && result !== null && moving !== true
      const found = isMeant ? blocks.get(params[param]) : undefined
      const hashes = found && hashesOf(found)
      const isOwn = found && result === toQuantity(insideHashes(hashes!, found, family).length)
      const expected = isOwn ? result : hashes && toQuantity(hashes.length)
      return expected ? [{ expected, actual: result, path: '/result', exchange: call.exchange }] : []
    })
  }
}

const keyOf = ({ json, params }: Found) => `${String(json['hash'])} ${String(params['return_full_txns'])}`

function byHashAndNumber(steps: readonly Step[]): Claim[] {
  const byNumber = new Map(resultsOf(steps, block).map((found) => [keyOf(found), found.json]))
  return resultsOf(steps, byHash).flatMap((found) => claim(found, byNumber.get(keyOf(found))))
}

function unclesOfBlocks(steps: readonly Step[], _: readonly Step[], family: Family): Claim[] {
  const blocks = [...resultsOf(steps, block), ...resultsOf(steps, byHash)]
  const named = new Map(blocks.map(({ json }) => [json['hash'], list(json['uncles'])]))
  return resultsOf(steps, uncle).flatMap((found) => {
    const hash = named.get(found.params['block_hash'])?.[Number(found.params['uncle_index'])]
    if (hash === undefined) return []
    const both = [pick(found.json, ['hash']), hashOfFields(found.json, family)]
    return both.flatMap((own) => claim(found, { hash }, own))
  })
}

/** Returns the hash of a header's fields as a member; empty for fields that no header has. */
function hashOfFields(json: Json, family: Family): Json {
  try {
    return { hash: computedHash(json, family) }
  } catch (error) {
    if (error instanceof ChainError) return {}
    throw error
  }
}

function chainsOfTransactions(steps: readonly Step[], all: readonly Step[]): Claim[] {
  const id = all.find(({ method }) => method.name === chainId)?.scope.result
  if (!isQuantity(id)) return []
  return resultsOf(steps, transaction)
    .filter(({ json }) => isQuantity(json['chainId']))
    .flatMap((found) => claim(found, { chainId: id }, pick(found.json, ['chainId'])))
}
