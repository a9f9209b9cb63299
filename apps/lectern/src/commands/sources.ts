import {
  type ChainIdentity,
  findEraFiles,
  importChain,
  importEras,
  importRemoteEras,
  type ImportOptions,
  type ImportProgress,
  type ImportResult,
  isEraSource,
  isUrl,
  listRemoteEras,
  networks,
  readGenesis,
  showUrl,
  type Store,
} from '@lectern/history'
import { Failure } from '../failure.ts'

/** What every import is given, whatever the blocks come from. */
export type ImportTerms = Omit<ImportOptions, 'source' | 'genesis' | 'onProgress' | 'store'> & {
  readonly store: Store
  /** The folder that files from a URL are brought into. */
  readonly cache: string
  /** Whether that folder is for imports alone. */
  readonly isOwn: boolean
  /** Whether they stay there once they are imported. */
  readonly keep: boolean
  /** Accumulator roots of eras from 0 on that a person trusts. */
  readonly accumulators?: readonly Uint8Array[]
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
  if (sources.some(isUrl)) return await findRemote(sources, genesis)
  const areEras = await Promise.all(sources.map(isEraSource))
  if (areEras.every(Boolean)) return await findEras(sources, genesis)
  const source = sources[areEras.indexOf(false)]!
  if (sources.length > 1)
    throw new Failure(`${source} is no era file, so it would be executed: import it by itself.`)
  if (genesis === undefined)
    throw new Failure(`${source} is executed from its genesis: name the file with --genesis.`)
  const read = await readGenesis(genesis)
  return {
    chain: read.chain,
    bringIn: async ({ accumulators, ...terms }) => {
      if (accumulators)
        throw new Failure(
          `--accumulator anchors era files; ${source} is executed, and --head <hash> anchors it.`,
        )
      return importChain({ ...terms, source, genesis: read })
    },
  }
}

async function findEras(sources: readonly string[], genesis: string | undefined): Promise<Origin> {
  const files = await findEraFiles(sources)
  const named = files.find(({ network }) => network !== undefined)
  if (named === undefined && genesis === undefined)
    throw new Failure(
      `${files[0]!.path} is an ${files[0]!.format} file of era ${files[0]!.era}, but its name does not say of which network, as mainnet-00000-5ec1ffb8.era1 does: name the chain's genesis.json with --genesis.`,
    )
  const chain = await findChain(named?.network, genesis)
  return { chain, bringIn: (terms) => importEras({ ...terms, sources, chain }) }
}

async function findRemote(sources: readonly string[], genesis: string | undefined): Promise<Origin> {
  const [source] = sources as [string]
  if (sources.length > 1) throw new Failure(`${showUrl(sources.find(isUrl)!)} is a URL: import it by itself.`)
  const files = await listRemoteEras(source)
  const chain = await findChain(files[0]!.network, genesis)
  return { chain, bringIn: (terms) => importRemoteEras({ ...terms, files, chain }) }
}

async function findChain(network = '', genesis: string | undefined): Promise<ChainIdentity> {
  const chain = genesis === undefined ? networks[network] : (await readGenesis(genesis)).chain
  if (chain !== undefined) return chain
  throw new Failure(
    `${network} is none of ${Object.keys(networks).join(' and ')}: name its genesis.json with --genesis.`,
  )
}
