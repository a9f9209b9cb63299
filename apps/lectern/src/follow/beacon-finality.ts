import { readFile } from 'node:fs/promises'
import { toHex } from '@lectern/chain'
import { ClientError } from '@lectern/client'
import { createBeaconClient } from '@lectern/client/verify/beacon'
import { beaconRoot, executionBlock, type LightClient, type LightClientHeader } from '@lectern/consensus'
import type { BeaconFinality, BeaconStatus, LogLine, SignedSlot } from '@lectern/follow'
import { type StoreLocation, writeDurably } from '@lectern/history'
import { type BeaconFlags, findNetwork } from '../config/beacon-options.ts'
import { besideStore } from '../config/store-options.ts'
import { Failure } from '../failure.ts'

/** The content of a checkpoint file. */
interface Saved {
  /** The checkpoint that the operator named, from which the root was proven. */
  readonly checkpoint: string
  /** The newest finalized one. */
  readonly root: string
}

/**
 * Makes a light client of the beacon chain, from the saved checkpoint or the one of the flags; it saves each newer finalized one.
 * `follow` sends the first request. It throws Failure for a checkpoint that no API has, or that is older than 14 days; after other
 * errors it asks the next API.
 * Throws Failure for a checkpoint that is missing, and for a network that is not known.
 */
export async function openBeacon(
  flags: BeaconFlags,
  {
    chainId,
    location,
    onLog,
  }: { readonly chainId: bigint; readonly location: StoreLocation; readonly onLog: (line: LogLine) => void },
): Promise<BeaconFinality> {
  const network = await findNetwork(flags, chainId)
  const size = network.preset.committeeSize
  const threshold = flags.threshold ?? Math.ceil((size * 2) / 3)
  if (threshold > size || threshold * 3 < size * 2)
    throw new Failure(
      `--${flags.prefix}beacon.threshold must be from two thirds of the committee to all: ${Math.ceil((size * 2) / 3)} to ${size}; got ${threshold}.`,
    )
  const file =
    flags.checkpointFile ??
    besideStore(location, 'beacon-checkpoint.json', `--${flags.prefix}beacon.checkpoint.file`)
  const saved = await readSaved(file)
  // Another root is a new decision of the operator.
  const isSaved = saved && (flags.checkpoint === undefined || flags.checkpoint === saved.checkpoint)
  const checkpoint = isSaved ? saved.root : flags.checkpoint
  if (checkpoint === undefined)
    throw new Failure(
      `No checkpoint is saved in ${file}: name the root of a finalized beacon block that you trust with --${flags.prefix}beacon.checkpoint.`,
    )
  const origin = isSaved ? saved.checkpoint : checkpoint
  const failures = new Map<string, unknown>(flags.api.map((url) => [url, 'It was not asked yet.']))
  const nodes = createBeaconClient({
    api: flags.api,
    checkpoint,
    network,
    threshold,
    headers: flags.headers,
    onNode(url, error) {
      const [before, why] = [failures.get(url), error].map(reasonOf)
      failures.set(url, error)
      if (why === null || why === before) return
      const { origin } = new URL(url)
      onLog({ level: 'warn', code: 'beacon-api', message: `${origin}: ${why}`, fields: { api: origin } })
    },
  })
  let last = isSaved ? saved.root : undefined

  return {
    async follow(signal) {
      const client = await nodes
        .follow(() => false, signal)
        .catch((error: unknown) => {
          const isRefused = nodes.known() === undefined && isFinal([...failures.values()])
          if (!isRefused) throw error
          throw new Failure(
            `The beacon chain cannot be followed from the checkpoint ${checkpoint}: ${reasonOf(error)} Name a newer one with --${flags.prefix}beacon.checkpoint.`,
            { cause: error },
          )
        })
      const root = toHex(beaconRoot(client.finalized.beacon))
      if (root !== last)
        await writeDurably(file, `${JSON.stringify({ checkpoint: origin, root } satisfies Saved)}\n`)
      last = root
      return nameBlocks(client, threshold)
    },
    interval: network.secondsPerSlot * 1_000,
    isFinal: (error) => error instanceof Failure,
    status() {
      const apis = [...failures].map(([url, error]) => ({
        name: new URL(url).origin,
        up: error === undefined,
        why: reasonOf(error),
      }))
      return { checkpoint: origin, committee: size, ...describeSlots(nodes.known(), threshold), apis }
    },
  }
}

const reasonOf = (error: unknown): string | null =>
  error === undefined ? null : error instanceof Error ? error.message : String(error)

/**
 * Whether another checkpoint is needed: no API has this one, or one of them shows that it is too old. A node that is down or lies may come back.
 */
const isFinal = (failures: readonly unknown[]): boolean =>
  failures.some((error) => error instanceof ClientError && error.check === 'age') ||
  failures.every((error) => error instanceof ClientError && error.status === 404)

/** The slots that a light client knows to be signed by enough of the committee. */
function describeSlots(
  client: LightClient | undefined,
  threshold: number,
): Pick<BeaconStatus, 'finalized' | 'attested'> {
  if (!client) return { finalized: null, attested: null }
  const { network, finalized, optimistic, participants } = client
  const describe = (header: LightClientHeader, signers: number): SignedSlot => {
    const { slot } = header.beacon
    const block = executionBlock(header)?.number
    const time = Number(network.genesisTime) + Number(slot) * network.secondsPerSlot
    return {
      slot: Number(slot),
      block: block === undefined ? null : Number(block),
      participants: signers,
      age: Math.max(0, Math.round(Date.now() / 1_000 - time)),
    }
  }
  return {
    finalized: describe(finalized, participants.finalized),
    attested: participants.optimistic < threshold ? null : describe(optimistic, participants.optimistic),
  }
}

/** The attested block counts where as many signed it as make a header finalized. */
const nameBlocks = ({ finalized, optimistic, participants }: LightClient, threshold: number) => ({
  finalized: executionBlock(finalized),
  attested: participants.optimistic >= threshold ? executionBlock(optimistic) : undefined,
})

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
