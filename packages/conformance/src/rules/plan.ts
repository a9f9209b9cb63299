import type { OpenRpc } from '@lectern/spec'
import { checkEach, skip, type Check } from './check.ts'
import { type Method, readMethods } from '../document/document.ts'
import { readOutcome, type Exchange } from '../endpoint/exchange.ts'
import { isNotFound, isServed } from '../endpoint/session.ts'
import { planAgreements } from './ethereum/agreements.ts'
import { planConnections, planLosses, sampleFirst } from './generic/connections.ts'
import { planDiscovery, planExamples } from './generic/examples.ts'
import { planExistence } from './ethereum/existence.ts'
import { planHttp, planProtocol, type ProtocolOptions } from './generic/protocol.ts'
import { planInvariants } from './ethereum/invariants.ts'
import { planJsonText } from './generic/json-text.ts'
import { planLint } from './generic/lint.ts'
import { planGaps, planLinks } from './generic/links.ts'
import { planArity, planEnvelopes, planInvalid, planValid } from './generic/parameters.ts'
import { planProofs } from './ethereum/proofs/proofs.ts'
import { planRepeats } from './generic/repeats.ts'
import { planSchemas } from './generic/schemas.ts'
import { absentElsewhere } from '../document/schema.ts'
import { createSample, type SampleOptions } from '../sample/sample.ts'

/** What a plan checks, and how much it samples. */
export interface PlanOptions extends SampleOptions, ProtocolOptions {
  /** `exact`: the endpoint serves the chain of the document's examples; `where served`: ask it first. @default where served */
  readonly examples?: 'exact' | 'where served'
}

/**
 * Every check that follows from an OpenRPC document, in a fixed order; nothing is sent yet.
 *
 * @throws ConformanceError `DOCUMENT` for a `$ref` that leads nowhere.
 * @example
 * const report = await run(plan(document), httpTarget('http://127.0.0.1:8545'))
 */
export function plan(document: OpenRpc, options: PlanOptions = {}): Check[] {
  const methods = readMethods(document)
  const names = methods.map(({ name }) => name)
  const optional = absentElsewhere(document)
  const sample = createSample(document, options)
  const sampling = [
    planLosses(sample),
    ...planJsonText(methods, sample),
    ...planLinks(methods, sample),
    ...planGaps(document, methods, sample, options),
    ...planSchemas(document, methods, sample),
    ...planInvariants(names, sample),
    ...planExistence(names),
    ...planAgreements(names, optional, sample),
    ...planRepeats(document, methods, sample),
    ...planProofs(names, optional, sample),
    ...planConnections(sample),
  ]
  const all = [
    ...planLint(document),
    ...planProtocol(methods, options),
    ...planHttp(methods),
    ...planDiscovery(document),
    ...planExamples(document, methods, { exact: options.examples === 'exact' }),
    ...planEnvelopes(methods),
    ...planValid(document, methods),
    ...planInvalid(document, methods),
    ...planArity(methods),
    ...sampling.map((check) => sampleFirst(check, sample)),
  ]
  return all.map((check) => whereServed(check, methods))
}

/**
 * A check that is skipped if it is of a companion that is not served, or if it fails only because a method is not: `envelope` reports
 * that of a method.
 */
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
      const method = failure.exchange && refusedMethod(failure.exchange, methods)
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

/** The method of a single call that was answered as one that is not there. */
const refusedMethod = ({ request, value }: Exchange, methods: readonly Method[]): Method | undefined =>
  isNotFound(readOutcome(value))
    ? methods.find(({ name }) => request.includes(JSON.stringify(name)))
    : undefined
