import { fail, checkEach, skip, toCheck, type Check, type Finding, failAt, failIf } from '../check.ts'
import { compare, isRecord } from '../../document/json.ts'
import type { OpenRpc } from '@lectern/spec'
import { describeOutcome } from '../../endpoint/exchange.ts'
import { type Example, type Method } from '../../document/document.ts'
import { ofServers, unsettled } from '../ethereum/methods.ts'
import { checkValue, describeIssue } from '../../document/value-check.ts'
import { isNotFound, type Session } from '../../endpoint/session.ts'

const source = 'OpenRPC 1.3.2, Service Discovery Method'

const request = (params?: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'rpc.discover', params })

// MUST in OpenRPC, but a node that has not adopted OpenRPC is none the worse Ethereum node.
const row = (id: string, sentence: string, run: Check['run']) => toCheck(id, 'SHOULD', sentence, source, run)

/** `rpc.discover` answers with the document itself. */
export function planDiscovery(document: OpenRpc): Check[] {
  return [
    row('discover/D01', 'rpc.discover answers with the document.', async (session) => {
      const { outcome, exchange } = await session.call('rpc.discover', [])
      if (outcome.kind !== 'result')
        return fail(`expected the document, got ${describeOutcome(outcome)}`, exchange)
      return failAt(compare(document, outcome.result, '/result'), exchange)
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

/** The examples of the document, exactly; on another chain than theirs there is nothing to compare, unless `exact` says so. */
export function planExamples(
  document: OpenRpc,
  methods: readonly Method[],
  { exact = false }: { exact?: boolean } = {},
): Check[] {
  const key = {}
  const isTheirChain = async (session: Session) => {
    for (const { name, examples } of methods)
      for (const { params, result } of examples) {
        if (!isRecord(result)) continue
        const { outcome } = await session.call(name, params)
        if (outcome.kind === 'result' && compare(result, outcome.result).length === 0) return true
      }
    return false
  }
  return methods.flatMap((method) =>
    method.examples.map((example, index) => {
      const id = `example/${method.name}/${example.name.replaceAll(' ', '-')}`
      const sentence = `The example "${example.name}" of ${method.name} is answered as the document says.`
      const source = `openrpc.json${method.pointer}/examples/${index}`
      return toCheck(id, 'MUST', sentence, source, async (session) =>
        exact || (await session.once(key, () => isTheirChain(session)))
          ? await checkExample(document, method, example, session)
          : skip('the endpoint does not serve the chain that the examples of the document are from'),
      )
    }),
  )
}

async function checkExample(
  document: OpenRpc,
  method: Method,
  { params, result }: Example,
  session: Session,
): Promise<Finding | undefined> {
  const { outcome, exchange } = await session.call(method.name, params)
  const isPending = result === null && params.some((param) => unsettled.has(param))
  if (isPending && outcome.kind === 'result' && outcome.result !== null)
    return skip('the endpoint makes blocks of its own: one is pending')
  if (outcome.kind !== 'result') return fail(`expected a result, got ${describeOutcome(outcome)}`, exchange)
  if (ofServers.has(method.name)) {
    const issue = checkValue(document, method.result, outcome.result)
    return failIf(issue && describeIssue(issue), exchange)
  }
  return failAt(compare(result, outcome.result, '/result'), exchange, { most: 10 })
}
