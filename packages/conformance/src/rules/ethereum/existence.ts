import { fail, checkEach, skip, toCheck, type Check, type Finding, type Level } from '../check.ts'
import { readDepth } from '../generic/links.ts'
import { names, numberParam } from './methods.ts'
import { readBlockNumber } from './facts.ts'
import { callsAt, pickNumbers, sortNumbers } from './numbers.ts'
import type { Method } from '../../document/document.ts'
import { isQuantity, isRecord, toQuantity } from '../../document/json.ts'
import { evaluate } from '../../document/expression.ts'
import { describeOutcome, isDeclared, readOutcome, type Exchange } from '../../endpoint/exchange.ts'
import { askUntil, type Call, type Session } from '../../endpoint/session.ts'
import { ConformanceError } from '../../error.ts'
import type { Sampler, Step } from '../../sample/sample.ts'

const { block, blockNumber, capabilities } = names

type Run = (session: Session, id: string) => Promise<Finding | undefined>
type Row = readonly [method: string, name: string, level: Level, sentence: string, run: Run]

// oxfmt-ignore
const rows: readonly Row[] = [
  [block, 'latest', 'MUST', 'There is a latest block: a chain has its first one at least.', checkLatest],
  [block, 'tags', 'MUST', 'The finalized block is not above the safe one, nor that above the latest.', checkTags],
  [block, 'earliest', 'MUST', 'The earliest block is the lowest that is there.', checkEarliest],
  [block, 'forward', 'SHOULD', 'The latest block does not go back, but for the few that nodes behind one address differ by.', checkForward],
  // A node that is still executing, or one of several behind one address, may know blocks above its latest.
  [block, 'head', 'SHOULD', 'No block stands above the latest.', checkHead],
  [names.transaction, 'unknown', 'MUST', 'A hash that was drawn by chance names no transaction.', nameless(names.transaction)],
  [names.receipt, 'unknown', 'MUST', 'A hash that was drawn by chance names no receipt.', nameless(names.receipt)],
  [names.byHash, 'unknown', 'MUST', 'A hash that was drawn by chance names no block.', nameless(names.byHash, false)],
  [names.uncle, 'unknown', 'MUST', 'A hash that was drawn by chance names no block, and so no uncle.', nameless(names.uncle, '0x0')],
  [names.receipts, 'unknown', 'MUST', 'A hash that was drawn by chance names no block, and so no receipts.', nameless(names.receipts)],
  [names.byHashAndIndex, 'unknown', 'MUST', 'A hash that was drawn by chance names no block, and so no transaction.', nameless(names.byHashAndIndex, '0x0')],
  [names.countByHash, 'unknown', 'MUST', 'A hash that was drawn by chance names no block, and so no number of transactions.', nameless(names.countByHash)],
  [capabilities, 'blocks', 'MUST', 'The oldest block is there, and none right below it.', checkOldest],
  [blockNumber, 'latest', 'MUST', 'The number of the highest block is the number of the latest.', checkNumber],
]

const source = 'execution-apis, BlockTag and results'

/** Plans the rules of existence: the tags name blocks in their order, and a hash drawn by chance has no result. */
export function planExistence(methods: readonly string[]): Check[] {
  const known = rows.filter(([method]) => methods.includes(method))
  return known.map(([method, name, level, sentence, check]) => {
    const id = `invariant/${method}/${name}`
    return toCheck(id, level, sentence, source, (session) => check(session, id))
  })
}

interface Found {
  readonly number: bigint | undefined
  readonly exchange: Exchange
}

/** A failure where a tag names a block, but something else was found. */
const contradict = (tag: string, { number, exchange }: Found, found: string): Finding =>
  fail(`${tag} is block ${toQuantity(number!)}, but ${found}`, exchange)

/** The number of the block that a tag or a number names; undefined where there is none, or an error. */
async function find(session: Session, name: string): Promise<Found> {
  const { outcome, exchange } = await session.call(block, [name, false])
  return { number: outcome.kind === 'result' ? readBlockNumber(outcome.result) : undefined, exchange }
}

async function checkLatest(session: Session): Promise<Finding | undefined> {
  const { outcome, exchange } = await session.call(block, ['latest', false])
  if (outcome.kind === 'result' && outcome.result !== null) return undefined
  return fail(`expected a block, got ${describeOutcome(outcome)}`, exchange)
}

// In this order: while they are asked for the chain may grow, which moves each of them upwards only.
async function checkTags(session: Session): Promise<Finding | undefined> {
  const found: { tag: string; number: bigint }[] = []
  for (const tag of ['finalized', 'safe', 'latest']) {
    const findAbove = ({ number }: Found) =>
      found.find((other) => number !== undefined && other.number > number)
    const ask = () => find(session, tag)
    const one = await askUntil(ask, (each) => findAbove(each) === undefined)
    const above = findAbove(one)
    if (above) return contradict(tag, one, `${above.tag} is ${toQuantity(above.number)}`)
    if (one.number !== undefined) found.push({ tag, number: one.number })
  }
  return found.length < 2 ? skip('no two of finalized, safe and latest name a block') : undefined
}

// The first block of all may stay where those after it are gone, so it is the one right below that counts.
async function checkBelow(session: Session, name: string, lowest: bigint): Promise<Finding | undefined> {
  const below = lowest === 0n ? undefined : await find(session, toQuantity(lowest - 1n))
  if (below?.number === undefined) return undefined
  return contradict(name, { ...below, number: lowest }, 'there is a response for the number before')
}

async function checkEarliest(session: Session): Promise<Finding | undefined> {
  const { number } = await find(session, 'earliest')
  return number === undefined ? skip('there is no earliest block') : checkBelow(session, 'earliest', number)
}

async function checkOldest(session: Session): Promise<Finding | undefined> {
  const { outcome } = await session.call(capabilities, [])
  const result = outcome.kind === 'result' ? outcome.result : undefined
  const [oldest] = evaluate('$result.blocks.oldestBlock', { params: {}, result })
  if (!isQuantity(oldest)) return skip('no oldest block is named')
  const { number, exchange } = await find(session, oldest)
  if (number === undefined) return fail(`the oldest block is ${oldest}, but it is not there`, exchange)
  return checkBelow(session, 'oldestBlock', number)
}

async function checkHead(session: Session): Promise<Finding | undefined> {
  const { number: latest } = await find(session, 'latest')
  if (latest === undefined) return skip('there is no latest block')
  const { number, exchange } = await find(session, toQuantity(latest + 1n))
  if (number === undefined) return undefined
  // A block may come between two questions.
  const isHigher = ({ number = 0n }: Found) => number > latest
  if (isHigher(await askUntil(() => find(session, 'latest'), isHigher))) return undefined
  return contradict('latest', { number: latest, exchange }, 'there is a response for the next number')
}

/** How often the latest block is asked for, and how many blocks it may go back: another node may lag, or a reorg happen. */
const [looks, mostBack] = [12, 3n]

async function checkForward(session: Session): Promise<Finding | undefined> {
  let highest: bigint | undefined
  for (let look = 0; look < looks; look++) {
    const { number, exchange } = await find(session, 'latest')
    if (number === undefined) continue
    highest ??= number
    const found = `latest is block ${toQuantity(number)}, after it was block ${toQuantity(highest)}`
    if (number + mostBack < highest) return fail(found, exchange)
    if (number > highest) highest = number
  }
  return highest === undefined ? skip('there is no latest block') : undefined
}

// Meanwhile the chain may grow, and of two nodes at one address one may lag: the numbers must meet at some time.
async function checkNumber(session: Session): Promise<Finding | undefined> {
  const [latest, given] = [new Set<bigint>(), new Set<bigint>()]
  let last: { readonly number: bigint; readonly given: bigint | undefined } | undefined
  for (let look = 0; ; look++) {
    const { number } = await find(session, 'latest')
    if (number === undefined) return skip('there is no latest block')
    const isBetween = last?.given !== undefined && last.number <= last.given && last.given <= number
    const { outcome, exchange } = await session.call(blockNumber, [])
    const text = outcome.kind === 'result' && isQuantity(outcome.result) ? outcome.result : undefined
    last = { number, given: text === undefined ? undefined : BigInt(text) }
    latest.add(number)
    if (last.given !== undefined) given.add(last.given)
    if (isBetween || !latest.isDisjointFrom(given)) return undefined
    if (look === looks)
      return contradict('latest', { number, exchange }, `${blockNumber} is ${text ?? 'no quantity'}`)
  }
}

const draws = 3

function nameless(method: string, ...others: readonly unknown[]): Run {
  return (session, id) => {
    const hashes = Array.from({ length: draws }, (_, draw) => drawHash(session, `${id}/${draw}`))
    return checkEach(hashes, async (hash) => {
      const { outcome, exchange } = await session.call(method, [hash, ...others])
      return outcome.kind === 'result' && outcome.result !== null
        ? fail(`expected null, got ${describeOutcome(outcome)}`, exchange)
        : undefined
    })
  }
}

function drawHash(session: Session, name: string): string {
  const words = Array.from({ length: 8 }, (_, word) => session.seedOf(`${name}/${word}`))
  return `0x${words.map((word) => word.toString(16).padStart(8, '0')).join('')}`
}

/** Checks that each number between the smallest and the largest one met has a result. */
export function planGaps(methods: readonly Method[], sample: Sampler, sweep = 512): Check[] {
  const method = methods.find(({ name }) => name === names.block)
  if (!method) return []
  const id = `link/${method.name}/between`
  const sentence = `${method.name} answers for every number between two that it answers for.`
  // History that is gone is an error, but some nodes answer null: SHOULD.
  const check = toCheck(id, 'SHOULD', sentence, 'execution-apis, method descriptions', async (session) => {
    const { steps: met } = await sample(session)
    const asked = new Map(met.flatMap(readAsked))
    const numbers = sortNumbers(met)
    const [low, high] = [numbers[0], numbers.at(-1)]
    if (low === undefined || high === undefined) return skip(`no response of ${method.name} was met`)
    const fresh = pickNumbers(low, high, sweep, session.seedOf(id)).filter((one) => !asked.has(one))
    const calls = [...asked, ...(await askMissed(session, method, fresh))]
    const gaps = calls.filter(([number, call]) => number > low && number < high && isGap(method, call))
    return await checkEach(gaps, ([number, { outcome, exchange }]) => {
      const reason = `there is ${describeOutcome(outcome)}, but smaller and larger numbers have results`
      return { ...fail(reason, exchange), ...readDepth(number, met) }
    })
  })
  return [check]
}

const isGap = (method: Method, { outcome }: Pick<Call, 'outcome'>) =>
  (outcome.kind !== 'result' || outcome.result === null) && !isDeclared(method, outcome)

function readAsked({ method, scope, call }: Step): [bigint, Call][] {
  const number = scope.params[numberParam]
  return method.name === names.block && isQuantity(number) ? [[BigInt(number), call]] : []
}

/** Numbers asked for in one batch, and those without a result that are asked for again. */
const [batchItems, mostMissed] = [32, 8]

/** The numbers that a batch has no result for, each asked for by itself: some of them, since one shows as much as all. */
async function askMissed(session: Session, method: Method, numbers: readonly bigint[]) {
  const paramsOf = (number: bigint) => callsAt(method, number).at(-1)!.params // the least that can be asked for
  const missed: bigint[] = []
  for (let from = 0; from < numbers.length && missed.length < mostMissed; from += batchItems) {
    const some = numbers.slice(from, from + batchItems)
    const { name } = method
    const items = some.map((number, id) => ({ jsonrpc: '2.0', id, method: name, params: paramsOf(number) }))
    const exchange = await session.send(JSON.stringify(items)).catch((error: unknown) => {
      if (error instanceof ConformanceError && error.code === 'LIMITED') return undefined
      throw error
    })
    if (!Array.isArray(exchange?.value)) break // batches are not served: other checks report that
    const found = new Map(exchange.value.filter(isRecord).map((reply) => [reply['id'], reply]))
    missed.push(...some.filter((_, id) => isGap(method, { outcome: readOutcome(found.get(id)) })))
  }
  const calls: [bigint, Call][] = []
  for (const number of missed.slice(0, mostMissed)) {
    const ask = () => session.call(method.name, paramsOf(number))
    calls.push([number, await askUntil(ask, (call) => !isGap(method, call))])
  }
  return calls
}
