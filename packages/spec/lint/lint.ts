import type { OpenRpc } from '../src/open-rpc.ts'
import { contentRules } from './content.ts'
import { exampleRules } from './examples.ts'
import { keywordRules } from './keywords.ts'
import { metaRules } from './meta.ts'
import { nameRules } from './names.ts'
import { quantityRules } from './quantities.ts'
import { referenceRules } from './references.ts'
import { schemaRules } from './schemas.ts'

/** A broken rule, and where. */
export interface Finding {
  /** The name of the rule that is broken. */
  readonly rule: string
  /** A JSON pointer into the document, e.g. `#/methods/0/params/1`. */
  readonly pointer: string
  /** One sentence whose subject is the pointer. */
  readonly sentence: string
}

/** A document that the generator refuses: the message has one line a finding. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
  readonly findings: readonly Finding[]
  constructor(findings: readonly Finding[]) {
    super(findings.map(({ rule, pointer, sentence }) => `${pointer} ${sentence} (${rule})`).join('\n'))
    this.findings = findings
  }
}

// Later rules follow references and validate values, so a stage runs only if the one before it finds nothing.
const stages = [
  metaRules,
  referenceRules,
  { ...nameRules, ...keywordRules, ...schemaRules, ...contentRules },
  { ...quantityRules, ...exampleRules },
]

/** The names of all rules. */
export const ruleNames: readonly string[] = stages.flatMap((rules) => Object.keys(rules))

/** Applies the rules in stages, and returns the findings of the first stage that has any. `version` is that of the package. */
export function lint(document: OpenRpc, version: string): Finding[] {
  for (const rules of stages) {
    const findings = Object.entries(rules).flatMap(([rule, find]) =>
      find(document, version).map(([pointer, sentence]) => ({ rule, pointer, sentence })),
    )
    if (findings.length > 0) return findings
  }
  return []
}
