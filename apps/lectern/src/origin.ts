import {
  type ChainIdentity,
  findEraFiles,
  importChain,
  importEras,
  type ImportOptions,
  type ImportProgress,
  type ImportResult,
  isEraSource,
  networks,
  readGenesis,
} from '@lectern/history'
import { Failure } from './failure.ts'

/** What every import is given, whatever the blocks come from. */
export type ImportTerms = Omit<ImportOptions, 'source' | 'genesis' | 'onProgress'> & {
  /** Accumulator roots of eras from 0 on that a person trusts. */
  readonly accumulators: readonly Uint8Array[]
  /** How many threads prove the blocks of era files. */
  readonly workers: number
  readonly onProgress: (progress: Omit<ImportProgress, 'fork'> & { readonly fork?: string }) => void
}

/** Where blocks come from: the chain they are of, and the way they are brought in. */
export interface Origin {
  readonly chain: ChainIdentity
  readonly bringIn: (terms: ImportTerms) => Promise<ImportResult>
}

/** The origin that sources and a genesis.json name: one chain that is executed, or era files. */
export async function findOrigin(sources: readonly string[], genesis: string | undefined): Promise<Origin> {
  const areEras = await Promise.all(sources.map(isEraSource))
  if (areEras.every(Boolean)) return await findEras(sources, genesis)
  const source = sources[areEras.indexOf(false)]!
  if (sources.length > 1)
    throw new Failure(`${source} has no era file's name, so it would be executed: import it by itself.`)
  if (genesis === undefined)
    throw new Failure(`${source} is executed from its genesis: name the file with --genesis.`)
  const read = await readGenesis(genesis)
  return {
    chain: read.chain,
    bringIn: async ({ accumulators, ...terms }) => {
      if (accumulators.length > 0)
        throw new Failure(
          `--accumulator anchors era files; ${source} is executed, and --head <hash> anchors it.`,
        )
      return importChain({ ...terms, source, genesis: read })
    },
  }
}

async function findEras(sources: readonly string[], genesis: string | undefined): Promise<Origin> {
  const { network } = (await findEraFiles(sources))[0]!
  const chain = genesis === undefined ? networks[network] : (await readGenesis(genesis)).chain
  if (chain === undefined)
    throw new Failure(
      `${network} is none of ${Object.keys(networks).join(' and ')}: name its genesis.json with --genesis.`,
    )
  return { chain, bringIn: (terms) => importEras({ ...terms, sources, chain }) }
}
