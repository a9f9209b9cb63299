import { describeRefusal } from './parameters.ts'
import { fail, checkEach, skip, toCheck, type Check, failAt, failIf } from '../check.ts'
import { compare, isRecord } from '../../document/json.ts'
import { describeOutcome } from '../../endpoint/exchange.ts'
import { type Example, type Method, toParams } from '../../document/document.ts'
import { ofServers, unsettled } from '../ethereum/methods.ts'
import { checkValue, describeIssue } from '../../document/value-check.ts'
import { isNotFound, type Session } from '../../endpoint/session.ts'

const source = 'OpenRPC 1.3.2, Service Discovery Method'

const request = (params?: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'rpc.discover', params })

/** Plans the rules of `rpc.discover`. A MUST of OpenRPC is a SHOULD for nodes of Ethereum, and a MAY for a document from elsewhere. */
export function planDiscovery(
  given: object,
  methods: readonly Method[],
  { discovered = methods.some(({ isKnown }) => isKnown) }: { discovered?: boolean },
): Check[] {
  const row = (id: string, sentence: string, run: Check['run']) =>
    toCheck(id, discovered ? 'SHOULD' : 'MAY', sentence, source, run)
  return [
    row('discover/D01', 'rpc.discover answers with the document.', async (session) => {
      const { outcome, exchange } = await session.call('rpc.discover', [])
      if (outcome.kind !== 'result')
        return fail(`expected the document, got ${describeOutcome(outcome)}`, exchange)
      return failAt(compare(given, outcome.result, '/result'), exchange)
    }),
    row('discover/D02', 'The params of rpc.discover may be empty or absent.', async (session) => {
      const { outcome } = await session.call('rpc.discover', [])
      if (isNotFound(outcome)) return skip('there is no rpc.discover, see discover/D01')
      return await checkEach([request([]), request()], async (body) => {
        const exchange = await session.send(body)
        const isDocument = exchange.text.includes('"openrpc"')
        return isDocument ? undefined : fail('the response is not an OpenRPC document', exchange)
      })
    }),
  ]
}

/** Plans the examples that are valid. Results are compared exactly if the endpoint serves their data or `exact` is set, else by the schema. */
export function planExamples(methods: readonly Method[], exact: boolean): Check[] {
  const chain = {}
  const isTheirChain = async (session: Session) => {
    for (const method of methods.filter(({ isKnown }) => isKnown))
      for (const { params, result } of method.examples) {
        if (!isRecord(result)) continue
        const { outcome } = await session.call(method.name, toParams(method, params))
        if (outcome.kind === 'result' && compare(result, outcome.result).length === 0) return true
      }
    return false
  }
  return methods.flatMap((method) =>
    method.examples.map((example) => {
      const id = `example/${method.name}/${example.name.replaceAll(' ', '-')}`
      const sentence = `The example "${example.name}" of ${method.name} is answered as the document says.`
      const source = `openrpc.json${method.pointer}/examples/${example.index}`
      return toCheck(id, 'MUST', sentence, source, async (session) => {
        const isExact = exact || (method.isKnown && (await session.once(chain, () => isTheirChain(session))))
        const isTwin = (one: Example) => one !== example && compare(one.params, example.params).length === 0
        if (!method.isKnown && method.examples.some(isTwin))
          return skip('another example has the same parameters')
        if (method.isKnown && !isExact)
          return skip('the endpoint does not serve the chain that the examples of the document are from')
        return await checkExample(session, method, example, isExact)
      })
    }),
  )
}

async function checkExample(session: Session, method: Method, example: Example, isExact: boolean) {
  const { params } = example
  const { outcome, exchange } = await session.call(method.name, toParams(method, params))
  const isPending = example.result === null && params.some((param) => unsettled.has(param))
  if (method.isKnown && isPending && outcome.kind === 'result' && outcome.result !== null)
    return skip('the endpoint makes blocks of its own: one is pending')
  if (outcome.kind !== 'result') {
    if (isExact) return fail(`expected a result, got ${describeOutcome(outcome)}`, exchange)
    const problem = describeRefusal(method, outcome)
    return problem === undefined
      ? skip(`the endpoint has ${describeOutcome(outcome)} for it`)
      : fail(problem, exchange)
  }
  if (!isExact || ofServers.has(method.name) || !('result' in example)) {
    const issue = checkValue(method.document, method.result, outcome.result)
    return failIf(issue && describeIssue(issue), exchange)
  }
  return failAt(compare(example.result, outcome.result, '/result'), exchange, { most: 10 })
}
