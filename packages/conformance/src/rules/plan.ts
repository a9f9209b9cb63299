import type { OpenRpc } from '@lectern/spec'
import { checkEach, skip, type Check } from './check.ts'
import { type Method, readMethods, type ServiceOptions } from '../document/document.ts'
import { documentError, readDocument } from '../document/read-document.ts'
import { absentElsewhere } from '../document/schema.ts'
import { readOutcome } from '../endpoint/exchange.ts'
import { isNotFound, isServed } from '../endpoint/session.ts'
import { planConnections, planLosses, sampleFirst } from './generic/connections.ts'
import { planDiscovery, planExamples } from './generic/examples.ts'
import { planHttp, planProtocol } from './generic/protocol.ts'
import { planAgreements } from './ethereum/agreements.ts'
import { planExistence, planGaps } from './ethereum/existence.ts'
import { planInvariants } from './ethereum/invariants.ts'
import { planProofs } from './ethereum/proofs/proofs.ts'
import { planJsonText } from './generic/json-text.ts'
import { planLint } from './generic/lint.ts'
import { planLinks } from './generic/links.ts'
import { planArity, planEnvelopes, planInvalid, planNotifications, planValid } from './generic/parameters.ts'
import { planRepeats } from './generic/repeats.ts'
import { planSchemas } from './generic/schemas.ts'
import { createSample, type SampleOptions } from '../sample/sample.ts'

/** The extent of a plan and of its sample. */
export interface PlanOptions extends SampleOptions, ServiceOptions {
  /** Also sends what asks more of an endpoint than a guest should: batches without measure, nesting without end. */
  readonly heavy?: boolean
  /** `exact`: the endpoint serves the chain of the document's examples; `where served`: ask it first. @default where served */
  readonly examples?: 'exact' | 'where served'
  /** Whether the document itself is judged, too. @default false */
  readonly lint?: boolean
  /** Whether the endpoint published the document with `rpc.discover`. @default whether it has methods of Lectern's document */
  readonly discovered?: boolean
  /** `lenient`: methods of the document that cannot be read are left out. @default strict */
  readonly reading?: 'strict' | 'lenient'
}

/**
 * Every check that follows from an OpenRPC document, in a fixed order; nothing is sent yet.
 *
 * @param given an OpenRPC 1 document, as parsed JSON.
 * @throws ConformanceError `INPUT` for a document that cannot be read, with the JSON pointer.
 * @example
 * const report = await run(plan(document), httpTarget('http://127.0.0.1:8545'))
 */
export function plan(given: OpenRpc | object, options: PlanOptions = {}): Check[] {
  const { document, problems } = readDocument(given)
  const [problem] = options.reading === 'lenient' ? [] : problems
  if (problem) throw documentError(problem.pointer, problem.message)
  const methods = readMethods(document, options)
  const sample = createSample(document, options)
  // The rules of Ethereum are for those of its methods that the document has.
  const known = methods.filter(({ isKnown }) => isKnown)
  const names = known.map(({ name }) => name)
  const optional = absentElsewhere(document)
  const sampling = [
    planLosses(sample),
    ...planJsonText(methods, sample),
    ...planLinks(methods, sample),
    ...planGaps(known, sample, options.sweep),
    ...planSchemas(methods, sample),
    ...planInvariants(names, sample),
    ...planExistence(names),
    ...planAgreements(names, optional, sample),
    ...planRepeats(methods, sample),
    ...planProofs(names, optional, sample),
    ...planConnections(sample),
  ]
  const all = [
    ...(options.lint === true ? planLint(given) : []),
    ...planProtocol(methods, options.heavy === true),
    ...planHttp(methods),
    ...planDiscovery(given, methods, options),
    ...planExamples(methods, options.examples === 'exact'),
    ...planEnvelopes(methods),
    ...planNotifications(methods),
    ...planValid(methods),
    ...planInvalid(methods),
    ...planArity(methods),
    ...sampling.map((check) => sampleFirst(check, sample)),
  ]
  return withOwnIds(all).map((check) => whereServed(check, methods))
}

/** Numbers the checks that share an id, such as those of two branches of a schema with the same label. */
function withOwnIds(checks: readonly Check[]): Check[] {
  const seen = new Map<string, number>()
  return checks.map((check) => {
    const count = (seen.get(check.id) ?? 0) + 1
    seen.set(check.id, count)
    return count === 1 ? check : { ...check, id: `${check.id}/${count}` }
  })
}

/** Skips a check of a companion that is not served, and one that fails only because a method is not served: `envelope` reports that. */
const whereServed = (check: Check, methods: readonly Method[]): Check => ({
  ...check,
  async run(session) {
    const companion = companionOf(check, methods)
    // One reason for all, so that a report has one line for them.
    if (companion && !(await isServed(session, companion)))
      return skip('it is of a companion that the endpoint does not serve')
    const finding = await check.run(session)
    if (finding?.verdict !== 'failed' || check.id.startsWith('envelope/')) return finding
    let unserved: string | undefined
    const { others = [], ...first } = finding
    const left = await checkEach([first, ...others], async (failure) => {
      const { request = '', value } = failure.exchange ?? {}
      const isRefused = isNotFound(readOutcome(value))
      const method = methods.find(({ name }) => isRefused && request.includes(JSON.stringify(name)))
      if (!method || (await isServed(session, method))) return failure
      unserved ??= method.name
      return undefined
    })
    return left ?? skip(`the endpoint does not serve ${unserved}, see envelope/${unserved}`)
  },
})

/** The companion that a check asks for, or that the link leads to which it follows. */
function companionOf({ id }: Check, methods: readonly Method[]): Method | undefined {
  const [rule, name, detail] = id.split('/')
  if (rule === 'lint') return undefined // it looks at the document alone
  const find = (wanted: string | undefined) => methods.find((method) => method.name === wanted)
  const goal = rule === 'link' ? find(name)?.links.find((link) => link.name === detail)?.method : undefined
  return [find(name), find(goal)].find((method) => method?.isCompanion)
}
