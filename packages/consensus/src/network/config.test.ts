import { forkAt, networkFromConfig, networks, readConfig, slotAt } from '@lectern/consensus'
import { expect, test } from 'vitest'

const { mainnet } = networks
const { genesisTime, genesisValidatorsRoot } = mainnet
const text = `
# a comment
PRESET_BASE: 'mainnet'
CONFIG_NAME: "mainnet"
GENESIS_FORK_VERSION: 0x00000000
ALTAIR_FORK_VERSION: 0x01000000
ALTAIR_FORK_EPOCH: 74240  # Oct 27, 2021
BELLATRIX_FORK_VERSION: 0x02000000
BELLATRIX_FORK_EPOCH: 144896
CAPELLA_FORK_VERSION: 0x03000000
CAPELLA_FORK_EPOCH: 194048
DENEB_FORK_VERSION: 0x04000000
DENEB_FORK_EPOCH: 269568
ELECTRA_FORK_VERSION: 0x05000000
ELECTRA_FORK_EPOCH: 364032
FULU_FORK_VERSION: 0x06000000
FULU_FORK_EPOCH: 411392
GLOAS_FORK_VERSION: 0x07000000
GLOAS_FORK_EPOCH: 18446744073709551615
HEZE_FORK_EPOCH: 18446744073709551615
SLOT_DURATION_MS: 12000
DEPOSIT_CHAIN_ID: 1
BLOB_SCHEDULE:
  - EPOCH: 412672
    MAX_BLOBS_PER_BLOCK: 15
`
const read = (change: Record<string, unknown> = {}) =>
  networkFromConfig({ ...readConfig(text), ...change }, { genesisTime, genesisValidatorsRoot })

test('mainnet’s config gives mainnet', () => {
  expect(read()).toEqual(mainnet)
})

test('values of the beacon API’s config give their sizes', () => {
  const values = {
    SLOTS_PER_EPOCH: '6',
    EPOCHS_PER_SYNC_COMMITTEE_PERIOD: '8',
    SYNC_COMMITTEE_SIZE: '32',
    SLOTS_PER_HISTORICAL_ROOT: '64',
    SECONDS_PER_SLOT: '5',
  }
  expect(read(values)).toMatchObject({
    preset: { slotsPerEpoch: 6n, epochsPerPeriod: 8n, committeeSize: 32, slotsPerHistoricalRoot: 64 },
    secondsPerSlot: 5,
  })
})

test.each([
  [{ PRESET_BASE: 'large' }, 'PRESET_BASE must be mainnet or minimal; got "large".'],
  [{ ALTAIR_FORK_EPOCH: 'soon' }, 'ALTAIR_FORK_EPOCH must be a whole number; got "soon".'],
  [{ ALTAIR_FORK_VERSION: '0x01' }, 'ALTAIR_FORK_VERSION must be 0x and 8 digits; got "0x01".'],
  [{ ALTAIR_FORK_VERSION: undefined }, 'ALTAIR_FORK_VERSION must be 0x and 8 digits; got undefined.'],
  [{ DEPOSIT_CHAIN_ID: undefined }, 'DEPOSIT_CHAIN_ID must be a whole number; got undefined.'],
  [{ SLOTS_PER_EPOCH: '0' }, 'SLOTS_PER_EPOCH must be above 0, a multiple of 1; got "0".'],
  [
    { EPOCHS_PER_SYNC_COMMITTEE_PERIOD: 0 },
    'EPOCHS_PER_SYNC_COMMITTEE_PERIOD must be above 0, a multiple of 1; got 0.',
  ],
  [{ SYNC_COMMITTEE_SIZE: '0' }, 'SYNC_COMMITTEE_SIZE must be above 0, a multiple of 8; got "0".'],
  [{ SYNC_COMMITTEE_SIZE: '12' }, 'SYNC_COMMITTEE_SIZE must be above 0, a multiple of 8; got "12".'],
  [
    { SLOTS_PER_HISTORICAL_ROOT: '0' },
    'SLOTS_PER_HISTORICAL_ROOT must be above 0, a multiple of 1; got "0".',
  ],
  [{ SECONDS_PER_SLOT: '0' }, 'SECONDS_PER_SLOT must be above 0, a multiple of 1; got "0".'],
  [{ SECONDS_PER_SLOT: '2.5' }, 'SECONDS_PER_SLOT must be a whole number; got "2.5".'],
  [{ SLOT_DURATION_MS: '2500' }, 'SLOT_DURATION_MS must be above 0, a multiple of 1000; got "2500".'],
  [{ SLOT_DURATION_MS: '0' }, 'SLOT_DURATION_MS must be above 0, a multiple of 1000; got "0".'],
  [{ DEPOSIT_CHAIN_ID: '0' }, 'DEPOSIT_CHAIN_ID must be above 0, a multiple of 1; got "0".'],
  [{ HEZE_FORK_EPOCH: '500000' }, 'HEZE_FORK_EPOCH is 500000, but this version does not know the fork heze.'],
  [{ CAPELLA_FORK_EPOCH: '1' }, 'The fork capella has the epoch 1, before that of bellatrix.'],
])('%j is refused', (change, message) => {
  expect(() => read(change)).toThrow(expect.objectContaining({ check: 'config', message }))
})

test('a genesis validators root has 32 bytes', () => {
  expect(() =>
    networkFromConfig(readConfig(text), { genesisTime, genesisValidatorsRoot: new Uint8Array(31) }),
  ).toThrow('The genesis validators root must have 32 bytes')
})

test('slots and forks follow from the time', () => {
  expect(slotAt(mainnet, 0)).toBe(0n)
  expect(slotAt(mainnet, genesisTime + 11n)).toBe(0n)
  expect(slotAt(mainnet, Number(genesisTime) + 12.5)).toBe(1n)
  expect(forkAt(mainnet, 411_392n * 32n - 1n).name).toBe('electra')
  expect(forkAt(mainnet, 411_392n * 32n).name).toBe('fulu')
})
