import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ChainIdentity,
  findEraFiles,
  importChain,
  importEras,
  importJson,
  importRemoteEras,
  type ImportProgress,
  type ImportResult,
  isEraSource,
  isJsonLines,
  isUrl,
  listRemoteEras,
  networks,
  readChain,
  readGenesis,
  recognizeChain,
  type RemoteImportOptions,
  showUrl,
  type Store,
  type StoreLocation,
} from '@lectern/history'
import { besideStore } from '../config/store-options.ts'
import { Failure } from '../failure.ts'

/** The options of an import of any source. */
export type ImportTerms = Omit<RemoteImportOptions, 'files' | 'chain' | 'onProgress' | 'store' | 'cache'> & {
  /** A folder for downloads. @default `downloads` in the data folder */
  readonly cache: string | undefined
  readonly store: Store
  readonly onProgress: (progress: Omit<ImportProgress, 'fork'> & { readonly fork?: string }) => void
}

/** Sources that were looked at: the chain of their blocks, and the function that imports them. */
export interface Sources {
  readonly chain: ChainIdentity
  readonly importBlocks: (terms: ImportTerms) => Promise<ImportResult>
}

type Open = (
  paths: readonly string[],
  terms: { readonly genesis?: string | undefined; readonly location: StoreLocation },
) => Promise<Sources>

/** Finds the kind of the sources: a chain.rlp or its parts, era files, the URL of era files, or blocks as JSON. */
export const openSources: Open = async (paths, terms) => {
  if (paths.some(isUrl)) return await openRemote(paths, terms)
  if (paths.some(isJsonLines)) return await openJson(paths, terms)
  const files = (await Promise.all(paths.map(findChainFiles))).flat()
  const areEras = await Promise.all(files.map(isEraSource))
  if (areEras.every(Boolean)) return await openEras(files, terms)
  const { genesis } = terms
  const source = files[areEras.indexOf(false)]!
  if (areEras.some(Boolean))
    throw new Failure(`${source} is no era file, so it would be executed: import it by itself.`)
  if (genesis === undefined)
    throw new Failure(`${source} is executed from its genesis: name the file with --genesis.`)
  const read = await readGenesis(genesis)
  return {
    chain: read.chain,
    importBlocks: async ({ accumulators, proofs, ...terms }) => {
      if (accumulators || proofs)
        throw new Failure(
          `${accumulators ? '--accumulator' : '--summaries'} anchors era files; ${source} is executed, and --head <hash> anchors it.`,
        )
      return importChain({ ...terms, source: files, genesis: read })
    },
  }
}

/** Returns the parts of a chain.rlp in a folder, ordered by the numbers in their names; else the path itself. */
async function findChainFiles(path: string): Promise<string[]> {
  const names = await readdir(path).catch(() => [])
  const parts = names.filter((name) => /\.rlp(\.gz)?$/.test(name))
  if (parts.length === 0) return [path]
  const { compare } = new Intl.Collator('en', { numeric: true })
  return parts.toSorted(compare).map((name) => join(path, name))
}

const openJson: Open = async (sources, { genesis, location }) => {
  const other = sources.find((path) => !isJsonLines(path))
  if (other !== undefined)
    throw new Failure(`${other} is not of JSON lines, as the others are: import it by itself.`)
  const stored = await readChain(location)
  const named = genesis === undefined ? stored : (await readGenesis(genesis)).chain
  if (named === null)
    throw new Failure(
      `${sources[0]} does not say of which chain it is: name its genesis.json with --genesis.`,
    )
  const chain = stored === null ? await recognizeChain(named, sources) : named
  if (chain.config.family === 'unknown')
    throw new Failure(
      `${sources[0]} is of chain ${chain.config.chainId}, which is of no known family: its blocks cannot be verified.`,
      { mayPass: true },
    )
  return {
    chain,
    importBlocks: async ({ accumulators, ...terms }) => {
      if (accumulators)
        throw new Failure(`--accumulator anchors era files; --head <hash> anchors ${sources[0]}.`)
      return importJson({ ...terms, sources, chain })
    },
  }
}

const openEras: Open = async (sources, { genesis }) => {
  const files = await findEraFiles(sources)
  const named = files.find(({ network }) => network !== undefined)
  if (named === undefined && genesis === undefined)
    throw new Failure(
      `${files[0]!.path} is an ${files[0]!.format} file of era ${files[0]!.era}, but its name does not say of which network, as mainnet-00000-5ec1ffb8.era1 does: name the chain's genesis.json with --genesis.`,
    )
  const chain = await findChain(named?.network, genesis)
  return { chain, importBlocks: (terms) => importEras({ ...terms, sources, chain }) }
}

const openRemote: Open = async (sources, { genesis, location }) => {
  const [source] = sources as [string]
  if (sources.length > 1) throw new Failure(`${showUrl(sources.find(isUrl)!)} is a URL: import it by itself.`)
  const files = await listRemoteEras(source)
  const chain = await findChain(files[0]!.network, genesis)
  return {
    chain,
    importBlocks: async ({ cache = besideStore(location, 'downloads', '--cache <folder>'), ...terms }) =>
      importRemoteEras({ ...terms, cache, files, chain }),
  }
}

async function findChain(network = '', genesis: string | undefined): Promise<ChainIdentity> {
  const chain = genesis === undefined ? networks[network] : (await readGenesis(genesis)).chain
  if (chain !== undefined) return chain
  throw new Failure(
    `${network} is none of ${Object.keys(networks).join(' and ')}: name its genesis.json with --genesis.`,
  )
}
