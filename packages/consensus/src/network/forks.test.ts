import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isBranch } from '../ssz/merkle.ts'
import { findFork } from './forks.ts'

/** Proofs that the executable consensus-specs computes (v1.7.0-alpha.13, mainnet preset): of a state, a body and a beacon block of Gloas. */
const proofs = JSON.parse(
  readFileSync(new URL('../../test/gloas-proofs.json', import.meta.url), 'utf8'),
) as readonly (Record<'name' | 'leaf' | 'root', string> & {
  readonly gindex: number
  readonly branch: readonly string[]
})[]

const gloas = findFork('gloas')!
const fromHex = (hex: string) => Uint8Array.fromHex(hex.slice(2))

test.each(proofs)(
  'Gloas: $name is where the specification has it',
  ({ name, leaf, branch, gindex, root }) => {
    if (name in gloas) expect(gindex).toBe(gloas[name as 'summaries'])
    const siblings = branch.map(fromHex)
    expect(isBranch(fromHex(leaf), siblings, gindex, fromHex(root))).toBe(true)
    expect(isBranch(fromHex(leaf), siblings, gindex ^ 1, fromHex(root))).toBe(false)
  },
)

test('each generalized index of the row of Gloas has a proof', () => {
  const indices = Object.entries(gloas).filter(([, value]) => typeof value === 'number')
  expect(proofs.map(({ name }) => name)).toEqual(expect.arrayContaining(indices.map(([name]) => name)))
})
