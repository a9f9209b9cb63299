import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { document } from '@lectern/spec'
import { describe, expect, test } from 'vitest'
import { httpTarget, plan, run, reportText } from '../src/index.ts'
import { startProxy, targetUpstream, type Fault } from './faulty-proxy.ts'
import { legal, legalTogether } from './legal.ts'
import { miniTarget } from './mini-server.ts'
import { makeSampleChain } from './sample-chain.ts'
import { valueFaults } from './value-faults.ts'
import { wireFaults } from './wire-faults.ts'

useEngine(await loadWasmEngine()) // many endpoints are checked
// All faults take two minutes.
const isAll = process.env['LECTERN_FAULTS'] === 'all'
const step = isAll ? 1 : 24
const chain = await makeSampleChain()
const head = BigInt(chain.at(-1)!.hashes['number'] as string)
const upstream = targetUpstream(miniTarget(chain))
const checks = plan(document)

const faults = [...valueFaults, ...wireFaults].filter((_, index) => index % step === 0)

async function runChecks(fault: Fault) {
  await using proxy = await startProxy(upstream, fault)
  const report = await run(checks, httpTarget(proxy.url, { timeout: 2_000 }))
  const failed = report.results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
  return { report, failed, touched: proxy.touched }
}

describe('the checks, before a proxy', () => {
  test('D4 that does nothing, blames nobody', async () => {
    const { failed, report, touched } = await runChecks({})
    expect(failed, reportText(report)).toEqual([])
    expect(touched).toBe(0)
  })

  test.each(faults)('D4 finds that %s (%s)', async (_, _seen, make) => {
    const { failed, touched } = await runChecks(make())
    expect(touched).toBeGreaterThan(0)
    expect(failed).not.toEqual([])
  })

  test.each(isAll ? legal : legalTogether)('D4 blames nobody for %s', async (_, make) => {
    const { failed, report, touched } = await runChecks(make(head))
    expect(touched).toBeGreaterThan(0)
    expect(failed, reportText(report)).toEqual([])
  })

  test.each(isAll ? [1, 2, 3, 4] : [1])(
    'D4 finds a status that is wrong now and then, whatever is asked: seed %i',
    async (seed) => {
      const [, , make] = wireFaults.find(([what]) => what === 'one receipt in 20 has another status')!
      await using proxy = await startProxy(upstream, make())
      const { results } = await run(checks, httpTarget(proxy.url), { seed })
      expect(results.find(({ id }) => id === 'same/result')).toMatchObject({ verdict: 'failed' })
    },
  )
})
