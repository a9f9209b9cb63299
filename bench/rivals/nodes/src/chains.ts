import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folder } from './process.ts'

/** A folder with a chain.rlp, and what its first block is made of. */
export interface Chain {
  readonly name: string
  readonly folder: string
  readonly genesis: string
}

/** Where the corpus is, or would be. */
export const corpus: string =
  process.env['LECTERN_CORPUS'] ?? fileURLToPath(new URL('../../../../../shared/corpus', import.meta.url))

const inFolder = (name: string, folder: string): Chain => ({
  name,
  folder,
  genesis: `${folder}/genesis.json`,
})

/** Our sample chain, and those of the corpus that are there (CONTRIBUTING.md says where they are from). */
export const chains: readonly Chain[] = [
  inFolder('sample', join(folder, '../../../fixtures/chain')),
  inFolder('official', `${corpus}/execution-apis/tests`),
  inFolder('ethtest', `${corpus}/chains/geth-ethtest-600`),
  inFolder('sync', `${corpus}/chains/hive-sync-3000`),
  inFolder('devp2p', `${corpus}/chains/hive-devp2p-3000`),
  inFolder('graphql', `${corpus}/chains/hive-graphql-34`),
  {
    name: 'mainnet',
    folder: `${corpus}/chains/mainnet-1000`,
    genesis: `${corpus}/genesis/mainnet.json.gz`,
  },
].filter(({ folder }) => existsSync(`${folder}/chain.rlp`))

/** The file that names a chain's head as a consensus client does, undefined where the chain has none. */
export function headFile({ folder }: Chain): string | undefined {
  const path = `${folder}/headfcu.json`
  return existsSync(path) ? path : undefined
}
