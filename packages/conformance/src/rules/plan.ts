import type { OpenRpc } from '@lectern/spec'
import type { Check } from './check.ts'
import { readMethods } from '../document/document.ts'
import { planAgreements } from './agreements.ts'
import { planConnections, planLosses, sampleFirst } from './sample.ts'
import { planDiscovery, planExamples } from './examples.ts'
import { planExistence } from './existence.ts'
import { planHttp, planProtocol, type ProtocolOptions } from './protocol.ts'
import { planInvariants } from './invariants.ts'
import { planJsonText } from './json-text.ts'
import { planLint } from './lint.ts'
import { planGaps, planLinks } from './links.ts'
import { planArity, planEnvelopes, planInvalid, planValid } from './parameters.ts'
import { planProofs } from './proofs/proofs.ts'
import { planRepeats } from './repeats.ts'
import { whereServed } from './served.ts'
import { planSchemas } from './schemas.ts'
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
  const { examples = 'where served' } = options
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
    ...planExamples(document, methods, { exact: examples === 'exact' }),
    ...planEnvelopes(methods),
    ...planValid(document, methods),
    ...planInvalid(document, methods),
    ...planArity(methods),
    ...sampling.map((check) => sampleFirst(check, sample)),
  ]
  return all.map((check) => whereServed(check, methods))
}
