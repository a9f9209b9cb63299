import { fromHex } from '../bytes.ts'
import { forks } from './forks.ts'
import { type Network, presets } from './network.ts'

/** A public network that is built in. */
export type NetworkName = 'mainnet' | 'sepolia' | 'hoodi' | 'holesky'

interface Row {
  readonly chainId: bigint
  readonly genesisTime: bigint
  /** Hexadecimal digits. */
  readonly validatorsRoot: string
  /** The first fork's version; each further one's is higher by the step. */
  readonly version: number
  readonly step: number
  /** One per fork, in their order. */
  readonly epochs: readonly number[]
}

/** The public networks (eth-clients/mainnet, sepolia, hoodi, holesky: metadata/config.yaml and genesis.ssz). */
const rows: Readonly<Record<NetworkName, Row>> = {
  mainnet: {
    chainId: 1n,
    genesisTime: 1606824023n,
    validatorsRoot: '4b363db94e286120d76eb905340fdd4e54bfe9f06bf33ff6cf5ad27f511bfe95',
    version: 0x00000000,
    step: 0x01000000,
    epochs: [0, 74240, 144896, 194048, 269568, 364032, 411392],
  },
  sepolia: {
    chainId: 11155111n,
    genesisTime: 1655733600n,
    validatorsRoot: 'd8ea171f3c94aea21ebc42a1ed61052acf3f9209c00e4efbaaddac09ed9b8078',
    version: 0x90000069,
    step: 1,
    epochs: [0, 50, 100, 56832, 132608, 222464, 272640, 353024],
  },
  hoodi: {
    chainId: 560048n,
    genesisTime: 1742213400n,
    validatorsRoot: '212f13fc4df078b6cb7db228f1c8307566dcecf900867401a92023d7ba99cb5f',
    version: 0x10000910,
    step: 0x10000000,
    epochs: [0, 0, 0, 0, 0, 2048, 50688],
  },
  holesky: {
    chainId: 17000n,
    genesisTime: 1695902400n,
    validatorsRoot: '9143aa7c615a7f7115e2b6aac319c03529df8242ae705fba9df39b79c59fa8b1',
    version: 0x01017000,
    step: 0x01000000,
    epochs: [0, 0, 0, 256, 29696, 115968, 165120],
  },
}

/** The public networks, by name. */
export const networks: Readonly<Record<NetworkName, Network>> = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ Object.entries(rows).map(
    ([name, { chainId, genesisTime, validatorsRoot, version, step, epochs }]) => [
      name,
      {
        name,
        chainId,
        genesisTime,
        genesisValidatorsRoot: fromHex(`0x${validatorsRoot}`)!,
        preset: presets.mainnet,
        secondsPerSlot: 12,
        forks: epochs.map((epoch, at) => ({
          name: forks[at]!.name,
          epoch: BigInt(epoch),
          version: toVersion(version + at * step),
        })),
      },
    ],
  ),
) as unknown as Record<NetworkName, Network>

function toVersion(version: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, version)
  return bytes
}
