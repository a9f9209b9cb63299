import { Common, type GenesisState as Allocation, Mainnet } from '@ethereumjs/common'
import { Caches, MerkleStateManager } from '@ethereumjs/statemanager'
import { toHex } from '@lectern/chain'
import { toQuantity } from '@lectern/chain/internal'
import { loadCrypto } from './crypto.ts'
import { readBytes, readInteger, readMembers, readObject, wrong } from './genesis-values.ts'

/** The state before block 1, in memory. */
export interface GenesisState {
  readonly root: Uint8Array
  open(): MerkleStateManager
}

/** Creates the state of an `alloc`. Throws HistoryError `genesis` for a malformed member. */
export async function createState(alloc: Record<string, unknown>): Promise<GenesisState> {
  // Only the cryptography of this object is used: the chain's forks are the executor's matter.
  const common = new Common({ chain: Mainnet, customCrypto: await loadCrypto() })
  const manager = new MerkleStateManager({ common, caches: new Caches() }) // 1.4 times as fast as without
  await manager.generateCanonicalGenesis(readAllocation(alloc))
  return {
    root: await manager.getStateRoot(),
    open: () => manager.shallowCopy(false) as MerkleStateManager,
  }
}

const readAllocation = (alloc: Record<string, unknown>): Allocation => {
  const allocation: Allocation = {}
  for (const [address, value] of Object.entries(alloc)) {
    if (!/^(?:0x)?[\da-f]{40}$/i.test(address)) throw wrong('an address of alloc', '20 bytes in hex', address)
    const name = `alloc.${address}`
    const account = readMembers(name, value)
    const balance = toQuantity(readInteger(`${name}.balance`, account['balance'], 0n))
    const nonce = toQuantity(readInteger(`${name}.nonce`, account['nonce'], 0n))
    const code = toHex(readBytes(`${name}.code`, account['code']))
    const slots = Object.entries(readObject(`${name}.storage`, account['storage'] ?? {}))
      .map(
        ([key, slot]) =>
          [readBytes(`${name}.storage`, key, 32), readBytes(`${name}.storage.${key}`, slot, 32)] as const,
      )
      .filter(([, slot]) => slot.some((byte) => byte !== 0)) // a zero slot is no slot, but ethereumjs would write it
      .map(([key, slot]): [`0x${string}`, `0x${string}`] => [toHex(key), toHex(slot)])
    allocation[`0x${address.replace(/^0x/i, '').toLowerCase()}`] = [balance, code, slots, nonce]
  }
  return allocation
}
