import { diffDocuments, rank, type Change } from './diff.ts'
import type { Release } from './release.ts'
import { ruleOf, type RuleName } from './rules.ts'

/** All changes from one release to another: of the document, then those that a family's document has alone. */
export async function diffReleases(old: Release, young: Release): Promise<Change[]> {
  const changes = await diffDocuments(old.document, young.document)
  const shared = new Set(changes.map(nameOf))
  for (const name of new Set([...Object.keys(old.families), ...Object.keys(young.families)])) {
    const [was, is] = [old.families[name], young.families[name]]
    const file = `openrpc.${name}.json`
    if (!was || !is) changes.push(only(is ? 'name-added' : 'name-removed', file))
    else if (JSON.stringify(was) !== JSON.stringify(is))
      for (const change of await diffDocuments(was, is))
        if (!shared.has(nameOf(change))) changes.push({ ...change, pointer: `${file}: ${change.pointer}` })
  }
  return changes.toSorted((one, two) => rank(one) - rank(two))
}

const nameOf = ({ rule, direction, pointer, sentence }: Change) =>
  [rule, direction, pointer, sentence].join(' ')

const only = (rule: RuleName, pointer: string): Change => ({
  grade: ruleOf(rule, 'reply').grade,
  rule,
  direction: 'reply',
  pointer,
  sentence: `was ${rule === 'name-added' ? 'added' : 'removed'}.`,
})
