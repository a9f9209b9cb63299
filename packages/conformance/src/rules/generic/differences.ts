import { checkEach, skip, toCheck, type Check, type Finding, failAt } from '../check.ts'
import { compare, describeDisagreement, isRecord } from '../../document/json.ts'
import { readDocument } from '../../document/read-document.ts'
import { readMethods } from '../../document/document.ts'
import { names } from '../ethereum/methods.ts'
import { numberOf, readBlockNumber } from '../ethereum/facts.ts'
import { plan, type PlanOptions } from '../plan.ts'
import { readOutcome, type Exchange } from '../../endpoint/exchange.ts'
import { createSession, recordSession, type Session, type SessionOptions } from '../../endpoint/session.ts'
import type { Target } from '../../endpoint/target.ts'
import { planLosses, sampleFirst } from './connections.ts'
import { createSample, type Step } from '../../sample/sample.ts'

const source = 'Two endpoints of one chain, asked the same'

/** The rules whose checks make calls; all others look at the sample. */
const asking = /^(protocol|http|discover|envelope|valid|invalid|arity)\//

/** Plans the same questions to two endpoints of one chain: those of each check that makes calls, and each method's in the sample. */
export function planDifferences(
  given: object,
  against: Target,
  options: PlanOptions & SessionOptions = {},
): Check[] {
  const { document } = readDocument(given)
  const other = createSession(against, options)
  const sample = createSample(document, options)
  const asked = plan(document, options)
    .filter(({ id }) => asking.test(id))
    .map((check) =>
      row(check.id, `Both endpoints answer the questions of ${check.id} alike.`, async (session) => {
        const exchanges: Exchange[] = []
        await check.run(recordSession(session, (exchange) => exchanges.push(exchange)))
        if (exchanges.length === 0) return skip('no question was asked')
        return await checkEach(exchanges, (exchange) => differ(exchange, other))
      }),
    )
  const sampled = readMethods(document).map(({ name }) => {
    const sentence = `Both endpoints answer the calls of ${name} in the sample alike.`
    return row(`sample/${name}`, sentence, async (session) => {
      const steps = (await sample(session)).steps.filter(({ method }) => method.name === name)
      const calls = new Map(steps.map((step) => [step.call.exchange.request, step]))
      if (calls.size === 0) return skip('nothing was met there')
      const head = await other.once(other, () => readHead(other))
      const isSettled = (step: Step) => step.moving !== true && (numberOf(step) ?? 0n) <= (head ?? Infinity)
      const settled = calls.values().filter(isSettled)
      return await checkEach(settled, (step) => differ(step.call.exchange, other))
    })
  })
  const { id, sentence, run } = planLosses(sample)
  return [...asked, row(id, sentence, run), ...sampled.map((check) => sampleFirst(check, sample))]
}

const row = (id: string, sentence: string, run: Check['run']) =>
  toCheck(`differ/${id}`, 'SHOULD', sentence, source, run)

/** The highest number that the other endpoint knows; what stands above it is not there yet. */
async function readHead(other: Session): Promise<bigint | undefined> {
  const { outcome } = await other.call(names.block, ['latest', false])
  return outcome.kind === 'result' ? readBlockNumber(outcome.result) : undefined
}

/** Returns the differences from the other endpoint's response; `expected` is its side. */
async function differ(exchange: Exchange, other: Session): Promise<Finding | undefined> {
  const { request, bytes = request, http } = exchange
  const second = http ? await other.fetch(http) : await other.send(bytes)
  if (!second) return undefined
  const differences = compare(normalise(second), normalise(exchange))
  const finding = failAt(differences, exchange, { describe: describeDisagreement })
  return finding && { ...finding, other: second }
}

function normalise({ value, text, status, http }: Exchange): unknown {
  // How a refusal by HTTP is worded is each endpoint's own.
  if (http) return { status, reply: readOutcome(value).kind === 'result' ? value : null }
  if (value === undefined) return text === '' ? 'no response' : 'a response that is not JSON'
  if (!Array.isArray(value)) return plainReply(value)
  return value.map(plainReply).toSorted((left, right) => (key(left) < key(right) ? -1 : 1))
}

const key = (reply: unknown) => JSON.stringify(isRecord(reply) ? [reply['id'], reply] : reply)

function plainReply(reply: unknown): unknown {
  const outcome = readOutcome(reply)
  return outcome.kind === 'error' && isRecord(reply) ? { ...reply, error: { code: outcome.code } } : reply
}
