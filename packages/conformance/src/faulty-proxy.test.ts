import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { document } from '@lectern/spec'
import { describe, expect, test } from 'vitest'
import { httpTarget, plan, run, reportText } from './index.ts'
import { startProxy, targetUpstream, type Fault } from '../test/faulty-proxy.ts'
import { legal } from '../test/legal.ts'
import { miniTarget } from '../test/mini-server.ts'
import { makeSampleChain } from '../test/sample-chain.ts'
import { valueFaults } from '../test/value-faults.ts'
import { wireFaults } from '../test/wire-faults.ts'

useEngine(await loadWasmEngine()) // two hundred endpoints are judged
const chain = await makeSampleChain()
const head = BigInt(chain.length - 1)
const upstream = targetUpstream(miniTarget(chain))
const checks = plan(document)

async function judge(fault: Fault) {
  await using proxy = await startProxy(upstream, fault)
  const report = await run(checks, httpTarget(proxy.url, { timeout: 2_000 }))
  const failed = report.results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
  return { report, failed, touched: proxy.touched }
}

describe('D4 the judge, before a proxy', () => {
  test('that does nothing, blames nobody', async () => {
    const { failed, report, touched } = await judge({})
    expect(failed, reportText(report)).toEqual([])
    expect(touched).toBe(0)
  })

  test.each([...valueFaults, ...wireFaults])('finds that %s (%s)', async (_, _seen, make) => {
    const { failed, touched } = await judge(make())
    expect(touched).toBeGreaterThan(0)
    expect(failed).not.toEqual([])
  })

  test.each(legal)('blames nobody for %s', async (_, make) => {
    const { failed, report, touched } = await judge(make(head))
    expect(touched).toBeGreaterThan(0)
    expect(failed, reportText(report)).toEqual([])
  })
})
