import { openStore } from '@lectern/history'
import { makeChain, syntheticConfig } from '@lectern/history/testing'
import { toHex } from '@lectern/chain'
import { call } from '../tools/ask.ts'
import type { Bench } from '../tools/bench.ts'
import { serve } from '../tools/lectern.ts'
import { temporaryFolder } from '../tools/process.ts'
import { post } from './connection.ts'
import { startCrowd } from './crowd.ts'
import { createBench, type Finding, logProgress, quantile, scaled, show } from './finding.ts'
import { startHealthy } from './healthy.ts'
import { toAsked } from './questions.ts'

/** The connections of each crowd; the others must get 95 % of the first one's throughput. */
const CROWDS = [16, 128, 512]
/** The transactions of a block, and how many blocks are requested in turn. */
const [COUNT, BLOCKS] = [175, 100]

/** Measures many connections that request old blocks in full of one worker, and a wallet that requests receipts meanwhile. */
export const bench: Bench<{ scale: number; seed: number }> = createBench(async (scope) => {
  const { datadir, blocks, receipts } = await makeOldBlocks()
  // Old blocks are not cached: each is rendered again.
  const served = await serve(['--datadir', datadir, '--workers', '1', '--cache.rendered', '0'])
  using wallet = startHealthy(
    served.port,
    await Promise.all(receipts.map((request) => toAsked(served.url, request))),
  )
  const requests = blocks.map((block) => post(block).toString('latin1'))
  const seconds = scaled(15, scope)
  const findings: Finding[] = []
  let first = 0
  for (const connections of CROWDS) {
    logProgress(`queue: ${connections} connections`)
    await wallet.take()
    const { right, refused, odd, waits } = await startCrowd(served.port, {
      connections,
      requests,
      seconds,
      warmUp: 3,
    })
    const { waits: own, wrong } = await wallet.take()
    const perSecond = right / seconds
    first ||= perSecond
    const [p99, walletP99] = [quantile(waits, 0.99), quantile(own, 0.99)]
    const rounds = (p99 * perSecond) / 1_000 / connections
    findings.push({
      claim: `${connections} connections: none refused, 95 % of the blocks of ${CROWDS[0]}, 99 % within 1.5 × as many blocks as connections, the wallet's 99 % within 100 ms`,
      measured: `${show(perSecond)} blocks per second; 99 % within ${show(p99)} ms, ${rounds.toFixed(2)} × the connections; the wallet ${show(walletP99)} ms; ${refused} refused, ${odd + wrong} wrong`,
      holds: refused + odd + wrong === 0 && perSecond >= 0.95 * first && rounds <= 1.5 && walletP99 <= 100,
    })
  }
  const code = await served.stop()
  return [
    ...findings,
    { claim: 'the server ends with exit code 0', measured: `exit ${code}`, holds: code === 0 },
  ]
})

/** Makes a history of blocks like mainnet's, the calls for each block in full, and for receipts of the last one. */
async function makeOldBlocks() {
  const datadir = temporaryFolder()
  const blocks = makeChain(BLOCKS + 1, COUNT)
  const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
  await using store = await openStore(datadir, { chain })
  await store.commit({ blocks })
  return {
    datadir,
    blocks: blocks
      .slice(1)
      .map((_, at) => call(1, 'eth_getBlockByNumber', `0x${(at + 1).toString(16)}`, true)),
    receipts: blocks
      .at(-1)!
      .transactions.slice(0, 20)
      .map(({ hash }) => call(1, 'eth_getTransactionReceipt', toHex(hash))),
  }
}
