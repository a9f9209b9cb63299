import type { Family } from '@lectern/chain'
import { checkEach, skip, type Check, failIf, resultSource, toCheck } from '../check.ts'
import { familyOf } from './families/families.ts'
import { isHash } from './facts.ts'
import { names } from './methods.ts'
import { compare, describeDifference, isQuantity, isRecord, show, toQuantity } from '../../document/json.ts'
import { evaluate, type Scope } from '../../document/expression.ts'
import type { Sampler } from '../../sample/sample.ts'

/** Returns the problem of one response, given its call; undefined if there is none. */
type Rule = (scope: Scope, family?: Family) => string | undefined

const { transaction, receipt, block, byHash, receipts, byHashAndIndex, byNumberAndIndex } = names

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
  [receipt, 'logs/logIndex', 'The logs of a receipt count on, one by one.', each('$result.logs[*].logIndex', consecutive)],
  [receipt, 'logs/removed', 'A log of the chain is not removed.', each('$result.logs[*].removed', () => false)],
  [block, 'number', 'The block is the one that was asked for.', asked('$result.number', '$params.block_number')],
  [block, 'transactions', 'Transactions are whole exactly when that was asked for.', wholeWhenAsked],
  [block, 'transactions/blockHash', 'Each transaction names its block.', same('$result.transactions[*].blockHash', '$result.hash')],
  [block, 'transactions/blockNumber', 'Each transaction names the number of its block.', same('$result.transactions[*].blockNumber', '$result.number')],
  [block, 'transactions/blockTimestamp', 'Each transaction names the time of its block.', same('$result.transactions[*].blockTimestamp', '$result.timestamp')],
  [block, 'transactions/transactionIndex', 'Transactions stand at their index.', each('$result.transactions[*].transactionIndex', toQuantity)],
  [byHash, 'hash', 'The block is the one that was asked for.', asked('$result.hash', '$params.block_hash')],
  [byHash, 'transactions', 'Transactions are whole exactly when that was asked for.', wholeWhenAsked],
  [receipts, 'blockHash', 'The receipts are of the block that was asked for.', asked('$result[*].blockHash', '$params.block', isHash)],
  [receipts, 'transactionIndex', 'Receipts stand at the index of their transaction.', each('$result[*].transactionIndex', toQuantity)],
  [receipts, 'logIndex', 'The logs of a block count on from zero, one by one.', each('$result[*].logs[*].logIndex', toQuantity)],
  [byHashAndIndex, 'blockHash', 'The transaction is in the block that was asked for.', asked('$result.blockHash', '$params.block_hash')],
  [byHashAndIndex, 'transactionIndex', 'The transaction is at the index that was asked for.', asked('$result.transactionIndex', '$params.transaction_index')],
  [byNumberAndIndex, 'blockNumber', 'The transaction is in the block that was asked for.', asked('$result.blockNumber', '$params.block_number')],
  [byNumberAndIndex, 'transactionIndex', 'The transaction is at the index that was asked for.', asked('$result.transactionIndex', '$params.transaction_index')],
  [names.capabilities, 'range', 'The oldest block of each kind of data is not above the head.', endsAtHead],
  [names.capabilities, 'disabled', 'What is disabled has no oldest block.', disabledIsEmpty],
]

/** The rules that say that a result is of what was asked for. */
const identities: ReadonlySet<string> = new Set(['hash', 'transactionHash', 'number'])

/** Returns the problem of a result that does not belong to its call; undefined for one that does, and for null. */
export function checkIdentity(method: string, scope: Scope): string | undefined {
  if (scope.result === null) return undefined
  return rows
    .filter(([name, rule]) => name === method && identities.has(rule))
    .map(([, , , rule]) => rule(scope))
    .find((problem) => problem !== undefined)
}

/** Rules that relate the members of one response to each other and to what was asked, over the whole sample. */
export function planInvariants(methods: readonly string[], sample: Sampler): Check[] {
  const known = rows.filter(([method]) => methods.includes(method))
  return known.map(([method, name, sentence, rule]) =>
    toCheck(`invariant/${method}/${name}`, 'MUST', sentence, resultSource, async (session) => {
      const { steps: met } = await sample(session)
      const steps = met.filter((step) => step.method.name === method && step.scope.result !== null)
      if (steps.length === 0) return skip(`no response of ${method} was met`)
      const family = await familyOf(session)
      return await checkEach(steps, ({ scope, call }) => failIf(rule(scope, family), call.exchange))
    }),
  )
}

function same(left: string, right: string): Rule {
  return (scope) => {
    const [expected] = evaluate(right, scope)
    // That it is missing is for the schema to say.
    return expected === undefined ? undefined : mismatch(left, scope, () => expected, right)
  }
}

// A tag may name anything, and the digits of a hash may be asked for in either case.
function asked(left: string, right: string, isNamed: (value: unknown) => boolean = isQuantity): Rule {
  return (scope) => {
    const wanted = evaluate(right, scope)
      .map((value) => String(value).toLowerCase())
      .find((value) => isNamed(value))
    return wanted === undefined ? undefined : mismatch(left, scope, () => wanted, right)
  }
}

function each(left: string, expected: Expected): Rule {
  return (scope) => mismatch(left, scope, expected)
}

function consecutive(index: number, [first]: readonly unknown[]): unknown {
  return toQuantity((isQuantity(first) ? BigInt(first) : 0n) + BigInt(index))
}

function createsOne(scope: Scope): string | undefined {
  const [status, to, contract] = ['status', 'to', 'contractAddress'].map(
    (member) => evaluate(`$result.${member}`, scope)[0],
  )
  // A creation that failed has no contract: some name its address, some do not.
  const isFailed = status === '0x0' && contract === null
  return isFailed || [to, contract].filter((value) => (value ?? null) === null).length === 1
    ? undefined
    : `$result.to is ${show(to)} and $result.contractAddress is ${show(contract)}: one of them must be null`
}

function pricesBlobs(scope: Scope, family?: Family): string | undefined {
  if (family?.hasBlobs === false) return undefined // blobGasUsed may count anything
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

const resourcesOf = ({ result }: Scope) =>
  Object.entries(isRecord(result) ? result : {}).flatMap(([name, resource]) => {
    return isRecord(resource)
      ? [{ name, disabled: resource['disabled'], oldest: resource['oldestBlock'] }]
      : []
  })

function endsAtHead(scope: Scope): string | undefined {
  const [head] = evaluate('$result.head.number', scope)
  if (!isQuantity(head)) return undefined
  const isAbove = (oldest: unknown) => isQuantity(oldest) && BigInt(oldest) > BigInt(head)
  const found = resourcesOf(scope).find(({ oldest }) => isAbove(oldest))
  return found && `$result.${found.name}.oldestBlock is ${show(found.oldest)}, above the head ${head}`
}

function disabledIsEmpty(scope: Scope): string | undefined {
  const found = resourcesOf(scope).find(({ disabled, oldest }) => disabled === true && oldest !== undefined)
  return found && `$result.${found.name} is disabled, but its oldest block is ${show(found.oldest)}`
}

/** Returns the expected value, by its index and all of them. */
type Expected = (index: number, values: readonly unknown[]) => unknown

function mismatch(expression: string, scope: Scope, expected: Expected, origin = ''): string | undefined {
  const values = evaluate(expression, scope)
  for (const [index, value] of values.entries()) {
    const [difference] = compare(expected(index, values), value)
    if (!difference) continue
    const path = values.length > 1 ? `${expression}, number ${index}` : expression
    return `${describeDifference({ ...difference, path })}${origin && ` (${origin})`}`
  }
  return undefined
}
