import { ChainError, type Family } from '@lectern/chain'
import { checkEach, resultSource, skip, toCheck, type Check } from '../check.ts'
import { familyOf } from './families/families.ts'
import { names } from './methods.ts'
import { checkClaim, type Optional } from './proofs/claim.ts'
import type { Scope } from '../../document/expression.ts'
import { isQuantity, isRecord, type Json, toQuantity } from '../../document/json.ts'
import { computedHash, isOutside } from './facts.ts'
import type { Step, Sampler } from '../../sample/sample.ts'

const { transaction, receipt, block, byHash, uncle, chainId, receipts } = names

/** A value that a response must have because another one has it; undefined where none does. */
type Said = readonly [expected: unknown, actual: unknown, path?: string]

/** A call, and its result, which is `json` where it is an object. */
type Judged = Scope & { readonly json: Json }

type Rule = (judged: Judged, known: Known) => readonly Said[]

// oxfmt-ignore
const rows: readonly (readonly [method: string, name: string, sentence: string, rule: Rule, judged?: string])[] = [
  [block, 'return_full_txns', 'A block is the same with whole transactions and with hashes.', asWhole],
  [transaction, 'block', 'A transaction is the same alone and in its block.', ({ json, params }, { inBlocks }) => [[inBlocks.get(params['tx_hash']), json]]],
  [receipt, 'transaction', 'A receipt and its transaction agree on what both say.', asTransaction],
  [receipt, 'timestamp', 'A log has the time of its block.', logTimes],
  [byHash, 'number', 'A block is the same by its hash and by its number.', ({ json, params }, { byNumber }) => [[byNumber.get(formOf(json['hash'], params)), json]]],
  [uncle, 'block', 'An uncle is what its block names: its fields hash to that.', asNamed],
  [receipts, 'receipt', 'The receipts of a block are those of its transactions, each as it is alone.', asAlone],
  ...[names.byHashAndIndex, names.byNumberAndIndex].map((method): typeof rows[0] => [method, 'block', 'A transaction is the same by its index and in its block.', ({ json }, { inBlocks }) => [[inBlocks.get(placeOf(json)), json]]]),
  ...[names.countByHash, names.countByNumber].map((method): typeof rows[0] => [method, 'block', 'A block has as many transactions as are counted.', asCounted]),
  [chainId, 'transactions', 'Transactions are signed for the chain that eth_chainId names.', ({ json }, known) => isQuantity(json['chainId']) ? [[known.chainId, pick(json, ['chainId'])]] : [], transaction],
]

/** Rules that relate responses of different calls, over the whole sample. */
export function planAgreements(methods: readonly string[], optional: Optional, sample: Sampler): Check[] {
  const known = rows.filter(([method]) => methods.includes(method))
  const key = {}
  return known.map(([method, name, sentence, rule, judged = method]) =>
    toCheck(`agree/${method}/${name}`, 'MUST', sentence, resultSource, async (session) => {
      const { steps } = await sample(session)
      const others = await session.once(key, async () => gather(steps, await familyOf(session)))
      const claims = steps
        .filter((step) => step.method.name === judged && isSettled(step))
        .flatMap(({ scope, call }) => {
          const { result } = scope
          const said = rule({ ...scope, json: isRecord(result) ? result : {} }, others)
          return said.flatMap(([expected, actual, path = '/result']) =>
            expected === undefined ? [] : [{ expected, actual, path, exchange: call.exchange }],
          )
        })
      if (claims.length === 0) return skip('no two such responses were met')
      return await checkEach(claims, (claim) => checkClaim(claim, optional))
    }),
  )
}

const isSettled = ({ scope, moving }: Step) => scope.result !== null && moving !== true

type Known = ReturnType<typeof gather>

/** Returns the responses that time does not change, by what they are asked or named by. */
function gather(all: readonly Step[], family: Family) {
  const of = (method: string) =>
    all.flatMap((step) => {
      const { result: json, params } = step.scope
      return step.method.name === method && isSettled(step) && isRecord(json) ? [{ json, params }] : []
    })
  const numbered = of(block)
  const blocks = [...of(byHash), ...numbered]
  const inBlocks = numbered.flatMap(({ json }) => list(json['transactions'])).filter(isRecord)
  const id = all.find(({ method }) => method.name === chainId)?.scope.result
  return {
    family,
    chainId: isQuantity(id) ? { chainId: id } : undefined, // as a member of a transaction
    blocks: index(blocks, ({ json }) => [json['hash'], json['number']]),
    byNumber: index(numbered, ({ json, params }) =>
      [params['block_number'], json['hash']].map((name) => formOf(name, params)),
    ),
    inBlocks: index(
      inBlocks.map((json) => ({ json })),
      ({ json }) => [json['hash'], placeOf(json)],
    ),
    transactions: index(of(transaction), ({ params }) => [params['tx_hash']]),
    receipts: index(of(receipt), ({ json }) => [json['transactionHash']]),
  }
}

const index = <T extends { readonly json: Json }>(found: readonly T[], namesOf: (one: T) => unknown[]) =>
  new Map(found.flatMap((one) => namesOf(one).map((name) => [name, one.json] as const)))

const formOf = (name: unknown, params: Json) => `${String(name)} ${String(params['return_full_txns'])}`
const placeOf = (json: Json) => `${String(json['blockHash'])} ${String(json['transactionIndex'])}`
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const hashesOf = (block: Json) =>
  list(block['transactions']).map((item) => (isRecord(item) ? item['hash'] : item))
/** The hashes without the one that is in no root: nodes list it, give its receipt and count it, or not. */
const insideHashes = (hashes: unknown[], block: Json, family: Family) =>
  hashes.length > 0 && isOutside({ hash: hashes.at(-1) }, block, family) ? hashes.slice(0, -1) : hashes
const pick = (json: Json, keys: readonly string[]) =>
  Object.fromEntries(keys.filter((key) => json[key] !== undefined).map((key) => [key, json[key]]))

function asWhole({ json, params }: Judged, { byNumber }: Known): Said[] {
  const isWhole = params['return_full_txns'] === true
  const other = byNumber.get(formOf(params['block_number'], { return_full_txns: true }))
  return isWhole || !other ? [] : [[{ ...other, transactions: hashesOf(other) }, json]]
}

function asTransaction({ json, params }: Judged, { transactions, family }: Known): Said[] {
  const shared = ['blockHash', 'blockNumber', 'from', 'to', 'transactionIndex', 'type']
  const other = transactions.get(params['tx_hash'])
  if (!other) return []
  const price = family.hasOwnPrices ? undefined : (other['gasPrice'] ?? undefined)
  const said: Json = { ...pick(other, shared), effectiveGasPrice: price }
  const keys = Object.keys(said).filter((key) => key in json && said[key] !== undefined) // what one does not say, it does not deny
  return [[pick(said, keys), pick(json, keys)]]
}

function logTimes({ json }: Judged, { blocks }: Known): Said[] {
  const blockTimestamp = blocks.get(json['blockHash'])?.['timestamp']
  if (blockTimestamp === undefined) return []
  const logs = list(json['logs']).filter(isRecord)
  return logs.map((log, index) => [
    { blockTimestamp },
    pick(log, ['blockTimestamp']),
    `/result/logs/${index}`,
  ])
}

/** Each receipt of a block is compared with the one that was answered alone, and their number with the block's transactions. */
function asAlone({ result, params }: Judged, { blocks, receipts, family }: Known): Said[] {
  const items = list(result).filter(isRecord)
  const named = blocks.get(params['block'])
  const own = items.map((item) => item['transactionHash'])
  return [
    [named && insideHashes(hashesOf(named), named, family), insideHashes(own, named ?? {}, family)],
    ...items.map((json, index): Said => [receipts.get(json['transactionHash']), json, `/result/${index}`]),
  ]
}

function asCounted({ result, params }: Judged, { blocks, family }: Known): Said[] {
  const found = blocks.get(params['block_hash'] ?? params['block_number'])
  if (!found) return []
  const hashes = hashesOf(found)
  const counts = [hashes, insideHashes(hashes, found, family)].map(({ length }) => toQuantity(length))
  return [[counts.find((count) => count === result) ?? counts[0], result]]
}

function asNamed({ json, params }: Judged, { blocks, family }: Known): Said[] {
  const hash = list(blocks.get(params['block_hash'])?.['uncles'])[Number(params['uncle_index'])]
  const both = hash === undefined ? [] : [pick(json, ['hash']), hashOfFields(json, family)]
  return both.map((own) => [{ hash }, own])
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
