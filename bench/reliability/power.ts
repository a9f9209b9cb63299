import { canRecord, recover, type Recovery } from '@lectern/history/testing'
import { type Finding, scaled, type Scope, show, logProgress } from './finding.ts'

const writings = { 'an import': 'import', reorgs: 'reorgs 8' } as const

/** The power is lost at each step of an import and of reorgs, and a thousand times more for each with any part of what was not synced. */
export async function measure(scope: Scope): Promise<readonly Finding[]> {
  if (!canRecord) throw new Error('Nothing can be measured: strace is not here, or may not trace.')
  const findings: Finding[] = []
  for (const [name, what] of Object.entries(writings)) {
    const recoveries: Recovery[] = []
    for await (const recovery of recover(what, { times: scaled(1_000, scope), seed: scope.seed })) {
      recoveries.push(recovery)
      if (recoveries.length % 100 === 0) logProgress(`power: ${name}, ${show(recoveries.length)} losses`)
      if (scope.signal.aborted) break
    }
    findings.push(...describe(name, recoveries))
  }
  return findings
}

function describe(name: string, recoveries: readonly Recovery[]): Finding[] {
  const of = (...outcomes: Recovery['outcome'][]) =>
    recoveries.filter(({ outcome }) => outcomes.includes(outcome))
  const faults = of('lost', 'damaged', 'wrong', 'ended')
  const count = (outcome: Recovery['outcome']) => show(of(outcome).length)
  return [
    {
      claim: `power lost ${show(recoveries.length)} times in ${name}: the store opens at the commit acknowledged last, or at the next`,
      measured: `${count('last')} at the last, ${count('next')} at the next, ${count('none')} before there was a store; ${count('lost')} lost, ${count('damaged')} damaged, ${count('wrong')} wrong, ${count('ended')} processes ended${faults[0] ? `; first ${faults[0].note.slice(0, 300)}` : ''}`,
      holds: recoveries.length > 0 && faults.length === 0,
    },
  ]
}
