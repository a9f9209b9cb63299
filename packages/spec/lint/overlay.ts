import type { Overlays } from '../document/files.ts'
import { applyOverlay, type Overlay, targetPath } from '../src/family/overlay.ts'
import type { OpenRpc } from '../src/open-rpc.ts'
import { DocumentError, type Finding, lint } from './lint.ts'
import type { Problem } from './rule.ts'

/** Throws a DocumentError for a document that breaks a rule, and else for the first such overlay. */
export function lintAll(document: OpenRpc, overlays: Overlays, version: string): void {
  refuse(lint(document, version))
  for (const [name, overlay] of Object.entries(overlays))
    refuse(lintOverlay(overlay, document, version), `openrpc.${name}.json: `)
}

function refuse(findings: readonly Finding[], source = ''): void {
  if (findings.length > 0)
    throw new DocumentError(findings.map((finding) => ({ ...finding, pointer: source + finding.pointer })))
}

/** Returns what is wrong with an overlay: its form (`overlay-…`), else its actions, else the document that it makes. */
export function lintOverlay(overlay: Overlay, document: OpenRpc, version: string): Finding[] {
  const form = findingsOf('overlay-form', checkForm(Object(overlay), version))
  if (form.length > 0) return form
  const made = applyOverlay(document, overlay)
  return made.problems.length > 0 ? findingsOf('overlay-target', made.problems) : lint(made.document, version)
}

const findingsOf = (rule: string, problems: readonly Problem[]): Finding[] =>
  problems.map(([pointer, sentence]) => ({ rule, pointer, sentence }))

const modifiers = ['update', 'copy', 'remove'] as const

function checkForm({ overlay, info, extends: base, actions }: Partial<Overlay>, version: string): Problem[] {
  const problems: Problem[] = []
  if (overlay !== '1.1.0') problems.push(['#/overlay', `is ${JSON.stringify(overlay)}, not "1.1.0".`])
  if (base !== 'openrpc.json') problems.push(['#/extends', `is ${JSON.stringify(base)}, not "openrpc.json".`])
  if (!info?.title) problems.push(['#/info', 'has no title.'])
  if (info?.version !== version)
    problems.push([
      '#/info/version',
      `is "${info?.version}", but packages/spec/package.json has "${version}".`,
    ])
  if (!Array.isArray(actions) || actions.length === 0) problems.push(['#/actions', 'has no action.'])
  for (const [index, action] of Object.entries<Partial<NonNullable<typeof actions>[number]>>(actions ?? [])) {
    const paths = [action.target, ...(action.copy === undefined ? [] : [action.copy])]
    if (!paths.every((path) => targetPath.test(String(path))))
      problems.push([`#/actions/${index}`, 'must have a path such as $.components.schemas.Block.properties.'])
    if (modifiers.filter((key) => action[key] !== undefined).length !== 1)
      problems.push([`#/actions/${index}`, 'must have one of update, copy and remove.'])
  }
  return problems
}
