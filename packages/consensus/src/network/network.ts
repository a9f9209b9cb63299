import { type Fork, findFork, type ForkName } from './forks.ts'

/** The values of a network that a light client needs. */
export interface Network {
  readonly name: string
  /** Of its execution chain. */
  readonly chainId: bigint
  /** Seconds since 1970. */
  readonly genesisTime: bigint
  /** 32 bytes. */
  readonly genesisValidatorsRoot: Uint8Array
  readonly preset: Preset
  readonly secondsPerSlot: number
  /** The scheduled forks, in the order of their epochs. */
  readonly forks: readonly ScheduledFork[]
}

/** The sizes that differ between the mainnet and the minimal preset. */
export interface Preset {
  readonly slotsPerEpoch: bigint
  readonly epochsPerPeriod: bigint
  readonly committeeSize: number
  /** The number of block roots in a historical root or summary: a power of two. */
  readonly slotsPerHistoricalRoot: number
}

/** A fork of a network. */
export interface ScheduledFork {
  readonly name: ForkName
  readonly epoch: bigint
  /** 4 bytes. */
  readonly version: Uint8Array
}

/** The presets of the specification, by name (consensus-specs, presets/). */
export const presets: Readonly<Record<'mainnet' | 'minimal', Preset>> = {
  mainnet: { slotsPerEpoch: 32n, epochsPerPeriod: 256n, committeeSize: 512, slotsPerHistoricalRoot: 8192 },
  minimal: { slotsPerEpoch: 8n, epochsPerPeriod: 8n, committeeSize: 32, slotsPerHistoricalRoot: 64 },
}

/** Returns the slot at a time. @param seconds Since 1970. */
export function slotAt({ genesisTime, secondsPerSlot }: Network, seconds: bigint | number): bigint {
  const passed = BigInt(Math.floor(Number(seconds))) - genesisTime
  return passed < 0n ? 0n : passed / BigInt(secondsPerSlot)
}

/** Returns the sync committee period of a slot. */
export function periodAt({ preset }: Network, slot: bigint): bigint {
  return slot / preset.slotsPerEpoch / preset.epochsPerPeriod
}

/** Returns the fork in force at a slot, with its epoch and version. */
export function forkAt({ forks, preset }: Network, slot: bigint): Fork & ScheduledFork {
  const scheduled = forks.filter(({ epoch }) => epoch <= slot / preset.slotsPerEpoch).at(-1)!
  return { ...findFork(scheduled.name)!, ...scheduled }
}

/** Returns the first slot of a fork; undefined if it is not scheduled. */
export function firstSlot({ forks, preset }: Network, name: ForkName): bigint | undefined {
  const fork = forks.find((one) => one.name === name)
  return fork && fork.epoch * preset.slotsPerEpoch
}
