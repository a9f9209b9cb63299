import { ChainError } from '@lectern/chain'
import { expect, test } from 'vitest'
import { MemoryStore } from '../../test/memory-store.ts'
import { makeChain } from '../../test/synthetic.ts'
import { HistoryError } from '../error.ts'
import { ingest, type IngestOptions } from './ingest.ts'

const blocks = makeChain(6, 1)

/** Ingests some blocks, and then what is wrong with the next one. */
async function run(fault?: Error, options: Partial<IngestOptions<object>> = {}, [from, to] = [0, 6]) {
  const { store = new MemoryStore() } = options
  const seen: bigint[] = []
  async function* read() {
    for (const block of blocks.slice(from, to))
      yield { number: block.number, hash: block.hash, block, progress: {} }
    if (fault) throw fault
  }
  const onProgress = ({ number }: { number: bigint }) => seen.push(number)
  const ingesting = ingest(read(), { source: 'It', onProgress, ...options, store })
  const [outcome] = await Promise.allSettled([ingesting])
  const { hashes, anchor } = store as MemoryStore
  return { outcome, stored: hashes.length, anchor: anchor?.number, seen: seen.length, store }
}

const archive = new HistoryError('archive', 'It is cut off.')
const root = new ChainError('receiptsRoot', 'block 6: receiptsRoot is wrong.')
const parent = new ChainError('parentHash', 'block 6: parentHash is wrong.')
const executed = new HistoryError('parent', 'block 6: its parentHash is wrong.')
const [met, missed] = [blocks[3]!.hash, new Uint8Array(32)]

test.each<[string, Error | undefined, Partial<IngestOptions<object>>, number, bigint | undefined]>([
  ['nothing', undefined, {}, 6, undefined],
  ['nothing, and a head that was met', undefined, { head: met }, 6, 3n],
  ['nothing, and a head that was not', undefined, { head: missed }, 5, undefined],
  ['a source that cannot be read', archive, {}, 6, undefined],
  ['that after a head that was met', archive, { head: met }, 6, 3n],
  ['that after a head that was not', archive, { head: missed }, 5, undefined],
  ['a block that names the one before it', root, { head: missed }, 6, undefined],
  ['a block of another parent', parent, {}, 5, undefined],
  ['that after the trusted one', parent, { head: blocks[5]!.hash }, 6, 5n],
  ['that, at whose fault it is', executed, { isBlamed: async () => false }, 6, undefined],
  ['that, where something else confirms each block', executed, { isConfirmed: true }, 6, undefined],
])(
  'after %s the last block is stored unless that contradicts it',
  async (_, fault, options, stored, anchor) => {
    const found = await run(fault, options)
    expect(found).toMatchObject({ stored, anchor, seen: 6 })
    if (fault) expect(found.outcome).toEqual({ status: 'rejected', reason: fault })
  },
)

test('blocks that are stored are counted, those that follow are added, and others are refused', async () => {
  const { store } = await run(undefined, {}, [0, 3])
  const { outcome } = await run(undefined, { store })
  expect(outcome).toMatchObject({ value: { added: 3, stored: 3, transactions: 3, anchor: null } })
  expect((await run(undefined, { store }, [0, 0])).outcome).toMatchObject({
    reason: { code: 'archive', message: 'It holds no block.' },
  })
  const gap = await run(undefined, { store: (await run(undefined, {}, [0, 2])).store }, [4, 6])
  expect(gap).toMatchObject({ stored: 2, outcome: { reason: { code: 'parent' } } })
  const late = (await run(undefined, {}, [4, 6])).store
  expect((await run(undefined, { store: late }, [0, 2])).outcome).toMatchObject({
    reason: {
      message:
        'It ends with block 1, but the store begins with block 4: earlier blocks cannot be added to it.',
    },
  })
})
