import { verifyMerkleProof } from '@ethereumjs/mpt'
import { decode, encode } from '@ethereumjs/rlp'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { describe, expect, test } from 'vitest'
import { logs, receiptOf, seal, sign, transactions } from '../../test/sample.ts'
import { fromHex, toHex } from '../index.ts'
import { proveReceipt, proveTransaction } from '../../test/prove.ts'
import { addBloom, type Hex, proveBlock } from '../internal.ts'

const hasLogs = (index: number): boolean => index % 2 === 1

/** A block of so many transactions of every type. */
function makeBlock(count: number) {
  const some = Array.from({ length: count }, (_, nonce) =>
    sign({ ...transactions[nonce % transactions.length]!, nonce: BigInt(nonce) }),
  )
  return seal({
    transactions: some,
    receipts: some.map(({ type }, index) => receiptOf(type, index, hasLogs(index) ? logs : [])),
  })
}

/** Returns the item that another library finds at an index, from nodes and possible leaves; null for none. */
async function findItem(root: Uint8Array, index: number, item: Uint8Array, nodes: readonly Hex[]) {
  const key = encode(index)
  const digits = toHex(key).slice(2)
  const leaves = Array.from({ length: digits.length + 1 }, (_, depth) => {
    const rest = digits.slice(depth)
    return encode([fromHex(rest.length % 2 ? `0x3${rest}` : `0x20${rest}`), item])
  })
  try {
    return await verifyMerkleProof(key, [...nodes.map(fromHex), ...leaves], { useKeyHashing: false, root })
  } catch {
    return null
  }
}

describe.each([1, 2, 7, 128, 129, 300])('of a block of %i transactions', (count) => {
  const block = makeBlock(count)
  const header = decode(block.header) as Uint8Array[]
  const [transactionsRoot, receiptsRoot] = [header[4]!, header[5]!]
  const indexes = [0, 1, 2, 5, 127, 128, 255, 256, count - 1].filter((index) => index < count)

  test('a proof leads another library to each of its items', async () => {
    for (const index of indexes) {
      const proof = proveReceipt(block, index)
      expect(keccak_256(fromHex(proof.header))).toEqual(keccak_256(block.header))
      const transaction = fromHex(proof.transaction)
      expect(transaction).toEqual(block.transactions[index])
      expect(await findItem(transactionsRoot, index, transaction, proof.transactionNodes)).toEqual(
        transaction,
      )
      for (const [at, slim] of proof.receipts.entries()) {
        const position = Number(proof.firstReceipt) + at
        const receipt = addBloom(fromHex(slim))
        expect(receipt).toEqual(block.receipts[position])
        expect(await findItem(receiptsRoot, position, receipt, proof.receiptNodes)).toEqual(receipt)
      }
      if (count > 1)
        expect(await findItem(transactionsRoot, index, transaction, proof.receiptNodes)).toBeNull()
    }
  })

  test('a receipt with logs comes with all before it, one without logs with the one before it', () => {
    for (const index of indexes) {
      const { firstReceipt, receipts } = proveReceipt(block, index)
      const first = hasLogs(index) ? 0 : Math.max(0, index - 1)
      expect([firstReceipt, receipts.length]).toEqual([`0x${first.toString(16)}`, index - first + 1])
    }
  })

  test('the proof of a receipt holds that of its transaction', () => {
    for (const index of indexes)
      expect(proveReceipt(block, index)).toMatchObject(proveTransaction(block, index))
  })
})

test('the proof of a block holds its uncles, whose list the header hashes', () => {
  const block = seal()
  const { header, uncles } = proveBlock(block)
  expect(header).toBe(toHex(block.header))
  expect(uncles).toHaveLength(1)
  const list = encode(uncles.map((uncle) => decode(fromHex(uncle))))
  expect(keccak_256(list)).toEqual((decode(block.header) as Uint8Array[])[1])
})
