import { fromHex, show } from '../bytes.ts'
import { refuse } from '../error.ts'
import { forks } from './forks.ts'
import { type Network, type Preset, presets } from './network.ts'

/** The values of the genesis state, which a config file lacks. */
export interface Genesis {
  /** Seconds since 1970. */
  readonly genesisTime: bigint
  /** 32 bytes. */
  readonly genesisValidatorsRoot: Uint8Array
}

/**
 * Reads a network from the values of a config.yaml (consensus-specs, configs/), or of the beacon API's `/eth/v1/config/spec`.
 * @param values By their names in the specification: `ALTAIR_FORK_EPOCH` and the like.
 * @throws ConsensusError `config` for a value that is missing, malformed or zero, and for the epoch of an unknown fork.
 * @example
 * const network = networkFromConfig(readConfig(await readFile('config.yaml', 'utf8')), { genesisTime, genesisValidatorsRoot })
 */
export function networkFromConfig(
  values: Readonly<Record<string, unknown>>,
  { genesisTime, genesisValidatorsRoot }: Genesis,
): Network {
  const reject = (name: string, expected: string): never =>
    refuse('config', `${name} must be ${expected}; got ${show(values[name])}.`)
  /** Reads a whole number; with a unit a multiple of it, above 0. */
  const readNumber = (name: string, unit = 0, standard?: bigint | number): bigint => {
    const { [name]: value = standard } = values
    const text = String(value)
    const number = /^\d{1,20}$/.test(text) ? BigInt(text) : reject(name, 'a whole number')
    if (unit && (!number || number % BigInt(unit))) reject(name, `above 0, a multiple of ${unit}`)
    return number
  }
  const readVersion = (name: string): Uint8Array => {
    const version = fromHex(values[name])
    return version?.length === 4 ? version : reject(name, '0x and 8 digits')
  }

  for (const name of Object.keys(values)) {
    const fork = /^(\w+)_FORK_EPOCH$/.exec(name)?.[1]?.toLowerCase()
    if (fork !== undefined && readNumber(name) < FAR_FUTURE && forks.every((one) => one.name !== fork))
      refuse('config', `${name} is ${String(values[name])}, but this version does not know the fork ${fork}.`)
  }
  const base = (presets as Readonly<Record<string, Preset>>)[String(values['PRESET_BASE'] ?? 'mainnet')]
  if (!base) return reject('PRESET_BASE', 'mainnet or minimal')
  const preset = {
    slotsPerEpoch: readNumber('SLOTS_PER_EPOCH', 1, base.slotsPerEpoch),
    epochsPerPeriod: readNumber('EPOCHS_PER_SYNC_COMMITTEE_PERIOD', 1, base.epochsPerPeriod),
    committeeSize: Number(readNumber('SYNC_COMMITTEE_SIZE', 8, base.committeeSize)),
    slotsPerHistoricalRoot: Number(readNumber('SLOTS_PER_HISTORICAL_ROOT', 1, base.slotsPerHistoricalRoot)),
  }
  const secondsPerSlot =
    values['SECONDS_PER_SLOT'] === undefined
      ? readNumber('SLOT_DURATION_MS', 1000) / 1000n
      : readNumber('SECONDS_PER_SLOT', 1)
  if (genesisValidatorsRoot.length !== 32)
    refuse('config', `The genesis validators root must have 32 bytes; got ${show(genesisValidatorsRoot)}.`)

  const scheduled = forks.flatMap(({ name }) => {
    const prefix = name === 'phase0' ? 'GENESIS' : name.toUpperCase()
    const epoch = name === 'phase0' ? 0n : readNumber(`${prefix}_FORK_EPOCH`, 0, FAR_FUTURE)
    return epoch < FAR_FUTURE ? [{ name, epoch, version: readVersion(`${prefix}_FORK_VERSION`) }] : []
  })
  for (const [at, { name, epoch }] of scheduled.entries())
    if (at > 0 && epoch < scheduled[at - 1]!.epoch)
      refuse('config', `The fork ${name} has the epoch ${epoch}, before that of ${scheduled[at - 1]!.name}.`)
  return {
    name: String(values['CONFIG_NAME'] ?? 'a network of a config'),
    chainId: readNumber('DEPOSIT_CHAIN_ID', 1),
    genesisTime,
    genesisValidatorsRoot,
    preset,
    secondsPerSlot: Number(secondsPerSlot),
    forks: scheduled,
  }
}

/** The epoch of a fork that is not scheduled. */
const FAR_FUTURE = 2n ** 64n - 1n

/** Reads the plain values of a config.yaml as texts: lines of a name and a value. Skips lists and objects. */
export function readConfig(text: string): Record<string, string> {
  const lines = text.matchAll(/^(\w+):[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|([^\s#'"][^\s#]*))/gm)
  return Object.fromEntries(
    Array.from(lines, ([, name, ...values]) => [name, values.find((one) => one !== undefined)!]),
  )
}
