import { setTimeout as wait } from 'node:timers/promises'
import { type Finding, type Scope, show, logProgress } from './finding.ts'
import { startMix } from './mix.ts'
import { type Holdings, readHoldings } from './processes.ts'
import { importSample, serve } from './served.ts'
import { judgeGrowth } from './trend.ts'

const MINUTE = 60_000
const SPARE = 24 // descriptors: each of the eight clients has a connection, some are given up, some are proofs

/** Half an hour of mixed calls at a modest rate. */
export async function measure({ scale, seed }: Scope): Promise<readonly Finding[]> {
  const served = await serve(['--datadir', await importSample()])
  const mix = startMix(served, seed)
  const samples: (Holdings & { readonly minutes: number })[] = []
  const start = performance.now()
  for (const end = 30 * MINUTE * scale; performance.now() - start < end; await wait(2_000)) {
    const minutes = (performance.now() - start) / MINUTE
    const holdings = readHoldings(served.pid)
    samples.push({ minutes, ...holdings })
    if (samples.length % 15 > 0) continue
    logProgress(
      `soak: ${show(minutes)} min, ${show(mix.report.turns)} turns, ${show(holdings.anonymous / 1e6)} MB, ${holdings.descriptors} descriptors`,
    )
  }
  await mix.stop()
  const { answers, batches, aborted, malformed, proven, faults } = mix.report
  const alive = served.child.exitCode === null
  const code = await served.stop()
  const settled = samples.slice(Math.floor(samples.length / 3))
  const descriptors = settled.map((each) => each.descriptors)
  return [
    {
      claim: `${show(30 * scale)} minutes of mixed calls: none answered wrong`,
      measured: `${show(answers)} calls, ${show(batches)} batches, ${show(aborted)} given up, ${show(malformed)} malformed; ${faults[0] ?? 'none wrong'}`,
      holds: faults.length === 0 && alive && code === 0,
    },
    {
      claim: 'one answer in a thousand is proven again from the hash of the head',
      measured: `${show(proven)} proven`,
      holds: proven > 0 && !faults.some((fault) => fault.startsWith('not proven')),
    },
    judgeGrowth(settled),
    {
      claim: 'descriptors stay',
      measured: `${Math.min(...descriptors)} to ${Math.max(...descriptors)}`,
      holds: Math.max(...descriptors) - Math.min(...descriptors) <= SPARE,
    },
  ]
}
