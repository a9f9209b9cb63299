import {
  bootstrapFromJson,
  decodeUpdate,
  forkAt,
  lightClientTypes,
  networks,
  updateFromJson,
} from '@lectern/consensus'
import { inventExecutions, simulateBeacon, simulatedNetwork } from '@lectern/consensus/testing'
import { expect, test } from 'vitest'

const { network, ...chain } = simulateBeacon(simulatedNetwork({ deneb: 0, electra: 3 }), inventExecutions(64))
const typesAt = (slot: bigint) => lightClientTypes(forkAt(network, slot), network.preset)
const update = chain.update({ attested: 40n })
const data = typesAt(40n).update.toJson(update) as Record<string, unknown>

test('objects are the same after their JSON and after their SSZ', () => {
  const bootstrap = chain.bootstrap(16n)
  const types = typesAt(40n)
  expect(
    bootstrapFromJson(network, { version: 'deneb', data: typesAt(16n).bootstrap.toJson(bootstrap) }),
  ).toEqual(bootstrap)
  expect(updateFromJson(network, 'update', JSON.parse(JSON.stringify({ version: 'electra', data })))).toEqual(
    update,
  )
  expect(decodeUpdate(network, 'update', 'electra', types.update.encode(update))).toEqual(update)
  for (const kind of ['finalityUpdate', 'optimisticUpdate'] as const) {
    const part = updateFromJson(network, kind, { version: 'electra', data })
    expect(update).toMatchObject(part)
    expect(part.nextSyncCommittee).toBeUndefined()
    expect(decodeUpdate(network, kind, 'electra', types[kind].encode(update))).toEqual(part)
  }
})

const read = (json: unknown) => () => updateFromJson(network, 'finalityUpdate', json)
const decode = (changed: Uint8Array) => () => decodeUpdate(network, 'update', 'electra', changed)

const put = (path: string, value: unknown) => {
  const copy = structuredClone(data)
  const names = path.split('/')
  const last = names.pop()!
  const parent = names.reduce<Record<string, unknown>>(
    (at, name) => at[name] as Record<string, unknown>,
    copy,
  )
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return copy
}

test.each<[path: string, value: unknown, message: string]>([
  ['attested_header', undefined, 'data has no member attested_header.'],
  ['attested_header', [], 'data/attested_header must be an object; got [].'],
  ['signature_slot', 41, 'data/signature_slot must be a decimal string of at most 64 bits; got 41.'],
  ['signature_slot', '041', 'data/signature_slot must be a decimal string of at most 64 bits; got "041".'],
  ['signature_slot', '18446744073709551616', 'at most 64 bits; got "18446744073709551616".'],
  ['finality_branch', 'x', 'data/finality_branch must be an array; got "x".'],
  ['finality_branch', [], 'data/finality_branch must have 7 items; got 0.'],
  ['finality_branch/0', '0x12', 'data/finality_branch/0 must be 0x and 64 hexadecimal digits; got "0x12".'],
  [
    'sync_aggregate/sync_committee_bits',
    '0xfffffff',
    'must be 0x and 8 hexadecimal digits; got "0xfffffff".',
  ],
  [
    'attested_header/execution/extra_data',
    `0x${'00'.repeat(33)}`,
    'extra_data must be 0x and at most 64 hexadecimal digits',
  ],
  [
    'attested_header/execution/base_fee_per_gas',
    '-1',
    'must be a decimal string of at most 256 bits; got "-1".',
  ],
])('%s: %j is refused with a sentence', (path, value, message) => {
  expect(() => updateFromJson(network, 'update', { version: 'electra', data: put(path, value) })).toThrow(
    expect.objectContaining({ check: 'json', message: expect.stringContaining(message) as string }),
  )
})

test('further members are passed over', () => {
  const more = { ...put('more', 1), version: '1' }
  expect(updateFromJson(network, 'update', { version: 'electra', meta: {}, data: more })).toEqual(update)
})

test('an object of another fork than its slot’s is refused, and so is one of a fork that nobody knows', () => {
  expect(read({ version: 'osaka', data })).toThrow('knows no light client objects of the fork "osaka"')
  expect(read({ version: 'phase0', data })).toThrow('knows no light client objects of the fork "phase0"')
  expect(read({ version: 'fulu', data })).toThrow(
    'Slot 40 of the simulated network is of the fork electra, but the object is of fulu.',
  )
  expect(read({ data })).toThrow('The object must have the members version and data')
  expect(read(null)).toThrow('The object must have the members version and data; got null.')
})

test('SSZ with bytes more or less, or with other offsets, is refused', () => {
  const bytes = typesAt(40n).update.encode(update)
  const first = bytes.slice()
  first[0]! += 1
  for (const changed of [
    bytes.subarray(1),
    bytes.subarray(0, -8),
    bytes.subarray(0, 100),
    first,
    new Uint8Array(),
  ])
    expect(decode(changed)).toThrow(expect.objectContaining({ name: 'ConsensusError' }))
  expect(decode(first)).toThrow(/^The first offset must be \d+; got \d+\.$/)
})

test('the networks that are built in have the forks in their order', () => {
  expect(Object.values(networks).map(({ name, forks }) => [name, forks.at(-1)!.name, forks.length])).toEqual([
    ['mainnet', 'fulu', 7],
    ['sepolia', 'gloas', 8],
    ['hoodi', 'fulu', 7],
    ['holesky', 'fulu', 7],
  ])
})
