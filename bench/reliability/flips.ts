import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '@lectern/fixtures'
import { findStructure, type Flip, flipBits, type FlipOutcome, makeFlippable } from '@lectern/history/testing'
import { type Finding, scaled, type Scope, show, logProgress } from './finding.ts'
import { temporaryFolder } from './served.ts'

/** Ten thousand single bits anywhere in the file of a store, and as many where LMDB's own bytes are. */
export async function measure(scope: Scope): Promise<readonly Finding[]> {
  const datadir = temporaryFolder()
  const { bytes, pageSize } = await makeFlippable(datadir, { blocks: 24, transactions: 4 })
  const file = readFileSync(join(datadir, 'store.mdb')).subarray(0, bytes)
  const random = createRandom(scope.seed)
  const count = scaled(10_000, scope)
  const structure = findStructure(file, pageSize)
  const targets = {
    anywhere: () => random(bytes),
    'in structure': () => structure[random(structure.length)]!,
  }
  // A process for each, with a copy.
  const outcomes = await Promise.all(
    Object.entries(targets).map(async ([name, target]) => {
      const flips = Array.from({ length: count }, (): Flip => ({ at: target(), bit: random(8) }))
      return [name, await flipAll(datadir, flips, { name, signal: scope.signal })] as const
    }),
  )
  return outcomes.flatMap(([name, each]) => describeOutcomes(`${show(each.length)} bits ${name}`, each))
}

async function flipAll(
  datadir: string,
  flips: readonly Flip[],
  { name, signal }: { readonly name: string; readonly signal: AbortSignal },
): Promise<FlipOutcome[]> {
  const outcomes: FlipOutcome[] = []
  for await (const outcome of flipBits(datadir, flips)) {
    outcomes.push(outcome)
    if (outcomes.length % 500 === 0)
      logProgress(`flips ${name}: ${show(outcomes.length)} of ${show(flips.length)}`)
    if (signal.aborted) break
  }
  return outcomes
}

function describeOutcomes(name: string, outcomes: readonly FlipOutcome[]): Finding[] {
  const of = (answers: FlipOutcome['answers']) => outcomes.filter((outcome) => outcome.answers === answers)
  const reached = outcomes.filter(({ answers }) => answers !== 'same')
  const unfound = reached.filter(({ verify }) => verify === 'holds')
  const unclear = outcomes.filter(({ note }) => note.includes('unclear:'))
  const signals = new Map<string, number>()
  for (const { note } of outcomes.filter(
    ({ answers, verify }) => answers === 'ended' || verify === 'ended',
  )) {
    const signal = note.split('; ').at(-1)!
    signals.set(signal, (signals.get(signal) ?? 0) + 1)
  }
  return [
    {
      claim: `${name}: no wrong answer`,
      measured: `${of('wrong').length} wrong; ${show(of('same').length)} change no answer, ${show(of('error').length)} give an error, ${show(of('refused').length)} keep the store from opening${of('wrong')[0] ? `; first ${JSON.stringify(of('wrong')[0])}` : ''}`,
      holds: of('wrong').length === 0,
    },
    {
      claim: `${name}: proving again finds each that changes an answer`,
      measured: `${show(reached.length - unfound.length)} of ${show(reached.length)}${unfound[0] ? `; not ${JSON.stringify(unfound[0])}` : ''}`,
      holds: unfound.length === 0,
    },
    {
      claim: `${name}: processes ended by the flip`,
      measured: [...signals].map(([signal, times]) => `${signal} ${show(times)}`).join(', ') || 'none',
    },
    {
      claim: `${name}: each error is a sentence about the store`,
      measured:
        unclear.length === 0 ? 'yes' : `${unclear.length} are not; first ${unclear[0]!.note.slice(0, 160)}`,
      holds: unclear.length === 0,
    },
  ]
}
