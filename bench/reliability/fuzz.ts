import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openStore } from '@lectern/history'
import { createRpc } from '@lectern/server'
import { fuzzRpc } from '@lectern/server/testing'
import { type Finding, scaled, type Scope, show, logProgress } from './finding.ts'
import { importSample } from './served.ts'

/** Ten million requests, composed and mutated, through `createRpc` in this process over a store of the sample chain. */
export async function measure(scope: Scope): Promise<readonly Finding[]> {
  await using store = await openStore(await importSample(), { readOnly: true })
  const hidden: unknown[] = []
  const rpc = createRpc({
    methods: store,
    limits: { batchItems: 3, depth: 6, idLength: 20, methodLength: 30 },
    onError: (error) => hidden.push(error),
  })
  const runs = scaled(10_000_000, scope)
  const heap: number[] = []
  const { faults, outcomes, ...done } = await fuzzRpc(rpc, {
    runs,
    seed: scope.seed,
    signal: scope.signal,
    onProgress(done) {
      if (done % 100_000 > 0) return
      heap.push(readHeap())
      logProgress(`fuzz: ${show(done)} of ${show(runs)}, ${show(heap.at(-1)!)} MB`)
    },
  })
  const settled = heap.slice(Math.floor(heap.length / 10))
  const growth = (settled.at(-1) ?? 0) - (settled[0] ?? 0)
  const sums = [...outcomes]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([code, count]) => `${code} ${show(count)}`)
  return [
    {
      claim: `${show(done.runs)} mutated requests: no throw, no ill-formed answer, each id exact or null`,
      measured: faults.length === 0 ? `none wrong; ${sums.join(', ')}` : faults[0]!.slice(0, 200),
      holds: faults.length === 0,
    },
    {
      claim: 'no error but those of the protocol',
      measured: hidden.length === 0 ? 'none' : `${hidden.length}, first ${String(hidden[0])}`,
      holds: hidden.length === 0,
    },
    {
      claim: 'memory is flat: the heap after a tenth and at the end, collected',
      measured: `${show(settled[0] ?? 0)} and ${show(settled.at(-1) ?? 0)} MB`,
      holds: growth < 5,
    },
  ]
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function readHeap(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}
