import { checkEach, skip, type Check } from './check.ts'
import { checkClaim, type Claim } from './proofs/claim.ts'
import { isRecord, type Json } from '../document/json.ts'
import type { Step, Sample } from '../sample/sample.ts'

const [transaction, receipt, block] = [
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
  'eth_getBlockByNumber',
]

// oxfmt-ignore
const rows: [method: string, name: string, sentence: string, pairs: (steps: readonly Step[]) => Claim[]][] = [
  [block, 'return_full_txns', 'A block is the same with whole transactions and with hashes.', bothBlocks],
  [transaction, 'block', 'A transaction is the same alone and in its block.', aloneAndInBlock],
  [receipt, 'transaction', 'A receipt and its transaction agree on what both say.', receiptAndTransaction],
  [receipt, 'timestamp', 'A log has the time of its block.', logTimes],
]

/** Rules that relate answers of different calls, over the whole sample. */
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
      const steps = (await sample(session)).filter(
        ({ scope, moving }) => isRecord(scope.result) && moving !== true,
      )
      const found = pairs(steps)
      return found.length === 0
        ? skip('no two such answers were met')
        : await checkEach(found, (claim) => checkClaim(claim, optional))
    },
  }))
}

const answers = (steps: readonly Step[], method: string) =>
  steps
    .filter((step) => step.method.name === method)
    .map(({ scope, call }) => ({ json: scope.result as Json, scope, reply: call.reply }))
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const pick = (json: Json, keys: readonly string[]) =>
  Object.fromEntries(keys.filter((key) => json[key] !== undefined).map((key) => [key, json[key]]))

function bothBlocks(steps: readonly Step[]): Claim[] {
  const blocks = answers(steps, block)
  const whole = new Map(blocks.filter(isWhole).map(({ json, scope }) => [scope.params['block_number'], json]))
  return blocks
    .filter((answer) => !isWhole(answer))
    .flatMap(({ json, scope, reply }) => {
      const other = whole.get(scope.params['block_number'])
      if (!other) return []
      const transactions = list(other['transactions']).map((item) => (isRecord(item) ? item['hash'] : item))
      return [{ expected: { ...other, transactions }, actual: json, path: '/result', reply }]
    })
}

function aloneAndInBlock(steps: readonly Step[]): Claim[] {
  const inBlocks = answers(steps, block)
    .flatMap(({ json }) => list(json['transactions']))
    .filter(isRecord)
  const byHash = new Map(inBlocks.map((json) => [json['hash'], json]))
  return answers(steps, transaction).flatMap(({ json, scope, reply }) => {
    const expected = byHash.get(scope.params['tx_hash'])
    return expected ? [{ expected, actual: json, path: '/result', reply }] : []
  })
}

function receiptAndTransaction(steps: readonly Step[]): Claim[] {
  const shared = ['blockHash', 'blockNumber', 'from', 'to', 'transactionIndex', 'type']
  const transactions = new Map(
    answers(steps, transaction).map(({ json, scope }) => [scope.params['tx_hash'], json]),
  )
  return answers(steps, receipt).flatMap(({ json, scope, reply }) => {
    const other = transactions.get(scope.params['tx_hash'])
    if (!other) return []
    const said: Json = { ...pick(other, shared), effectiveGasPrice: other['gasPrice'] }
    const keys = Object.keys(said).filter((key) => key in json && said[key] !== undefined) // what one does not say, it does not deny
    return [{ expected: pick(said, keys), actual: pick(json, keys), path: '/result', reply }]
  })
}

function logTimes(steps: readonly Step[]): Claim[] {
  const times = new Map(answers(steps, block).map(({ json }) => [json['hash'], json['timestamp']]))
  return answers(steps, receipt).flatMap(({ json, reply }) => {
    const expected = times.get(json['blockHash'])
    if (expected === undefined) return []
    return list(json['logs'])
      .filter(isRecord)
      .map((log, index) => ({
        expected: { blockTimestamp: expected },
        actual: pick(log, ['blockTimestamp']),
        path: `/result/logs/${index}`,
        reply,
      }))
  })
}

const isWhole = ({ scope }: { scope: Step['scope'] }) => scope.params['return_full_txns'] === true
