import { writeSync } from 'node:fs'
import type { StoreLocation } from '../src/index.ts'
import { applyChange, makeHistory, toChange } from './store-model.ts'
import { withFrames } from './compacting-store.ts'
import { openAt } from './open-at.ts'

// Commits to a store until it is killed: see killed-commits.ts.
const [place, seed, from, hot] = process.argv.slice(2) as [string, string, string, string?]
const { commits, models } = makeHistory(Number(seed))
await using store = await openAt(JSON.parse(place) as StoreLocation)
for (let index = Number(from); index < commits.length; index++) {
  const model = models[index]!
  const change = toChange(model, commits[index]!)
  const next = applyChange(model, change)
  const refused = typeof next === 'string' ? next : undefined
  let code: unknown
  try {
    await store.commit(hot !== undefined && index % 2 === 0 ? withFrames(change, Number(hot)) : change)
  } catch (error) {
    code = (error as { code: unknown }).code
  }
  if (code !== refused) throw new Error(`Commit ${index} gave ${code}, not ${refused}.`)
  writeSync(1, `${index + 1}\n`)
  if (hot !== undefined) while ((await store.compact({ hot: Number(hot), blocks: 2 })) !== null);
  await new Promise(setImmediate)
}
