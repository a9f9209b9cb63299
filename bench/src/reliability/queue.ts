import { openStore } from '@lectern/history'
import { makeChain, syntheticConfig } from '@lectern/history/testing'
import { toHex } from '@lectern/chain'
import { post } from './connection.ts'
import { startCrowd } from './crowd.ts'
import { logProgress, quantile, scaled, type Scope, show, type Table } from './finding.ts'
import { startHealthy } from './healthy.ts'
import { toAsked } from './questions.ts'
import { serve, temporaryFolder } from './served.ts'

/** The connections of the crowd; the throughput of the first is what the others must have. */
const CROWDS = [16, 128, 512]
/** The transactions of a block, and how many blocks are asked for in turn. */
const [COUNT, BLOCKS] = [175, 100]

/** Many connections that ask one worker for old blocks in full, and a wallet beside them: who is refused, and how long does each wait? */
export async function measure(scope: Scope): Promise<Table> {
  const { datadir, blocks, receipts } = await makeOldBlocks()
  // Old blocks are not cached: each is written anew.
  const served = await serve(['--datadir', datadir, '--workers', '1', '--cache.rendered', '0'])
  using wallet = startHealthy(
    served.port,
    await Promise.all(receipts.map((request) => toAsked(served.url, request))),
  )
  const requests = blocks.map((block) => post(block).toString('latin1'))
  const seconds = scaled(15, scope)
  const rows: (readonly string[])[] = []
  let [first, isWell] = [0, true]
  for (const connections of CROWDS) {
    if (scope.signal.aborted) break
    logProgress(`queue: ${connections} connections`)
    await wallet.take()
    const { right, refused, odd, waits, overtaken } = await startCrowd(served.port, {
      connections,
      requests,
      seconds,
      warmUp: 3,
    })
    const { waits: own, wrong } = await wallet.take()
    const perSecond = right / seconds
    first ||= perSecond
    const [half, p99, walletP99] = [quantile(waits, 0.5), quantile(waits, 0.99), quantile(own, 0.99)]
    const rounds = (p99 * perSecond) / 1_000 / connections
    const others = quantile(overtaken, 0.99) / connections
    const holds =
      refused + odd + wrong === 0 && perSecond >= 0.95 * first && rounds <= 1.5 && walletP99 <= 100
    isWell &&= holds
    // oxfmt-ignore
    rows.push([
      show(connections), show(right), show(refused), show(odd), show(perSecond), show(half), show(p99), rounds.toFixed(2), others.toFixed(2),
      show(quantile(own, 0.5)), show(walletP99), show(wrong), holds ? 'yes' : '**no**',
    ])
  }
  const code = await served.stop()
  return {
    // oxfmt-ignore
    head: [
      'connections', 'blocks', 'refused with 503', 'other', 'a second', 'half within, ms', '99 % within, ms', 'of connections × the time of one', 'others answered meanwhile, 99 %, of connections',
      "the wallet's half, ms", "its 99 %, ms", 'wrong', 'holds',
    ],
    rows,
    holds: isWell && code === 0,
  }
}

/** A history of blocks as they are on mainnet, with what asks for each in full, and for receipts of the last one. */
async function makeOldBlocks() {
  const datadir = temporaryFolder()
  const blocks = makeChain(BLOCKS + 1, COUNT)
  const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
  await using store = await openStore(datadir, { chain })
  await store.commit({ blocks })
  return {
    datadir,
    blocks: blocks.slice(1).map((_, at) => call('eth_getBlockByNumber', `0x${(at + 1).toString(16)}`, true)),
    receipts: blocks
      .at(-1)!
      .transactions.slice(0, 20)
      .map(({ hash }) => call('eth_getTransactionReceipt', toHex(hash))),
  }
}

const call = (method: string, ...params: unknown[]): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
