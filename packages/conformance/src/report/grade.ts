import type { Family } from '@lectern/chain'
import type { Check, Finding, Level } from '../rules/check.ts'
import type { DialectTable } from '../rules/ethereum/dialects.ts'
import { ConformanceError } from '../error.ts'
import { isOpen } from '../rules/ethereum/families/families.ts'
import { matches } from './glob.ts'
import type { Known, Mode, Result } from './report.ts'

/** Which deviations are expected. */
export interface GradingOptions {
  /** The least binding level that fails a run; a broken rule below it is reported as known. @default SHOULD */
  readonly level?: Level
  /** @default strict */
  readonly mode?: Mode
  /** The client whose known divergences are tolerated, e.g. `geth`. */
  readonly dialect?: string
  /** Ids and globs of checks that are known to fail; one that passes is stale. */
  readonly knownFailing?: readonly string[]
}

/** Turns findings into verdicts. */
export interface Grader {
  grade(
    check: Check,
    finding: Finding | undefined,
    family: Family | undefined,
  ): Pick<Result, 'verdict' | 'known'> & { readonly finding?: Finding }
  /** The results, those that passed under a line of the list under which nothing fails as stale. */
  settle(results: readonly Result[]): Result[]
}

const sentences = {
  level: 'What a MAY says is each endpoint’s own choice: it counts with --level MAY.',
  document: 'The document is at fault, not the endpoint.',
  lenient: 'Other chains have members and transaction types of their own.',
}
const knownBy = (by: keyof typeof sentences, name: string = by): Known => ({
  by,
  name,
  sentence: sentences[by],
})

/** A grader for a run. Throws a ConformanceError (INPUT) for a dialect that is not known, and for a line that names no check. */
export function createGrader(
  checks: readonly Check[],
  { mode = 'strict', level = 'SHOULD', dialect, knownFailing = [] }: GradingOptions = {},
  table?: DialectTable,
): Grader {
  const names = table?.dialects ?? []
  if (dialect !== undefined && !names.includes(dialect))
    throw new ConformanceError('INPUT', `"${dialect}" is not one of the dialects ${names.join(', ')}.`)
  const lost = knownFailing.find((line) => !checks.some(({ id }) => matches(line, id)))
  const sentence = `The list of known failures names "${lost}", but there is no such check.`
  if (lost !== undefined) throw new ConformanceError('INPUT', sentence)

  const excuse = (id: string, finding: Finding, family?: Family): Known | undefined => {
    if (id.startsWith('lint/')) return knownBy('document')
    const divergence = dialect === undefined ? undefined : table?.findDivergence(dialect, id, finding)
    if (divergence) {
      const { name, sentence, source } = divergence
      return { by: 'dialect', name: `${dialect}: ${name}`, sentence, source }
    }
    const isLenient = mode === 'lenient' || (family !== undefined && isOpen(family))
    return isLenient && finding.tolerable === true ? knownBy('lenient') : undefined
  }
  const listed = (id: string): Known | undefined => {
    const line = knownFailing.find((one) => matches(one, id))
    return line === undefined ? undefined : { by: 'list', name: line }
  }

  return {
    grade({ id, level: binding }, finding, family) {
      if (finding?.verdict !== 'failed')
        return { verdict: finding?.verdict ?? 'passed', ...(finding && { finding }) }
      const findings = [finding, ...(finding.others ?? [])]
      const excuses = findings.map((one) => ({ one, known: excuse(id, one, family) }))
      const open = excuses.find(({ known }) => known === undefined)
      const choice = binding === 'MAY' && level !== 'MAY' ? knownBy('level', 'MAY') : undefined
      const known = open ? (listed(id) ?? choice) : excuses[0]!.known
      return { verdict: known ? 'known' : 'failed', finding: open?.one ?? finding, ...(known && { known }) }
    },
    settle(results) {
      const stale = knownFailing.filter((line) => {
        const under = results.filter(({ id, verdict }) => verdict !== 'skipped' && matches(line, id))
        return under.length > 0 && under.every(({ verdict }) => verdict === 'passed')
      })
      return results.map((result) => {
        const line = result.verdict === 'passed' ? stale.find((one) => matches(one, result.id)) : undefined
        if (line === undefined) return result
        const reason = `It passes, though the list of known failures names it as ${line}: take that line out.`
        return { ...result, verdict: 'stale', reason, known: { by: 'list', name: line } }
      })
    },
  }
}
