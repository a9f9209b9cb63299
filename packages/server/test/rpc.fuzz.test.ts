import { expect, test } from 'vitest'
import { fuzzRpc } from './fuzz.ts'
import { methods } from './recorded.ts'
import { createRpc } from '../src/rpc/rpc.ts'

const runs = Number(process.env['LECTERN_FUZZ'] ?? (process.env['CI'] ? 200_000 : 50_000))

test(`R2 ${runs} mutated requests each have a well-formed answer, its id exact or null`, async () => {
  const rpc = createRpc({ methods, limits: { batchItems: 3, depth: 6, idLength: 20, methodLength: 30 } })
  const { faults, outcomes } = await fuzzRpc(rpc, { runs, seed: 2_026 })
  expect(faults).toEqual([])
  expect([...outcomes.keys()].toSorted()).toEqual(
    ['-32600', '-32601', '-32602', '-32700', '-32005', 'result'].toSorted(),
  )
  for (const count of outcomes.values()) expect(count).toBeGreaterThan(runs / 1_000)
}, 600_000)
