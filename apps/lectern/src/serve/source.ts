import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { openStore, showLocation } from '@lectern/history'
import type { ProofSource, Servable } from '@lectern/server'
import * as Hash from 'ox/wasm/Hash'
import * as Secp256k1 from 'ox/wasm/Secp256k1'
import { type ServeOptions, toCacheBytes } from '../config/serve-options.ts'
import { readLocation } from '../config/store-options.ts'
import type { ReportedStore } from '../observe/history-report.ts'
import type { Logger } from '../observe/log.ts'
import { openProofs } from './history-proofs.ts'
import { openUpstream, type UpstreamNodes } from './upstream.ts'
import { createUpstreamVerify } from './upstream-verify.ts'

export interface Source {
  readonly store: ReportedStore
  readonly methods: Servable
  /** Served below `/proof/`, if there are any. */
  readonly proofs: ProofSource | undefined
  /** The nodes that are asked for what the store lacks. */
  readonly upstream: UpstreamNodes | undefined
  /** For the operator. */
  readonly location: string
  isReplaced(): boolean
}

/** Opens a source; the stack closes it. Throws Failure or HistoryError. */
export type OpenSource = (options: ServeOptions, log: Logger, parts: AsyncDisposableStack) => Promise<Source>

/** Opens the store of the flags for reading, and the nodes that are asked for what it lacks. */
export const openStored: OpenSource = async (options, log, parts) => {
  const cacheBytes = toCacheBytes(options)
  // Compressed, JSON is a fifth; it is stored as long as what it was made of.
  const renderedBytes = options['http.compression'] === 'on' ? cacheBytes * 0.75 : cacheBytes
  const location = await readLocation(options)
  const provenBytes = 2 ** 20 * options['cache.proofs']
  const store = parts.use(await openStore(location, { readOnly: true, renderedBytes, provenBytes }))
  const hasProofs = options['http.proofs'] === 'on'
  const verify = createUpstreamVerify(options['upstream.verify'], store)
  const isCompressed = 'datadir' in location // then the blooms of old receipts are hashes
  if (hasProofs || isCompressed || verify) await useFastHashes()
  const followed = options.follow.length > 0 ? store : undefined
  return {
    store,
    methods: store,
    proofs: hasProofs ? { ...store.proofs, history: await openProofs(store, options, log) } : undefined,
    upstream: openUpstream(options, { log, chainId: store.chain?.config.chainId, verify, followed }),
    location: showLocation(location),
    isReplaced: () => store.isReplaced?.() ?? false,
  }
}

/** Hashes by WebAssembly: to prove is to hash a block, which then takes a quarter of the time. */
export async function useFastHashes(): Promise<void> {
  useEngine(await loadWasmEngine({ Hash, Secp256k1 }))
}
