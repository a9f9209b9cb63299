import { checkEach, skip, type Check, failIf } from './check.ts'
import { compare, describeDifference, isQuantity, show, toQuantity } from '../document/json.ts'
import { evaluate, type Scope } from '../document/expression.ts'
import type { Sample } from '../sample/sample.ts'

/** What is wrong with one response, given what was asked; undefined when nothing is. */
type Rule = (scope: Scope) => string | undefined

const [transaction, receipt, block, byHash] = [
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
  'eth_getBlockByNumber',
  'eth_getBlockByHash',
]

// oxfmt-ignore
const rows: [method: string, name: string, sentence: string, rule: Rule][] = [
  [transaction, 'hash', 'The transaction is the one that was asked for.', asked('$result.hash', '$params.tx_hash')],
  [transaction, 'yParity', 'v of a typed transaction is its yParity.', same('$result.yParity', '$result.v')],
  [receipt, 'transactionHash', 'The receipt is of the transaction that was asked for.', asked('$result.transactionHash', '$params.tx_hash')],
  [receipt, 'contractAddress', 'A receipt names a created contract exactly when the transaction has no receiver.', createsOne],
  [receipt, 'blobs', 'A receipt of type 0x3 has blobGasUsed and blobGasPrice, any other has neither.', pricesBlobs],
  [receipt, 'logs/transactionHash', 'Each log names the transaction of its receipt.', same('$result.logs[*].transactionHash', '$result.transactionHash')],
  [receipt, 'logs/transactionIndex', 'Each log names the index of its transaction.', same('$result.logs[*].transactionIndex', '$result.transactionIndex')],
  [receipt, 'logs/blockHash', 'Each log names the block of its receipt.', same('$result.logs[*].blockHash', '$result.blockHash')],
  [receipt, 'logs/blockNumber', 'Each log names the number of its block.', same('$result.logs[*].blockNumber', '$result.blockNumber')],
  [receipt, 'logs/logIndex', 'The logs of a receipt count on, one by one.', consecutive('$result.logs[*].logIndex')],
  [receipt, 'logs/removed', 'A log of the chain is not removed.', each('$result.logs[*].removed', false)],
  [block, 'number', 'The block is the one that was asked for.', asked('$result.number', '$params.block_number')],
  [block, 'transactions', 'Transactions are whole exactly when that was asked for.', wholeWhenAsked],
  [block, 'transactions/blockHash', 'Each transaction names its block.', same('$result.transactions[*].blockHash', '$result.hash')],
  [block, 'transactions/blockNumber', 'Each transaction names the number of its block.', same('$result.transactions[*].blockNumber', '$result.number')],
  [block, 'transactions/blockTimestamp', 'Each transaction names the time of its block.', same('$result.transactions[*].blockTimestamp', '$result.timestamp')],
  [block, 'transactions/transactionIndex', 'Transactions stand at their index.', positions('$result.transactions[*].transactionIndex')],
  [byHash, 'hash', 'The block is the one that was asked for.', asked('$result.hash', '$params.block_hash')],
  [byHash, 'transactions', 'Transactions are whole exactly when that was asked for.', wholeWhenAsked],
]

/** The rules that say that a result is of what was asked for. */
const identities: ReadonlySet<string> = new Set(['hash', 'transactionHash', 'number'])

/** What is wrong with a result that is not of what its call asked for; undefined for one that is, and for null. */
export function checkIdentity(method: string, scope: Scope): string | undefined {
  if (scope.result === null) return undefined
  return rows
    .filter(([name, rule]) => name === method && identities.has(rule))
    .map(([, , , rule]) => rule(scope))
    .find((problem) => problem !== undefined)
}

/** Rules that relate the members of one response to each other and to what was asked, over the whole sample. */
export function planInvariants(methods: readonly string[], sample: Sample): Check[] {
  const known = rows.filter(([method]) => methods.includes(method))
  return known.map(([method, name, sentence, rule]) => ({
    id: `invariant/${method}/${name}`,
    level: 'MUST',
    sentence,
    source: 'execution-apis, schemas of the results',
    async run(session) {
      const steps = (await sample(session)).filter(
        (step) => step.method.name === method && step.scope.result !== null,
      )
      if (steps.length === 0) return skip(`no response of ${method} was met`)
      return await checkEach(steps, ({ scope, call }) => {
        return failIf(rule(scope), call.exchange)
      })
    },
  }))
}

function same(left: string, right: string): Rule {
  return (scope) => {
    const [expected] = evaluate(right, scope)
    return expected === undefined // that it is missing is for the schema to say
      ? undefined
      : mismatch(left, evaluate(left, scope), () => expected, right)
  }
}

// A tag may name anything, and the digits of a hash may be asked for in either case.
function asked(left: string, right: string): Rule {
  return (scope) => {
    const wanted = evaluate(right, scope)
      .map((value) => String(value).toLowerCase())
      .find(isQuantity)
    return wanted === undefined ? undefined : mismatch(left, evaluate(left, scope), () => wanted, right)
  }
}

function each(left: string, expected: unknown): Rule {
  return (scope) => mismatch(left, evaluate(left, scope), () => expected)
}

function positions(left: string): Rule {
  return (scope) => mismatch(left, evaluate(left, scope), (index) => toQuantity(index))
}

function consecutive(left: string): Rule {
  return (scope) => {
    const values = evaluate(left, scope)
    const first = isQuantity(values[0]) ? BigInt(values[0]) : 0n
    return mismatch(left, values, (index) => toQuantity(first + BigInt(index)))
  }
}

function oneNull(left: string, right: string): Rule {
  return (scope) => {
    const values = [left, right].map((expression) => evaluate(expression, scope)[0])
    return values.filter((value) => (value ?? null) === null).length === 1
      ? undefined
      : `${left} is ${show(values[0])} and ${right} is ${show(values[1])}: one of them must be null`
  }
}

function createsOne(scope: Scope): string | undefined {
  const [status] = evaluate('$result.status', scope)
  const [contract] = evaluate('$result.contractAddress', scope)
  // A creation that failed has no contract: some name its address, some do not.
  return status === '0x0' && contract === null
    ? undefined
    : oneNull('$result.to', '$result.contractAddress')(scope)
}

function pricesBlobs(scope: Scope): string | undefined {
  const [type] = evaluate('$result.type', scope)
  const members = ['blobGasUsed', 'blobGasPrice']
  const there = members.filter((member) => evaluate(`$result.${member}`, scope).length > 0)
  if (type === undefined || there.length === (type === '0x3' ? 2 : 0)) return undefined
  return `a receipt of type ${show(type)} has ${there.join(' and ') || 'neither'} of ${members.join(' and ')}`
}

function wholeWhenAsked(scope: Scope): string | undefined {
  const expected = scope.params['return_full_txns'] === true ? 'object' : 'string'
  const wrong = evaluate('$result.transactions[*]', scope).find((item) => typeof item !== expected)
  return wrong === undefined ? undefined : `a transaction must be an ${expected}, not ${show(wrong)}`
}

function mismatch(
  expression: string,
  values: unknown[],
  expected: (index: number) => unknown,
  origin?: string,
): string | undefined {
  const wrong = values.findIndex((value, index) => compare(expected(index), value).length > 0)
  if (wrong < 0) return undefined
  const path = values.length > 1 ? `${expression}, number ${wrong}` : expression
  const [difference] = compare(expected(wrong), values[wrong])
  return `${describeDifference({ ...difference!, path })}${origin === undefined ? '' : ` (${origin})`}`
}
