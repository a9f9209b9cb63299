import { describe, expect, test } from 'vitest'
import { faultsOf } from '../../test/faults.ts'
import { filled, seal, withdrawals } from '../../test/sample.ts'
import {
  blockToJson,
  ChainError,
  decodeHeader,
  encodeHeader,
  hashHeader,
  type Header,
  headerFromJson,
  toHex,
  withdrawalFromJson,
} from '../index.ts'
import { blockSize, headerFields } from '../internal.ts'

const raw = seal({}, { blockAccessListHash: filled(0xac), slotNumber: 5n })
const header = decodeHeader(raw.header)
const names = Object.keys(headerFields) as (keyof typeof headerFields)[]

/** The sample's header as a fork with that many fields would have it. */
const until = (last: keyof typeof headerFields): Header =>
  Object.fromEntries(
    names.slice(0, names.indexOf(last) + 1).map((name) => [name, header[name]]),
  ) as unknown as Header

const render = (one: Header): ReturnType<typeof blockToJson> =>
  blockToJson(
    {
      header: one,
      hash: hashHeader(encodeHeader(one)),
      size: blockSize(raw),
      uncles: raw.uncles.map(hashHeader),
      withdrawals: one.withdrawalsRoot && withdrawals,
    },
    [toHex(filled(1))],
  )

test('S10 a block has the fields of the mission, and its size', () => {
  expect({ ...render(until('nonce')), logsBloom: '0x…' }).toMatchInlineSnapshot(`
    {
      "difficulty": "0x20000",
      "extraData": "0x",
      "gasLimit": "0x1c9c380",
      "gasUsed": "0x23e38",
      "hash": "0x51e4e2ead26af2e7b098ac6a30146e6390bc93f3296e75c4b55b0d2ec5b49656",
      "logsBloom": "0x…",
      "miner": "0x0303030303030303030303030303030303030303",
      "mixHash": "0x0707070707070707070707070707070707070707070707070707070707070707",
      "nonce": "0x0808080808080808",
      "number": "0x64",
      "parentHash": "0x0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f",
      "receiptsRoot": "0xc8673f7b9c767b7657eb3fa2dfc7bd92f3b7da4d90f497c639bfe9410a096263",
      "sha3Uncles": "0x4f19150d7a8be0f4d3b669a2cb36e3db4c7b30c187705e47f211876b831bd647",
      "size": "0x8f4",
      "stateRoot": "0x0404040404040404040404040404040404040404040404040404040404040404",
      "timestamp": "0x3f4",
      "transactions": [
        "0x0101010101010101010101010101010101010101010101010101010101010101",
      ],
      "transactionsRoot": "0x617d3c7977cbbea1504aecbddfba221565c00108c03936e06b8e07973e6f6778",
      "uncles": [
        "0x21c7b6df7d9a3ed1c828ca97ed7aff36c7dd2dd95e02b2579580a5c55c5290bb",
      ],
    }
  `)
})

describe('S10 a block has the keys of its fork, in the order of geth', () => {
  const frontier =
    'difficulty extraData gasLimit gasUsed hash logsBloom miner mixHash nonce number parentHash receiptsRoot sha3Uncles size stateRoot timestamp transactions transactionsRoot uncles'
  test.each<[string, keyof typeof headerFields, string]>([
    ['Frontier', 'nonce', ''],
    ['London', 'baseFeePerGas', 'baseFeePerGas'],
    ['Shanghai', 'withdrawalsRoot', 'baseFeePerGas withdrawals withdrawalsRoot'],
    [
      'Cancun',
      'parentBeaconBlockRoot',
      'baseFeePerGas withdrawals withdrawalsRoot blobGasUsed excessBlobGas parentBeaconBlockRoot',
    ],
    [
      'Prague',
      'requestsHash',
      'baseFeePerGas withdrawals withdrawalsRoot blobGasUsed excessBlobGas parentBeaconBlockRoot requestsHash',
    ],
    [
      'Amsterdam',
      'slotNumber',
      'baseFeePerGas withdrawals withdrawalsRoot blobGasUsed excessBlobGas parentBeaconBlockRoot requestsHash blockAccessListHash slotNumber',
    ],
  ])('%s', (_, last, added) => {
    const json = render(until(last))
    expect(Object.keys(json)).toEqual(`${frontier} ${added}`.trim().split(' ').toSorted())
    expect(faultsOf('Block', json)).toEqual([])
    expect(headerFromJson(JSON.parse(JSON.stringify(json)))).toEqual(until(last))
  })
})

test('S10 a withdrawal has index, validator, address and gwei', () => {
  const [json] = render(header).withdrawals!
  expect(JSON.stringify(json)).toBe(
    `{"index":"0x0","validatorIndex":"0x7","address":"${toHex(filled(0x99, 20))}","amount":"0x773594000"}`,
  )
  expect(withdrawalFromJson(json)).toEqual(withdrawals[0])
})

test('the header of another node is read, with null for what later forks have and members that we do not know', () => {
  const london = until('baseFeePerGas')
  const json = {
    ...render(london),
    withdrawalsRoot: null,
    requestsHash: null,
    totalDifficulty: '0x1',
    l1BlockNumber: '0x5',
  }
  expect(headerFromJson(json)).toEqual(london)
})

describe('the header of another node is refused', () => {
  const json = render(header)
  test.each<[unknown, string]>([
    [null, 'header: null must be an object.'],
    [{ ...json, number: null }, 'header: number must be a quantity of at most 8 bytes, not undefined.'],
    [{ ...json, nonce: '0x0' }, 'header: nonce must be 0x and 8 bytes, not "0x0".'],
    [{ ...json, miner: null }, 'header: miner must be 0x and 20 bytes, not undefined.'],
    [{ ...json, stateRoot: '0x12' }, 'header: stateRoot must be 0x and 32 bytes, not "0x12".'],
    [{ ...json, baseFeePerGas: 7 }, 'header: baseFeePerGas must be a quantity of at most 32 bytes, not 7.'],
    [
      { ...json, excessBlobGas: `0x1${'0'.repeat(16)}` },
      'header: excessBlobGas must be a quantity of at most 8 bytes, not "0x1',
    ],
  ])('%#', (value, message) => {
    expect(() => headerFromJson(value)).toThrow(message)
    expect(() => headerFromJson(value)).toThrow(ChainError)
  })
})
