import { plan, reporters, run } from '@lectern/conformance/engine'
import { document } from '@lectern/spec'
import { miniTarget } from './mini-server.ts'
import { makePaperChain } from './paper-chain.ts'

/** Returns the findings of a run on a server with one fault, and how its page begins; in Node and in browsers. */
export async function runEngine(): Promise<{ found: unknown[]; policy: string | undefined }> {
  const target = miniTarget(makePaperChain(), {
    result: (method, result) => (method === 'eth_chainId' ? '0x07' : result),
  })
  const report = await run(plan(document), target)
  return {
    found: report.results.map(({ id, verdict, reason = null }) => [id, verdict, reason]),
    policy: /style-src 'sha256-[^']*'/.exec(reporters.html(report))?.[0],
  }
}
