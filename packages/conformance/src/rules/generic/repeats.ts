import { checkEach, fail, skip, toCheck, type Check, type Finding, type Level, failAt } from '../check.ts'
import { compareReplies, isRecord, type Json } from '../../document/json.ts'
import { isHash, numberOf } from '../ethereum/facts.ts'
import { type Method } from '../../document/document.ts'
import { names, numberParam, unsettled } from '../ethereum/methods.ts'
import type { Exchange } from '../../endpoint/exchange.ts'
import { constantsOf } from '../../document/schema.ts'
import { askUntil, shuffle, type Call, type Session } from '../../endpoint/session.ts'
import { checkValue } from '../../document/value-check.ts'
import { findHighest, newest, type Step, type Sampler } from '../../sample/sample.ts'

const source = 'JSON-RPC 2.0; the response to a call does not depend on how it is written'

/** Metamorphic rules: the same question, asked again, in a batch, spelt differently or by another name, has the same response. */
export function planRepeats(methods: readonly Method[], sample: Sampler): Check[] {
  const asked = methods.filter(
    ({ params, safety, isNotification }) => params.length > 0 && safety !== undefined && !isNotification,
  )
  const block = methods.find(({ name }) => name === names.block)
  const param = block?.params[block.names.indexOf(numberParam)]
  const constants = new Set(param ? constantsOf(block!.document, param.schema) : []).difference(unsettled)
  const tags = Array.from(constants, (constant) => byNumber(constant, sample))
  const respellings = asked.flatMap((method) =>
    spellings
      .filter(([name]) => name !== 'case' || (method.isKnown && takesAnyCase(method)))
      .map((row) => respelt(method.name, row, sample)),
  )
  return [...respellings, batch(sample), ...tags, everyRepeat]
}

const takesAnyCase = ({ document, params }: Method) =>
  params.some(({ schema }) => checkValue(document, schema, `0x${'aA'.repeat(32)}`) === undefined)

/** Returns the body of a call written differently; undefined where there is none for it. */
type Spell = (call: Request) => string | undefined
type Spelling = readonly [name: string, level: Level, sentence: string, spell: Spell]
type Request = ReturnType<typeof request>

// oxfmt-ignore
const spellings: readonly Spelling[] = [
  ['repeat', 'MUST', 'The same call again has the same response.', (call) => JSON.stringify(call)],
  ['order', 'MUST', 'The order of the members of a request means nothing.', ({ params, method, id, jsonrpc }) => JSON.stringify({ params, method, id, jsonrpc })],
  ['whitespace', 'MUST', 'Blanks and line breaks in a request mean nothing.', (call) => `\n\t${JSON.stringify(call, undefined, '  ')}\r\n `],
  ['escapes', 'MUST', 'A parameter written with an escape is the same parameter.', escapeFirst],
  ['case', 'SHOULD', 'The case of the digits of a hash means nothing.', otherCase],
]

/** A few responses of a method, asked for again in another spelling. */
const respelt = (method: string, [name, level, sentence, spell]: Spelling, sample: Sampler) =>
  toCheck(`same/${method}/${name}`, level, sentence, source, async (session) => {
    const steps = (await settled(session, sample)).filter((step) => step.method.name === method)
    const bodies = steps.flatMap(({ call, isNear, method: step }) => {
      const body = spell(request(call))
      return body === undefined ? [] : [{ body, call, isNear, method: step }]
    })
    if (bodies.length === 0) return skip(`no response of ${method} was met that can be asked for so`)
    return await checkEach(bodies.slice(0, 3), async ({ body, call, isNear, method }) => {
      const exchange = await send(session, body, isNear)
      const finding = differ(call.exchange.value, exchange.value, exchange)
      return await unlessMoving(session, { method, call }, finding)
    })
  })

/** Returns a finding, unless the response of a stranger's method is another one each time it is asked for. */
async function unlessMoving(
  session: Session,
  { method, call }: Pick<Step, 'method' | 'call'>,
  finding?: Finding,
) {
  if (method.isKnown || !finding) return finding
  const again = await session.call(method.name, call.params)
  return compareReplies(call.exchange.value, again.exchange.value).length > 0 ? undefined : finding
}

function escapeFirst(call: Request): string | undefined {
  const text = Object.values(call.params ?? {}).find(
    (param): param is string => typeof param === 'string' && /^[\w-]{2,}$/.test(param),
  )
  if (text === undefined) return undefined
  const escaped = `\\u${text.charCodeAt(1).toString(16).padStart(4, '0')}`
  const quoted = JSON.stringify(text)
  return JSON.stringify(call).replace(quoted, `"${text[0]}${escaped}${quoted.slice(3)}`)
}

/** Hashes with their digits in upper case; undefined for a call without one. */
function otherCase(call: Request): string | undefined {
  if (!Object.values(call.params ?? {}).some(isHash)) return undefined
  return JSON.stringify(call, (_, value: unknown) =>
    isHash(value) ? `0x${value.slice(2).toUpperCase()}` : value,
  )
}

/** Calls of one batch, and of all; the most characters that their responses may have. */
const [batchItems, mostItems, mostText] = [32, 512, 2 ** 18]

/** Calls whose responses are of the newest blocks: all of a batch must be there at once. */
const mostNear = 3

function batch(sample: Sampler): Check {
  const sentence = 'A batch has the responses of its calls one by one.'
  return toCheck('same/batch', 'MUST', sentence, source, async (session) => {
    let near = 0
    const met = (await settled(session, sample)).filter(({ isNear }) => !isNear || near++ < mostNear)
    if (met.length === 0) return skip('no response was met')
    return await checkEach(packSteps(met.slice(0, mostItems)), async (steps) => {
      const body = JSON.stringify(steps.map(({ call }, id) => ({ ...request(call), id })))
      // A new block may be missing on another node of the same address: the batch is repeated until it is there.
      const isNear = steps.some((step) => step.isNear)
      const exchange = await send(session, body, isNear)
      if (!Array.isArray(exchange.value)) return fail('the response to a batch is not an array', exchange)
      const replies = new Map(exchange.value.filter(isRecord).map((reply) => [reply['id'], reply]))
      return await checkEach(steps.entries(), async ([id, step]) => {
        const { value } = step.call.exchange
        if (!replies.has(id)) return fail(`the call with id ${id} has no response in the batch`, exchange)
        const finding = differ(isRecord(value) ? { ...value, id } : value, replies.get(id), exchange)
        return await unlessMoving(session, step, finding)
      })
    })
  })
}

function packSteps<T extends Step>(steps: readonly T[]): T[][] {
  const batches: T[][] = []
  let left = 0
  for (const step of steps) {
    const { length } = step.call.exchange.text
    const last = batches.at(-1)
    if (last && last.length < batchItems && length <= left) last.push(step)
    else left = batches.push([step]) && mostText
    left -= length
  }
  return batches
}

/** An endpoint that is wrong now and then is wrong to some check: which one, and whether it compares values, is chance. */
const everyRepeat: Check = {
  id: 'same/result',
  level: 'MUST',
  sentence: 'A call that is made again has the result that it had before, whichever check makes it.',
  source,
  last: true,
  run: async ({ results }) =>
    results.compared === 0
      ? skip('no call was made twice')
      : await checkEach(results.conflicts, ({ exchange, differences }) => failAt(differences, exchange)),
}

function byNumber(constant: unknown, sample: Sampler): Check {
  const tag = String(constant)
  const sentence = `What "${tag}" names has the same response by its own number.`
  return toCheck(`same/${names.block}/number/${tag}`, 'MUST', sentence, source, async (session) => {
    const steps = (await sample(session)).steps.filter(
      ({ method, scope: { params, result } }) =>
        method.name === names.block && params[numberParam] === constant && isRecord(result),
    )
    if (steps.length === 0) return skip(`"${tag}" names nothing here`)
    return await checkEach(steps, async ({ method, call, scope }) => {
      const known: Json = { ...scope.params, [numberParam]: (scope.result as Json)['number'] }
      const params = method.names.map((one) => known[one])
      const { outcome, exchange } = await askUntil(
        () => session.call(names.block, params),
        (call) => isThere(call.exchange),
      )
      return differ({ outcome: call.outcome }, { outcome }, exchange)
    })
  })
}

/** Whether no result in a response is null: what was there a moment ago may be missing on another node of the same address. */
const isThere = ({ value }: Exchange) =>
  [value].flat().every((reply) => !isRecord(reply) || reply['result'] !== null)

/** Sends a body; one that is of the newest blocks until no result is null. */
const send = (session: Session, body: string, isNear: boolean) =>
  askUntil(
    () => session.send(body),
    (exchange) => !isNear || isThere(exchange),
  )

/** Results that time does not change, in an order drawn from the seed, and whether they are of the newest blocks. */
async function settled(session: Session, sample: Sampler): Promise<(Step & { readonly isNear: boolean })[]> {
  const met = (await sample(session)).steps.filter(
    ({ scope, moving, method }) => scope.result !== null && moving !== true && method.safety !== undefined,
  )
  const head = findHighest(met)
  const steps = met.map((step) => {
    const isNear = (numberOf(step) ?? head) >= head - newest
    return Object.assign({ isNear }, step)
  })
  return shuffle(session, steps, ({ call }) => call.exchange.request)
}

const request = ({ id, method, params }: Call) => ({ jsonrpc: '2.0', id, method, params })

const differ = (expected: unknown, actual: unknown, exchange: Exchange) =>
  failAt(compareReplies(expected, actual), exchange)
