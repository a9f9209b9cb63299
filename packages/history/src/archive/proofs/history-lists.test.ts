import { fromHex } from '@lectern/chain'
import { forkAt, isBranch } from '@lectern/consensus'
import { inventExecutions, simulateBeacon, simulatedNetwork } from '@lectern/consensus/testing'
import { expect, test } from 'vitest'
import { type HistoryList, listAccumulators, listHistoricalRoots, listSummaries } from './history-proofs.ts'
import { readMainnetEras } from './mainnet-eras.ts'
import { readMainnetRoots } from './mainnet-roots.ts'

/** That each root, and no other, has a branch that leads to the end from its generalized index. */
function expectBranches(list: HistoryList, end: Uint8Array, indexOf: (index: number) => number): void {
  for (const index of new Set([0, 1, 17, list.roots.length - 2, list.roots.length - 1])) {
    const branch = list.branch(index)
    expect(isBranch(list.roots[index]!, branch, indexOf(index), end)).toBe(true)
    expect(isBranch(list.roots[index ^ 1] ?? end, branch, indexOf(index), end)).toBe(false)
    expect(isBranch(list.roots[index]!, branch, indexOf(index) + 1, end)).toBe(false)
  }
}

test('each accumulator of mainnet is proven by the root of EIP-7643', () => {
  const end = fromHex('0xec8e040fd6c557b41ca8ddd38f7e9d58a9281918dc92bdb72342a38fb085e701')
  expectBranches(listAccumulators(readMainnetEras()), end, (index) => 8_192 + index)
})

test('each historical root of mainnet is proven by the root of their list', () => {
  const end = fromHex('0x4df6b89755125d4f6c5575039a04e22301a5a49ee893c1d27e559e3eeab73da7')
  expectBranches(listHistoricalRoots(readMainnetRoots()), end, (index) => 2 ** 25 + index)
})

test('each summary is proven by the state that has it', () => {
  const network = simulatedNetwork({ capella: 0, electra: 12 })
  const chain = simulateBeacon(network, inventExecutions(330))
  const { summaries, branch } = chain.summaries(329n)
  expect(summaries).toHaveLength(5)
  const gindex = forkAt(network, 329n).summaries!
  const list = listSummaries(summaries, branch)
  const state = chain.header(329n).stateRoot
  for (const index of [0, 3, 4])
    expect(isBranch(list.roots[index]!, list.branch(index), 2 * (gindex * 2 ** 25 + index), state)).toBe(true)
})
