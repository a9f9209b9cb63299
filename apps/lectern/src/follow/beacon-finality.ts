import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromHex, toHex } from '@lectern/chain'
import { ClientError } from '@lectern/client'
import { createBeaconClient } from '@lectern/client/verify/beacon'
import {
  beaconRoot,
  executionBlock,
  type LightClient,
  type Network,
  networkFromConfig,
  networks,
  readConfig,
} from '@lectern/consensus'
import type { BeaconFinality } from '@lectern/follow'
import { Failure } from '../failure.ts'

/** How the beacon chain is followed, as the flags say. */
export interface BeaconFlags {
  /** The URLs of beacon APIs. */
  readonly api: readonly string[]
  /** 0x hex; needed unless one is saved. */
  readonly checkpoint: string | undefined
  /** @default beacon-checkpoint.json in the data folder */
  readonly checkpointFile: string | undefined
  /** @default two thirds of the committee */
  readonly threshold: number | undefined
  /** The path of a config.yaml; with it the two values of its genesis. */
  readonly config: string | undefined
  readonly genesisRoot: string | undefined
  readonly genesisTime: number | undefined
  /** What the flags begin with. */
  readonly prefix: '' | 'follow.'
}

/** What a checkpoint file has. */
interface Saved {
  /** The checkpoint that a person named, from which the root was proven. */
  readonly checkpoint: string
  /** The newest finalized one. */
  readonly root: string
}

/**
 * Starts a light client of the beacon chain, from the saved checkpoint or the one that the flags name; it saves each newer finalized one.
 * Throws Failure for a checkpoint that is missing, unknown or older than 14 days, and for a network that is not known.
 */
export async function startBeacon(
  flags: BeaconFlags,
  {
    chainId,
    datadir,
    signal,
  }: { readonly chainId: bigint; readonly datadir: string; readonly signal: AbortSignal },
): Promise<BeaconFinality> {
  const network = await findNetwork(flags, chainId)
  const size = network.preset.committeeSize
  const threshold = flags.threshold ?? Math.ceil((size * 2) / 3)
  if (threshold > size || threshold * 3 < size * 2)
    throw new Failure(
      `--${flags.prefix}beacon.threshold must be from two thirds of the committee to all: ${Math.ceil((size * 2) / 3)} to ${size}; got ${threshold}.`,
    )
  const file = flags.checkpointFile ?? join(datadir, 'beacon-checkpoint.json')
  const saved = await readSaved(file)
  // Another root than before is a new decision of a person.
  const isSaved = saved && (flags.checkpoint === undefined || flags.checkpoint === saved.checkpoint)
  const checkpoint = isSaved ? saved.root : flags.checkpoint
  if (checkpoint === undefined)
    throw new Failure(
      `No checkpoint is saved in ${file}: name the root of a finalized beacon block that you trust with --${flags.prefix}beacon.checkpoint.`,
    )
  const origin = isSaved ? saved.checkpoint : checkpoint
  const nodes = createBeaconClient({ api: flags.api, checkpoint, network, threshold })
  let last = isSaved ? saved.root : undefined

  async function follow(signal: AbortSignal) {
    const client = await nodes.follow(() => false, signal)
    const root = toHex(beaconRoot(client.finalized.beacon))
    if (root !== last) await save(file, { checkpoint: origin, root })
    last = root
    return nameBlocks(client, threshold)
  }

  try {
    await follow(signal)
  } catch (error) {
    // A node that is down may come back; a checkpoint that is refused stays refused.
    const isRefused =
      error instanceof ClientError &&
      (error.code === 'UNVERIFIED' || (error.code === 'HTTP_ERROR' && error.message.includes('bootstrap/')))
    if (isRefused)
      throw new Failure(
        `The beacon chain cannot be followed from the checkpoint ${checkpoint}: ${error.message} Name a newer one with --${flags.prefix}beacon.checkpoint.`,
        { cause: error },
      )
  }
  return { follow, interval: network.secondsPerSlot * 1_000 }
}

/** The attested block counts where as many signed it as make a header finalized. */
const nameBlocks = ({ finalized, optimistic, participants }: LightClient, threshold: number) => ({
  finalized: executionBlock(finalized),
  attested: participants.optimistic >= threshold ? executionBlock(optimistic) : undefined,
})

async function findNetwork(
  { config, genesisRoot, genesisTime, prefix }: BeaconFlags,
  chainId: bigint,
): Promise<Network> {
  if (config === undefined) {
    const found = Object.values(networks).find((network) => network.chainId === chainId)
    if (found) return found
    throw new Failure(
      `The beacon chain of chain ${chainId} is not built in: name its config.yaml with --${prefix}beacon.config.`,
    )
  }
  if (genesisRoot === undefined || genesisTime === undefined)
    throw new Failure(
      `--${prefix}beacon.config needs --${prefix}beacon.genesis.gvroot and --${prefix}beacon.genesis.time.`,
    )
  return networkFromConfig(readConfig(await readFile(config, 'utf8')), {
    genesisTime: BigInt(genesisTime),
    genesisValidatorsRoot: fromHex(genesisRoot),
  })
}

async function readSaved(file: string): Promise<Saved | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    const { checkpoint, root } = JSON.parse(text) as Partial<Record<string, unknown>>
    if ([checkpoint, root].every((one) => /^0x[0-9a-f]{64}$/.test(String(one))))
      return { checkpoint: String(checkpoint), root: String(root) }
  } catch {}
  throw new Failure(`${file} is no saved checkpoint: delete it, and name a checkpoint that you trust.`)
}

/** Written beside it first: a crash leaves the old one or the new one. */
async function save(file: string, saved: Saved): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(saved)}\n`)
  await rename(`${file}.new`, file)
}
