import { openStore } from '@lectern/history'
import { createRpc } from '@lectern/server'
import { fuzzReaders } from '@lectern/server/testing'
import { type Finding, scaled, type Scope, show, logProgress } from './finding.ts'
import { importSample } from './served.ts'

/** Ten million bodies as clients write them, half of them a little otherwise, read by their form and by JSON.parse, over a store of the sample chain. */
export async function measure(scope: Scope): Promise<readonly Finding[]> {
  await using store = await openStore(await importSample(), { readOnly: true })
  const rpc = createRpc({ methods: store, limits: { batchItems: 3, idLength: 20 } })
  const runs = scaled(10_000_000, scope)
  const differences = await fuzzReaders(rpc, {
    runs,
    seed: scope.seed,
    onProgress: (done) => {
      if (done % 100_000 === 0) logProgress(`readers: ${show(done)} of ${show(runs)}`)
    },
  })
  return [
    {
      claim: `${show(runs)} requests are answered with the same bytes, read by their form and by JSON.parse`,
      measured: differences[0]?.slice(0, 200) ?? 'no difference',
      holds: differences.length === 0,
    },
  ]
}
