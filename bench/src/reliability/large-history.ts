import { toHex } from '@lectern/chain'
import { openStore } from '@lectern/history'
import { makeChain, syntheticConfig } from '@lectern/history/testing'
import { temporaryFolder } from './served.ts'

/** A history whose second block has a thousand transactions. */
export interface LargeHistory {
  readonly datadir: string
  /** The question whose answer is that block, whole: 0.8 MB. */
  readonly large: string
  /** Questions about twenty of its transactions. */
  readonly small: readonly string[]
}

/** Makes that history in a folder that goes when the process ends. */
export async function makeLargeHistory(): Promise<LargeHistory> {
  const datadir = temporaryFolder()
  const blocks = makeChain(2, 1_000)
  const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
  await using store = await openStore(datadir, { chain })
  await store.commit({ blocks })
  const hashes = blocks[1]!.transactions.slice(0, 20).map(({ hash }) => toHex(hash))
  return {
    datadir,
    large: call('eth_getBlockByNumber', '0x1', true),
    small: hashes.map((hash) => call('eth_getTransactionByHash', hash)),
  }
}

const call = (method: string, ...params: unknown[]): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
