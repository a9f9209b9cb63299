import { createMPT, createMerkleProof } from '@ethereumjs/mpt'
import { decode, encode } from '@ethereumjs/rlp'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromHex } from '../encoding/bytes.ts'
import { keccak256 } from '../crypto/engine.ts'
import { encodeRlp, type RlpItem } from '../encoding/rlp.ts'
import { orderedTrieRoot } from './trie.ts'
import { trieNodes } from '../../test/prove.ts'
import { readTrieNodes, traceTrie } from './trie-proof.ts'

const makeItems = (count: number, length: (index: number) => number = (index) => 40 + (index % 300)) =>
  Array.from({ length: count }, (_, index) =>
    Uint8Array.from({ length: length(index) }, (_, at) => (index * 31 + at * 7) & 255),
  )

const holds = (...asked: Parameters<typeof traceTrie>): boolean => traceTrie(...asked) !== undefined

const item = fromHex('0xabcdef')

describe('a trie proof', () => {
  test.each([1, 2, 3, 16, 17, 127, 128, 129, 200, 256, 257, 300])(
    'of each of %i items holds, and for no other index or item',
    (count) => {
      const items = makeItems(count)
      const root = orderedTrieRoot(items)
      for (let index = 0; index < count; index++) {
        const nodes = readTrieNodes(trieNodes(items, [index]))
        expect(holds(root, index, items[index]!, nodes)).toBe(true)
        const other = (index + 1) % count
        if (other === index) continue
        expect(holds(root, index, items[other]!, nodes)).toBe(false)
        expect(holds(root, other, items[index]!, nodes)).toBe(false)
        expect(holds(root, count, items[index]!, nodes)).toBe(false)
      }
    },
  )

  test('has the nodes above the leaf that another implementation has', async () => {
    const items = makeItems(150)
    const trie = await createMPT({ useKeyHashing: false })
    for (const [index, item] of items.entries()) await trie.put(encode(index), item)
    expect(trie.root()).toEqual(orderedTrieRoot(items))
    for (const index of [0, 1, 77, 127, 128, 149]) {
      const proof = await createMerkleProof(trie, encode(index))
      expect(trieNodes(items, [index]).map((node) => Buffer.from(node).toString('hex'))).toEqual(
        proof.slice(0, -1).map((node) => Buffer.from(node).toString('hex')),
      )
    }
  })

  test('of items so small that they are embedded in their parents holds too', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 300 }),
        (items) => {
          const root = orderedTrieRoot(items)
          const nodes = readTrieNodes(trieNodes(items, items.keys().toArray()))
          for (const [index, item] of items.entries()) {
            expect(holds(root, index, item, nodes)).toBe(true)
            expect(holds(root, index, Uint8Array.of(...item, 1), nodes)).toBe(false)
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  test('of several indexes names each node once', () => {
    const items = makeItems(180)
    const indexes = Array.from({ length: 91 }, (_, index) => index)
    const nodes = trieNodes(items, indexes)
    expect(new Set(nodes.map((node) => Buffer.from(node).toString('hex'))).size).toBe(nodes.length)
    expect(
      indexes.every((index) => holds(orderedTrieRoot(items), index, items[index]!, readTrieNodes(nodes))),
    ).toBe(true)
  })

  test('whose nodes are missing, cut, changed or of another trie does not hold, and throws nothing', () => {
    const items = makeItems(150)
    const root = orderedTrieRoot(items)
    const nodes = trieNodes(items, [77])
    const stillHolds = (changed: readonly Uint8Array[]) => holds(root, 77, items[77]!, readTrieNodes(changed))
    expect(
      stillHolds([...nodes, ...trieNodes(makeItems(9), [3]), new Uint8Array(), Uint8Array.of(0xc1)]),
    ).toBe(true)
    for (const [at, node] of nodes.entries()) {
      expect(stillHolds(nodes.toSpliced(at, 1))).toBe(false)
      for (let length = 0; length < node.length; length += 5)
        expect(stillHolds(nodes.with(at, node.subarray(0, length)))).toBe(false)
      for (let byte = 0; byte < node.length; byte++) {
        const flipped = Uint8Array.from(node)
        flipped[byte]! ^= 1 << (byte % 8)
        expect(stillHolds(nodes.with(at, flipped))).toBe(false)
      }
    }
  })

  test('is checked as the README of the server says, for index 0', () => {
    const [only] = makeItems(1)
    expect(trieNodes([only!], [0])).toEqual([])
    expect(keccak256(encode([fromHex('0x2080'), only!]))).toEqual(orderedTrieRoot([only!]))
    for (const count of [2, 128]) {
      const items = makeItems(count)
      const [root, ...below] = trieNodes(items, [0])
      expect(below).toEqual([])
      expect(keccak256(root!)).toEqual(orderedTrieRoot(items))
      expect((decode(root) as Uint8Array[])[8]).toEqual(keccak256(encode([fromHex('0x30'), items[0]!])))
    }
  })

  test('holds nothing at what is no index', () => {
    const items = makeItems(3)
    const nodes = readTrieNodes(trieNodes(items, [0, 1, 2]))
    for (const index of [-1, NaN, 0.5, 1.5, Infinity, 2 ** 53])
      expect(items.some((item) => holds(orderedTrieRoot(items), index, item, nodes))).toBe(false)
  })

  test.each<[string, RlpItem]>([
    ['a leaf whose path ends before the key', [fromHex('0x38'), item]],
    ['a leaf whose path goes on behind the key', [fromHex('0x20818000'), item]],
    ['a leaf whose path is another', [fromHex('0x208181'), item]],
    ['a leaf whose path has a flag that is none', [fromHex('0x608180'), item]],
    ['a leaf whose path is filled up with another nibble than 0', [fromHex('0x218180'), item]],
    ['a leaf without a path', [fromHex('0x'), item]],
    ['a leaf whose path is a list', [[fromHex('0x20'), fromHex('0x8180')], item]],
    ['a leaf whose item is a list', [fromHex('0x208180'), [item]]],
    ['a leaf of another item', [fromHex('0x208180'), fromHex('0x01')]],
    ['a leaf of three parts', [fromHex('0x208180'), item, item]],
    ['an extension with the item for a child', [fromHex('0x008180'), item]],
    ['an extension of no nibbles', [fromHex('0x00'), [fromHex('0x208180'), item]]],
    ['an extension of another path to the leaf', [fromHex('0x17'), [fromHex('0x3180'), item]]],
    ['a branch with the item for its value', Array.from({ length: 17 }, () => item)],
    ['a byte string', item],
    ['an empty list', []],
  ])('holds nothing at index 128 where its root is %s', (_, node) => {
    const bytes = encodeRlp(node)
    expect(holds(keccak256(bytes), 128, item, readTrieNodes([bytes]))).toBe(false)
  })

  test.each<[string, RlpItem]>([
    ['a leaf', [fromHex('0x208180'), item]],
    ['an extension to a leaf embedded in it', [fromHex('0x18'), [fromHex('0x3180'), item]]],
  ])('holds the item at index 128 where its root is %s', (_, node) => {
    const bytes = encodeRlp(node)
    expect(holds(keccak256(bytes), 128, item, readTrieNodes([bytes]))).toBe(true)
  })

  test('that is anything at all is never more than false', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 80 })),
        fc.nat(),
        fc.uint8Array(),
        (nodes, index, item) => {
          expect(holds(new Uint8Array(32), index, item, readTrieNodes(nodes))).toBe(false)
        },
      ),
    )
  })
})
