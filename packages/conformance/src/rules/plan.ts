import type { OpenRpc } from '@lectern/spec'
import type { Check } from './check.ts'
import { readMethods } from '../document/document.ts'
import { planAgreements } from './agreements.ts'
import { planConnections, planLosses, walkFirst } from './sample.ts'
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
import { createWalk, type WalkOptions } from '../sample/sample.ts'

/** What a plan may be told. */
export interface PlanOptions extends WalkOptions, ProtocolOptions {
  /** Whether the endpoint serves the chain that the document's examples are from; found out by asking, unless told. */
  readonly examples?: 'exact' | 'where held'
}

/** Every check that follows from an OpenRPC document, in a fixed order; nothing is asked of any endpoint yet. */
export function plan(document: OpenRpc, options: PlanOptions = {}): Check[] {
  const { examples = 'where held' } = options
  const methods = readMethods(document)
  const names = methods.map(({ name }) => name)
  const optional = absentElsewhere(document)
  const walk = createWalk(document, options)
  const walking = [
    planLosses(walk),
    ...planJsonText(methods, walk),
    ...planLinks(methods, walk),
    ...planGaps(document, methods, walk, options),
    ...planSchemas(document, methods, walk),
    ...planInvariants(names, walk),
    ...planExistence(names),
    ...planAgreements(names, optional, walk),
    ...planRepeats(document, methods, walk),
    ...planProofs(names, optional, walk),
    ...planConnections(walk),
  ]
  const all = [
    ...planLint(document),
    ...planProtocol(methods, options),
    ...planHttp(methods),
    ...planDiscovery(document),
    ...planExamples(methods, { exact: examples === 'exact' }),
    ...planEnvelopes(methods),
    ...planValid(document, methods),
    ...planInvalid(document, methods),
    ...planArity(methods),
    ...walking.map((check) => walkFirst(check, walk)),
  ]
  return all.map((check) => whereServed(check, methods))
}
