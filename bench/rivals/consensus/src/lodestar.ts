import { createBeaconConfig } from '@lodestar/config'
import { LightclientSpec } from '@lodestar/light-client/spec'
import { ssz } from '@lodestar/types'
import type { Network } from '@lectern/consensus'

/**
 * Lodestar's light client at a bootstrap: gives what a fresh one says to an update at a slot, in our words. Its signatures are checked by
 * herumi's WebAssembly where blst has no binary for this Node.
 */
export function startLodestar(
  network: Network,
  bootstrap: Uint8Array,
): (update: Uint8Array, slot: number) => string {
  const epochs = network.forks.map(({ name, epoch, version }) => [
    [`${name === 'phase0' ? 'GENESIS' : name.toUpperCase()}_FORK_VERSION`, version],
    [`${name.toUpperCase()}_FORK_EPOCH`, Number(epoch)],
  ])
  const config = createBeaconConfig(Object.fromEntries(epochs.flat()), network.genesisValidatorsRoot)
  const options = { allowForcedUpdates: false, updateHeadersOnForcedUpdate: false }
  const begin = ssz.electra.LightClientBootstrap.deserialize(bootstrap)
  return (bytes, slot) => {
    const client = new LightclientSpec(config, options, begin)
    try {
      client.onUpdate(slot, ssz.electra.LightClientUpdate.deserialize(bytes))
    } catch {
      return 'refused'
    }
    const { finalizedHeader, optimisticHeader } = client.store as Headers
    return `finalized ${finalizedHeader.beacon.slot}, optimistic ${optimisticHeader.beacon.slot}`
  }
}

/** What of its store is compared. */
type Headers = Readonly<
  Record<'finalizedHeader' | 'optimisticHeader', { readonly beacon: { readonly slot: number } }>
>
