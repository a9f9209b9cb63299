import { fromHex } from '@lectern/chain'
import { cacheStates, createView, openTables } from '@lectern/history/testing'

/** The hashes that are looked up in a store. */
export interface Asked {
  readonly datadir: string
  readonly known: readonly string[]
  readonly unknown: readonly string[]
}

/** Microseconds of CPU per look-up. */
export interface Found {
  readonly known: number
  readonly unknown: number
}

/** Measures how long each store takes to find a transaction, or that there is none: the least of some rounds, the stores in turn. */
export async function measureLookups(stores: readonly Asked[]): Promise<Found[]> {
  const tables = stores.map(({ datadir }) => openTables(datadir, { readOnly: true }))
  const runs = stores.map(({ known, unknown }, index) => {
    const { transaction } = createView(tables[index]!, { state: cacheStates(tables[index]!) })
    const ask = (hashes: readonly Uint8Array[], isThere: boolean) => () => {
      for (const hash of hashes)
        if ((transaction(hash) !== undefined) !== isThere) throw new Error('The store gave a wrong answer.')
    }
    const keys = known.map((hash) => fromHex(hash))
    return { known: ask(keys, true), unknown: ask(unknown.map(fromHex), false) }
  })
  const least = runs.map(() => ({ known: Infinity, unknown: Infinity }))
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, run] of runs.entries())
      for (const kind of ['known', 'unknown'] as const) {
        const before = process.threadCpuUsage()
        run[kind]()
        const { user, system } = process.threadCpuUsage(before)
        const each = (user + system) / stores[index]!.known.length
        least[index]![kind] = Math.min(least[index]![kind], each)
      }
  for (const { root } of tables) await root.close()
  return least
}

const ROUNDS = 8
