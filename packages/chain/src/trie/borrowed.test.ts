import { expect, test } from 'vitest'
import { borrow } from '../encoding/bytes.ts'
import { encodeBriefly, reuseMemory } from '../encoding/rlp.ts'
import { pickTrieNodes } from './trie-proof.ts'
import { orderedTrieRoot } from './trie.ts'

const sizes = [1, 2, 3, 17]
const lengths = [1, 30, 31, 62, 63, 64, 65, 300, 0x10000 - 4, 0x10000, 0x20000]
const tries = sizes.flatMap((size) =>
  lengths.map((length) => Array.from({ length: size }, (_, at) => new Uint8Array(length).fill(at + 1))),
)

/** Returns the roots of all tries, and the nodes above each first and last item. */
const nodesOf = () =>
  tries.map((items) => {
    const picking = pickTrieNodes(items)
    let step = picking.next()
    while (step.done !== true) step = picking.next()
    const indexes = [0, items.length - 1]
    return [orderedTrieRoot(items), ...step.value(indexes)].map((node) => Buffer.from(node).toString('hex'))
  })

const fresh = nodesOf()

test('tries have the same roots and nodes where their leaves are encoded in memory that is used again', () => {
  reuseMemory()
  expect(encodeBriefly([new Uint8Array(100)]).buffer).toBe(encodeBriefly([new Uint8Array(200)]).buffer)
  expect(nodesOf()).toEqual(fresh)
})

const isShared = (length: number) => borrow(length).buffer === borrow(length).buffer

test('memory is used again from 65 bytes to 64 KiB, and what is longer is not kept', () => {
  expect([1, 64, 65, 0x10000, 0x10001].map(isShared)).toEqual([false, false, true, true, false])
})
