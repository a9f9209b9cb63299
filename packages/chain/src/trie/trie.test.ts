import { createMPT } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toHex } from '../encoding/bytes.ts'
import { orderedTrieRoot } from './trie.ts'

async function insertedRoot(items: readonly Uint8Array[]): Promise<string> {
  const trie = await createMPT()
  for (const [index, item] of items.entries()) await trie.put(RLP.encode(index), item)
  return toHex(trie.root())
}

const item = (index: number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (index * 31 + at) & 255)

test('the root of nothing is the one that all empty blocks have', () => {
  expect(toHex(orderedTrieRoot([]))).toBe(
    '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  )
})

describe('the root is the one that a trie of @ethereumjs/mpt gets by inserting', () => {
  // At some of these counts the RLP of the index changes its form.
  test.each([1, 2, 3, 15, 16, 17, 127, 128, 129, 130, 255, 256, 257, 300, 600])(
    'of %i items',
    async (count) => {
      const items = Array.from({ length: count }, (_, index) => item(index, 1 + (index % 120)))
      expect(toHex(orderedTrieRoot(items))).toBe(await insertedRoot(items))
    },
  )

  test('of items so short that their nodes lie inside their parents', async () => {
    for (const count of [1, 2, 17, 130, 260]) {
      const items = Array.from({ length: count }, (_, index) => item(index + 1, 1))
      expect(toHex(orderedTrieRoot(items))).toBe(await insertedRoot(items.map((bytes) => bytes)))
    }
  })

  test('of any items', async () => {
    const items = fc.array(fc.uint8Array({ minLength: 1, maxLength: 80 }), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(items, async (values) => {
        expect(toHex(orderedTrieRoot(values))).toBe(await insertedRoot(values))
      }),
      { numRuns: 50 },
    )
  })
})

test('the root changes with each item and with their order', () => {
  const items = Array.from({ length: 200 }, (_, index) => item(index, 40))
  const roots = new Set([
    toHex(orderedTrieRoot(items)),
    toHex(orderedTrieRoot(items.toReversed())),
    toHex(orderedTrieRoot(items.slice(1))),
  ])
  for (const index of [0, 1, 127, 128, 199])
    roots.add(toHex(orderedTrieRoot(items.with(index, item(index, 41)))))
  expect(roots.size).toBe(8)
})
