import { readFileSync } from 'node:fs'
import { fromHex } from '@lectern/chain'
import { encodeBlock, type RlpInput } from '@lectern/chain/internal'
import { describeCorpus, sample } from '@lectern/fixtures'
import { needs } from '@lectern/fixtures/needs'
import { beforeAll, describe, expect, test } from 'vitest'
import { editBlock, flip, readBlocks, writeTemporary } from './chain-file.ts'
import { MemoryStore } from './memory-store.ts'
import { readGenesis } from '../src/execution/genesis.ts'
import { importChain } from '../src/import/import-chain.ts'

type Items = RlpInput[]

/** Where a chain has what is edited: blocks with a legacy transfer, uncles, withdrawals; one of proof of work; the last. */
interface EditedBlocks {
  readonly transaction: number
  readonly uncle: number
  readonly withdrawal: number
  readonly work: number
  readonly last: number
}

// The numbers are positions of fields in a header.
const edits: readonly (readonly [string, keyof EditedBlocks, (block: Items) => void, RegExp])[] = [
  [
    "a transaction's value",
    'transaction',
    (block) => flip(block, 1, 0, 4),
    /transactionsRoot is not the root of its transactions|transaction 0: /,
  ],
  [
    'the state root',
    'last',
    (block) => flip(block, 0, 3),
    /stateRoot is 0x[\da-f]{64}, but execution gives 0x/,
  ],
  [
    'the receipts root',
    'last',
    (block) => flip(block, 0, 5),
    /receiptsRoot is not the root of the receipts that execution gives/,
  ],
  ['the gas used', 'last', (block) => flip(block, 0, 10), /gasUsed is not the gas that execution takes/],
  [
    'the bloom',
    'last',
    (block) => flip(block, 0, 6),
    /logsBloom is not the bloom of the logs that execution gives/,
  ],
  [
    'the requests hash',
    'last',
    (block) => flip(block, 0, 20),
    /requestsHash is not the hash of the requests that execution gives/,
  ],
  ['the base fee', 'last', (block) => flip(block, 0, 15), /baseFeePerGas is not what its parent gives/],
  [
    "a withdrawal's amount",
    'withdrawal',
    (block) => flip(block, 3, 0, 3),
    /withdrawalsRoot is not the root of its withdrawals/,
  ],
  [
    "an uncle's state root",
    'uncle',
    (block) => flip(block, 2, 0, 3),
    /sha3Uncles is not the hash of its uncles/,
  ],
  ['the difficulty', 'work', (block) => flip(block, 0, 7), /difficulty is not what its parent gives/],
  ['the parent hash', 'last', (block) => flip(block, 0, 0), /its parentHash is 0x/],
]

// Nothing in the block speaks against these: only the next block's parentHash does, and after the last block only a trusted hash.
const silentEdits: typeof edits = [
  ['the extra data', 'work', (block) => flip(block, 0, 12), /its parentHash is 0x/],
  ['the mix hash of the head', 'last', (block) => flip(block, 0, 13), /no block of it has the trusted hash/],
  [
    'the extra data of the head',
    'last',
    (block) => flip(block, 0, 12),
    /no block of it has the trusted hash/,
  ],
]

const testEdits = (chain: string, genesis: string, headHash: string, numbers: EditedBlocks) => {
  const truth = new MemoryStore()
  const head = fromHex(headHash)
  const edited = (at: keyof EditedBlocks, edit: (block: Items) => void) =>
    writeTemporary(editBlock(readBlocks(chain), numbers[at], edit))

  beforeAll(async () => {
    await importChain({ store: truth, source: chain, genesis, head })
  })

  test.each([...edits, ...silentEdits])('an edit of %s is refused by name', async (_, at, edit, reason) => {
    const store = new MemoryStore()
    const source = edited(at, edit)
    const error: Error = await importChain({ store, source, genesis, head }).then(
      () => expect.fail('it was accepted'),
      (caught: Error) => caught,
    )
    expect(error.message).toMatch(reason)
    expect(error.message).toMatch(new RegExp(`block ${numbers[at]}|block ${numbers[at] + 1}`))
    // The edited block is not stored, all before it are.
    expect(store.hashes).toEqual(truth.hashes.slice(0, numbers[at]))
  })

  test.each(silentEdits.slice(2))('an edit of %s passes without a trusted head', async (_, at, edit) => {
    const store = new MemoryStore()
    const source = edited(at, edit)
    const result = await importChain({ store, source, genesis })
    expect(result).toMatchObject({ added: numbers.last + 1, anchor: null })
    // From then on the truth contradicts what is stored.
    await expect(importChain({ store, source: chain, genesis, head })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(
        `block ${numbers.last} of ${chain} is ${headHash}, but the store holds 0x`,
      ),
    })
    expect(store.anchor).toBeNull()
  })
}

test('a block whose child names another parent is stored where nothing confirms the child', async () => {
  const blocks = readBlocks(sample.chain)
  const truth = new MemoryStore()
  await importChain({ store: truth, source: sample.chain, genesis: sample.genesis })
  const accused = writeTemporary(editBlock(blocks, 31, (block) => flip(block, 0, 0)))
  const store = new MemoryStore()
  await expect(importChain({ store, source: accused, genesis: sample.genesis })).rejects.toMatchObject({
    code: 'parent',
  })
  expect(store.hashes).toEqual(truth.hashes.slice(0, 31))
})

test('with a trusted hash, the last block before a cut is not stored: it may be altered, and nothing confirms it', async () => {
  const blocks = readBlocks(sample.chain)
  const [genesis, head] = [sample.genesis, fromHex(sample.head)]
  const altered = editBlock(blocks, 20, (block) => flip(block, 0, 12))
  const source = writeTemporary(altered.subarray(0, Buffer.concat(blocks.slice(0, 20)).length + 9))
  const store = new MemoryStore()
  await expect(importChain({ store, source, genesis, head })).rejects.toMatchObject({ code: 'archive' })
  expect(store.head!.number).toBe(19n)
  await importChain({ store, source: sample.chain, genesis, head })
  expect(store.hashes.at(-1)).toBe(sample.head.slice(2))
  // An interruption is a cut as well.
  const stopped = new MemoryStore()
  const controller = new AbortController()
  const { signal } = controller
  const onProgress = ({ number }: { number: bigint }) => number === 20n && controller.abort()
  await expect(
    importChain({ store: stopped, source: sample.chain, genesis, head, signal, onProgress }),
  ).rejects.toThrow('aborted')
  expect(stopped.head!.number).toBe(19n)
})

test('a file with another block 0 among its blocks is refused, be all the others stored', async () => {
  const { block } = await readGenesis(sample.genesis)
  const [first, ...rest] = readBlocks(sample.chain)
  const other = editBlock([encodeBlock(block)], 1, (genesis) => flip(genesis, 0, 12))
  const source = writeTemporary(Buffer.concat([first!, other, ...rest]))
  const store = new MemoryStore()
  const { genesis } = sample
  await importChain({ store, source: sample.chain, genesis })
  for (const target of [store, new MemoryStore()])
    await expect(importChain({ store: target, source, genesis })).rejects.toMatchObject({
      message: 'block 0 (frontier): it follows block 1, where block 2 must come.',
    })
})

const flips = Number(process.env['LECTERN_FLIPS'] ?? 6)

test(
  `a file with one bit turned over is refused, and nothing but the truth is stored (${flips} bits)`,
  async () => {
    const file = readFileSync(sample.chain)
    const truth = new MemoryStore()
    await importChain({ store: truth, source: sample.chain, genesis: sample.genesis })
    for (let index = 0; index < flips; index++) {
      const at = Math.floor((file.length * (index + Math.random())) / flips)
      const bytes = Buffer.from(file)
      bytes[at]! ^= 1 << (index % 8)
      const store = new MemoryStore()
      const attempt = importChain({
        store,
        source: writeTemporary(bytes),
        genesis: sample.genesis,
        head: fromHex(sample.head),
      })
      const where = `bit ${index % 8} of byte ${at}`
      await expect(attempt, where).rejects.toThrow(/\.$/)
      expect(store.hashes, where).toEqual(truth.hashes.slice(0, store.blocks.length))
      expect(store.anchor, where).toBeNull()
    }
  },
  600_000 + 10_000 * flips,
)

const numbers = { transaction: 10, uncle: 6, withdrawal: 38, work: 20, last: sample.headNumber }
testEdits(sample.chain, sample.genesis, sample.head, numbers)

// One chain is enough at every change.
describe(
  'where CI is set:',
  needs('CI=true, since one chain is enough at every change', Boolean(process.env['CI'])),
  () => {
    describeCorpus('execution-apis/tests', 'the official chain', (path) => {
      const head = '0xd226371d0b1551adb03fb52b71f08e3e11247fe9b1af994768af8cdaa8e7dcd7'
      const numbers = { transaction: 10, uncle: 3, withdrawal: 39, work: 20, last: 54 }
      testEdits(`${path}/chain.rlp`, `${path}/genesis.json`, head, numbers)
    })
  },
)
