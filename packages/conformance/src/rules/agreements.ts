import { ChainError } from '@lectern/chain'
import { checkEach, skip, type Check } from './check.ts'
import { checkClaim, type Claim } from './proofs/claim.ts'
import { isQuantity, isRecord, type Json } from '../document/json.ts'
import { computedHash } from '../sample/facts.ts'
import type { Step, Sample } from '../sample/sample.ts'

const [transaction, receipt, block, byHash, uncle, chainId] = [
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
  'eth_getBlockByNumber',
  'eth_getBlockByHash',
  'eth_getUncleByBlockHashAndIndex',
  'eth_chainId',
]

/** Claims of what the steps say that time does not change; `all` are those that it may change, too. */
type Pairs = (steps: readonly Step[], all: readonly Step[]) => Claim[]

// oxfmt-ignore
const rows: [method: string, name: string, sentence: string, pairs: Pairs][] = [
  [block, 'return_full_txns', 'A block is the same with whole transactions and with hashes.', bothBlocks],
  [transaction, 'block', 'A transaction is the same alone and in its block.', aloneAndInBlock],
  [receipt, 'transaction', 'A receipt and its transaction agree on what both say.', receiptAndTransaction],
  [receipt, 'timestamp', 'A log has the time of its block.', logTimes],
  [byHash, 'number', 'A block is the same by its hash and by its number.', byHashAndNumber],
  [uncle, 'block', 'An uncle is what its block names: its fields hash to that.', unclesOfBlocks],
  [chainId, 'transactions', 'Transactions are signed for the chain that eth_chainId names.', chainsOfTransactions],
]

/** Rules that relate responses of different calls, over the whole sample. */
export function planAgreements(
  methods: readonly string[],
  optional: ReadonlySet<string>,
  sample: Sample,
): Check[] {
  const known = rows.filter(([method]) => methods.includes(method))
  return known.map(([method, name, sentence, pairs]) => ({
    id: `agree/${method}/${name}`,
    level: 'MUST',
    sentence,
    source: 'execution-apis, schemas of the results',
    async run(session) {
      const all = await sample(session)
      const steps = all.filter(({ scope, moving }) => isRecord(scope.result) && moving !== true)
      const found = pairs(steps, all)
      return found.length === 0
        ? skip('no two such responses were met')
        : await checkEach(found, (claim) => checkClaim(claim, optional))
    },
  }))
}

const resultsOf = (steps: readonly Step[], method: string) =>
  steps
    .filter((step) => step.method.name === method)
    .map(({ scope, call }) => ({ json: scope.result as Json, scope, exchange: call.exchange }))
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const pick = (json: Json, keys: readonly string[]) =>
  Object.fromEntries(keys.filter((key) => json[key] !== undefined).map((key) => [key, json[key]]))

function bothBlocks(steps: readonly Step[]): Claim[] {
  const blocks = resultsOf(steps, block)
  const whole = new Map(blocks.filter(isWhole).map(({ json, scope }) => [scope.params['block_number'], json]))
  return blocks
    .filter((result) => !isWhole(result))
    .flatMap(({ json, scope, exchange }) => {
      const other = whole.get(scope.params['block_number'])
      if (!other) return []
      const transactions = list(other['transactions']).map((item) => (isRecord(item) ? item['hash'] : item))
      return [{ expected: { ...other, transactions }, actual: json, path: '/result', exchange }]
    })
}

function aloneAndInBlock(steps: readonly Step[]): Claim[] {
  const inBlocks = resultsOf(steps, block)
    .flatMap(({ json }) => list(json['transactions']))
    .filter(isRecord)
  const byHash = new Map(inBlocks.map((json) => [json['hash'], json]))
  return resultsOf(steps, transaction).flatMap(({ json, scope, exchange }) => {
    const expected = byHash.get(scope.params['tx_hash'])
    return expected ? [{ expected, actual: json, path: '/result', exchange }] : []
  })
}

function receiptAndTransaction(steps: readonly Step[]): Claim[] {
  const shared = ['blockHash', 'blockNumber', 'from', 'to', 'transactionIndex', 'type']
  const transactions = new Map(
    resultsOf(steps, transaction).map(({ json, scope }) => [scope.params['tx_hash'], json]),
  )
  return resultsOf(steps, receipt).flatMap(({ json, scope, exchange }) => {
    const other = transactions.get(scope.params['tx_hash'])
    if (!other) return []
    const said: Json = { ...pick(other, shared), effectiveGasPrice: other['gasPrice'] }
    const keys = Object.keys(said).filter((key) => key in json && said[key] !== undefined) // what one does not say, it does not deny
    return [{ expected: pick(said, keys), actual: pick(json, keys), path: '/result', exchange }]
  })
}

function logTimes(steps: readonly Step[]): Claim[] {
  const times = new Map(resultsOf(steps, block).map(({ json }) => [json['hash'], json['timestamp']]))
  return resultsOf(steps, receipt).flatMap(({ json, exchange }) => {
    const expected = times.get(json['blockHash'])
    if (expected === undefined) return []
    return list(json['logs'])
      .filter(isRecord)
      .map((log, index) => ({
        expected: { blockTimestamp: expected },
        actual: pick(log, ['blockTimestamp']),
        path: `/result/logs/${index}`,
        exchange,
      }))
  })
}

/** A block's hash, and whether its transactions are whole. */
const keyOf = (json: Json, { params }: Step['scope']) =>
  `${String(json['hash'])} ${String(params['return_full_txns'])}`

function byHashAndNumber(steps: readonly Step[]): Claim[] {
  const byNumber = new Map(resultsOf(steps, block).map(({ json, scope }) => [keyOf(json, scope), json]))
  return resultsOf(steps, byHash).flatMap(({ json, scope, exchange }) => {
    const expected = byNumber.get(keyOf(json, scope))
    return expected ? [{ expected, actual: json, path: '/result', exchange }] : []
  })
}

function unclesOfBlocks(steps: readonly Step[]): Claim[] {
  const blocks = [...resultsOf(steps, block), ...resultsOf(steps, byHash)]
  const named = new Map(blocks.map(({ json }) => [json['hash'], list(json['uncles'])]))
  return resultsOf(steps, uncle).flatMap(({ json, scope, exchange }) => {
    const hash = named.get(scope.params['block_hash'])?.[Number(scope.params['uncle_index'])]
    if (hash === undefined) return []
    return [pick(json, ['hash']), hashOfFields(json)].map((actual) => ({
      expected: { hash },
      actual,
      path: '/result',
      exchange,
    }))
  })
}

/** What the fields of a header hash to, as the member that says so; nothing for fields that no header has. */
function hashOfFields(json: Json): Json {
  try {
    return { hash: computedHash(json) }
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
    .map(({ json, exchange }) => ({
      expected: { chainId: id },
      actual: pick(json, ['chainId']),
      path: '/result',
      exchange,
    }))
}

const isWhole = ({ scope }: { scope: Step['scope'] }) => scope.params['return_full_txns'] === true
