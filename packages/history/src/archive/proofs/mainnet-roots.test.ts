import { readFileSync } from 'node:fs'
import { toHex } from '@lectern/chain'
import { historicalRoots } from '@lectern/consensus'
import { corpus } from '@lectern/fixtures'
import { expect, test } from 'vitest'
import { readMainnetRoots } from './mainnet-roots.ts'

// The hash_tree_root of `historical_roots` in each state of mainnet's beacon chain since Capella.
const published = '0x4df6b89755125d4f6c5575039a04e22301a5a49ee893c1d27e559e3eeab73da7'

test('the historical roots that are built in are those of mainnet’s state, each byte of them', () => {
  const roots = readMainnetRoots()
  expect(roots).toHaveLength(758)
  expect(toHex(historicalRoots.root(roots))).toBe(published)
  const changed = roots.with(
    400,
    Uint8Array.from(roots[400]!, (octet, at) => (at === 31 ? octet ^ 1 : octet)),
  )
  expect(toHex(historicalRoots.root(changed))).not.toBe(published)
})

test.skipIf(corpus('consensus/history') === undefined)('they are those of the corpus', () => {
  const bytes = readFileSync(corpus('consensus/history/historical_roots.ssz')!)
  expect(Buffer.concat(readMainnetRoots()).equals(bytes)).toBe(true)
})
