import { dirname } from 'node:path'
import { httpTarget, isUnexpected, plan, run } from '@lectern/conformance'
import { sample } from '@lectern/fixtures'
import { account, startAnvil } from '@lectern/follow/testing'
import { document } from '@lectern/spec'
import type { Bench } from './tools/bench.ts'
import { describeGeth, executeChain } from './tools/geth.ts'
import { importSample, serve } from './tools/lectern.ts'

/** Measures every check of the document on Lectern, on anvil and, if its program is given, on geth. */
export const bench: Bench<{ geth: string; blocks: number }> = {
  flags: { geth: '', blocks: 66 },
  async run({ geth, blocks }) {
    const rows: (string | number)[][] = []
    const check = async (name: string, url: string, dialect?: string) => {
      const start = performance.now()
      const report = await run(plan(document, { blocks }), httpTarget(url), { ...(dialect && { dialect }) })
      const seconds = (performance.now() - start) / 1000
      const { passed, known, skipped } = report.summary
      const failed = report.results.filter(isUnexpected).length
      rows.push([name, passed, failed, known, skipped, seconds])
    }
    const lectern = await serve(['--datadir', await importSample()])
    await check('Lectern, the sample chain', lectern.url)
    await lectern.stop()
    if (geth !== '') {
      const headFile = `${dirname(sample.chain)}/headfcu.json`
      const node = await executeChain(geth, { ...sample, headFile })
      await check(`${describeGeth(geth)}, the sample chain`, node.url, 'geth')
      await node.stop()
    }
    await using anvil = await startAnvil()
    for (let block = 0; block < 20; block++) {
      for (let count = block % 4; count > 0; count--)
        await anvil.ask('eth_sendTransaction', { from: account, to: account, value: '0x1' })
      await anvil.ask('anvil_mine', '0x1')
    }
    await check('anvil, 20 blocks', anvil.url, 'anvil')
    return { head: ['node', 'passed', 'failed', 'known of its dialect', 'skipped', 'seconds'], rows }
  },
}
