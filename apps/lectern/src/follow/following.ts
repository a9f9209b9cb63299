import { setTimeout as wait } from 'node:timers/promises'
import { toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { askIdentity, createFollower, type FollowStatus, type LogLine, type RunEnd } from '@lectern/follow'
import {
  type ChainIdentity,
  networks,
  openStore,
  readChain,
  readGenesis,
  type Store,
  type StoreLocation,
} from '@lectern/history'
import { checkQuorum, type FollowOptions } from '../config/follow-options.ts'
import { explain, Failure } from '../failure.ts'
import type { Logger } from '../observe/log.ts'
import { openBeacon } from './beacon-finality.ts'

/** The nodes that are followed, and the store. */
export interface FollowingOptions extends FollowOptions {
  readonly location: StoreLocation
  readonly urls: readonly string[]
  /** The path of a genesis.json, for a chain that is neither stored nor known; `node`: the nodes' word is taken. */
  readonly genesis?: string | undefined
  readonly once?: boolean
}

export interface FollowingListeners {
  readonly onLog: (line: LogLine) => void
  readonly onStatus?: (status: FollowStatus) => void
  readonly onOpen?: () => void
}

/** Opens the store, and follows nodes until the signal aborts or the follower ends. Throws Failure or HistoryError. */
export async function runFollowing(
  { location, urls, genesis, beacon: flags, hot, ...options }: FollowingOptions,
  { onOpen, ...listeners }: FollowingListeners,
  signal: AbortSignal,
): Promise<RunEnd> {
  checkQuorum(urls, options)
  await using store = await openChainStore(location, genesis, () =>
    askIdentity(urls, options.rpc).catch((cause: Error) => {
      throw new Failure(cause.message, { cause, mayPass: true })
    }),
  )
  const chainId = BigInt(store.chain!.config.chainId)
  const beacon = flags && (await openBeacon(flags, { chainId, location, onLog: listeners.onLog }))
  onOpen?.()
  const end = new AbortController()
  const compacting = compactInBackground(store, hot, end.signal, listeners.onLog)
  try {
    return await createFollower({ store, urls, beacon, ...options, ...listeners }).run(signal)
  } finally {
    end.abort()
    await compacting
  }
}

/** Moves blocks into the cold form as new ones come, with pauses, until the signal aborts. */
async function compactInBackground(
  store: Store,
  hot: number,
  signal: AbortSignal,
  onLog: FollowingListeners['onLog'],
): Promise<void> {
  try {
    while (!signal.aborted) {
      const step = await store.compact({ hot, blocks: 16 })
      await wait(step === null ? 1_000 : 100, undefined, { signal }).catch(() => {})
    }
  } catch (error) {
    const message = `Old blocks are no longer compressed: ${explain(error)}`
    onLog({ level: 'error', code: 'compact', message, fields: {} })
  }
}

/** Opens the store for writing. Its chain is the stored one, that of a genesis.json or a node, or the nodes' known network. */
async function openChainStore(
  location: StoreLocation,
  genesis: string | undefined,
  ask: () => Promise<ChainIdentity>,
): Promise<Store> {
  if (genesis !== undefined && genesis !== NODE)
    return await openStore(location, { chain: (await readGenesis(genesis)).chain })
  if ((await readChain(location)) !== null) return await openStore(location)
  const said = await ask() // before a store is made
  return await openStore(location, { chain: genesis === NODE ? said : findNetwork(said) })
}

const NODE = 'node'

function findNetwork({ genesisHash, config: { chainId } }: ChainIdentity): ChainIdentity {
  const found = Object.values(networks).find((network) => equalBytes(network.genesisHash, genesisHash))
  if (found) return found
  throw new Failure(
    `The nodes are of chain ${chainId} with the genesis ${toHex(genesisHash)}, which is none of ${Object.keys(networks).join(' and ')}: name its genesis.json with --genesis, or take their word with --genesis node.`,
  )
}

/** Writes lines of a follower to a log: code and sentence. */
export const toLog =
  (log: Logger) =>
  ({ level, code, message, fields }: LogLine): void =>
    log[level]({ code, ...fields }, message)
