import { describe, expect, test } from 'vitest'
import { ChainError, parseChainConfig } from '../index.ts'

test('a config is what geth writes into genesis.json', () => {
  expect(
    parseChainConfig({
      chainId: 3503995874084926,
      homesteadBlock: 0,
      shanghaiTime: 390,
      cancunTime: 420,
      pragueTime: 450,
      osakaTime: 480,
      bpo1Time: 510,
      bpo2Time: 540,
      blobSchedule: {
        cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3338477 },
        prague: { target: 6, max: 9, baseFeeUpdateFraction: 5007716 },
        bpo1: { target: 9, max: 12, baseFeeUpdateFraction: 5007716 },
        bpo2: { target: 14, max: 21, baseFeeUpdateFraction: 8832827 },
      },
    }),
  ).toEqual({
    chainId: 3503995874084926n,
    blobSchedule: [
      { timestamp: 420n, updateFraction: 3338477n },
      { timestamp: 450n, updateFraction: 5007716n },
      { timestamp: 480n, updateFraction: 5007716n },
      { timestamp: 510n, updateFraction: 5007716n },
      { timestamp: 540n, updateFraction: 8832827n },
    ],
  })
})

test('Cancun and Prague have the fractions of their EIPs where the config has none, later forks go on with the one before', () => {
  expect(
    parseChainConfig({ chainId: '0x1', cancunTime: '0x0', pragueTime: '100', osakaTime: 200 }).blobSchedule,
  ).toEqual([
    { timestamp: 0n, updateFraction: 3338477n },
    { timestamp: 100n, updateFraction: 5007716n },
    { timestamp: 200n, updateFraction: 5007716n },
  ])
  expect(
    parseChainConfig({
      chainId: 1,
      cancunTime: 0,
      osakaTime: 0,
      blobSchedule: { cancun: { baseFeeUpdateFraction: 5 } },
    }).blobSchedule,
  ).toEqual([
    { timestamp: 0n, updateFraction: 5n },
    { timestamp: 0n, updateFraction: 5n },
  ])
})

test('a fork goes on with the price of the one before it in time, and one that nobody knows has the price that the schedule names', () => {
  const config = { chainId: 1, cancunTime: 0, bpo1Time: 10, amsterdamTime: 20, bpo3Time: 30, laterTime: 40 }
  const blobSchedule = {
    bpo1: { baseFeeUpdateFraction: 11 },
    bpo3: { baseFeeUpdateFraction: 33 },
    later: { baseFeeUpdateFraction: 44 },
    never: { baseFeeUpdateFraction: 55 },
  }
  const prices = parseChainConfig({ ...config, blobSchedule }).blobSchedule
  expect(prices.map(({ updateFraction }) => updateFraction)).toEqual([3338477n, 11n, 11n, 33n, 44n])
})

test('a schedule may be a list of prices, without the names of forks', () => {
  expect(
    parseChainConfig({
      chainId: '1',
      cancunTime: 7, // the list says it all
      blobSchedule: [
        { timestamp: 100, baseFeeUpdateFraction: 5007716 },
        { timestamp: '0', baseFeeUpdateFraction: 3338477 },
      ],
    }).blobSchedule,
  ).toEqual([
    { timestamp: 0n, updateFraction: 3338477n },
    { timestamp: 100n, updateFraction: 5007716n },
  ])
})

test('a chain before Cancun prices no blobs', () => {
  expect(parseChainConfig({ chainId: 1, londonBlock: 5, cancunTime: null })).toEqual({
    chainId: 1n,
    blobSchedule: [],
  })
})

describe('a config is refused', () => {
  test.each<[unknown, string]>([
    [undefined, 'config: undefined must be an object.'],
    [null, 'config: null must be an object.'],
    [[], 'config: [] must be an object.'],
    [{}, 'config: chainId must be an integer below 2^53 or a string of digits, not undefined.'],
    [{ chainId: -1 }, 'config: chainId must be an integer below 2^53 or a string of digits, not -1.'],
    [
      { chainId: 2 ** 60 },
      'config: chainId must be an integer below 2^53 or a string of digits, not 1152921504606847000.',
    ],
    [{ chainId: 'one' }, 'config: chainId must be an integer below 2^53 or a string of digits, not "one".'],
    [
      { chainId: 1, cancunTime: 'soon' },
      'config: cancunTime must be an integer below 2^53 or a string of digits, not "soon".',
    ],
    [{ chainId: 1, blobSchedule: 'none' }, 'config: blobSchedule must be an object or a list, not "none".'],
    [
      { chainId: 1, blobSchedule: [null] },
      'config: blobSchedule[0].timestamp must be an integer below 2^53 or a string of digits, not undefined.',
    ],
    [
      { chainId: 1, blobSchedule: [{ timestamp: 0, baseFeeUpdateFraction: 0 }] },
      'config: blobSchedule[0].baseFeeUpdateFraction must not be 0.',
    ],
    [
      { chainId: 1, cancunTime: 0, blobSchedule: { cancun: {} } },
      'config: blobSchedule.cancun.baseFeeUpdateFraction must be an integer below 2^53 or a string of digits, not undefined.',
    ],
    [
      { chainId: 1, cancunTime: 0, blobSchedule: { cancun: { baseFeeUpdateFraction: 0 } } },
      'config: blobSchedule.cancun.baseFeeUpdateFraction must not be 0.',
    ],
    [{ chainId: 1, osakaTime: 0 }, 'config: blobSchedule has no osaka, and no fork before it prices blobs.'],
  ])('%j', (config, message) => {
    expect(() => parseChainConfig(config)).toThrow(new ChainError('config', message))
  })
})
