import { createHash } from 'node:crypto'
import {
  blobGasPrice,
  decodeHeader,
  decodeReceipt,
  encodeHeader,
  fromHex,
  hashHeader,
  parseChainConfig,
  type VerifiedBlock,
} from '@lectern/chain'
import { blockSize, fromVerification } from '@lectern/chain/internal'
import { genesisConfigs, readRecords } from '@lectern/chain/testing'
import { corpus } from '@lectern/fixtures'
import { makeGenesis } from '../chain/chain.ts'

/**
 * Yields a chain of real blocks of mainnet since Berlin, again and again, in batches. Numbers, parents and the hashes of transactions are changed,
 * so that no hash occurs twice.
 */
export function* repeatRealBlocks(repeats: number, perBatch: number): Generator<VerifiedBlock[]> {
  const folder = corpus('blocks')
  if (!folder) throw new Error('Real blocks are in the corpus: CONTRIBUTING.md says how to get it.')
  const records = [...readRecords(folder, 'mainnet')].filter(
    ({ number, transactions, receipts }) => number >= BERLIN && receipts && transactions?.length,
  )
  const config = parseChainConfig(genesisConfigs['mainnet']!)
  let blocks = [makeGenesis()]
  let parent = blocks[0]!
  for (let time = 0; time < repeats; time++)
    for (const { header: bytes, transactions: bodies, receipts, senders, uncles, withdrawals } of records) {
      const header = { ...decodeHeader(bytes), number: parent.number + 1n, parentHash: parent.hash }
      const parts = { transactions: bodies!, receipts: receipts!, uncles: uncles ?? [] }
      const raw = { header: encodeHeader(header), ...parts, ...(withdrawals && { withdrawals }) }
      const price = blobGasPrice(header, config)
      parent = fromVerification(raw, {
        number: header.number,
        hash: hashHeader(raw.header),
        size: blockSize(raw),
        ...(price !== undefined && { blobGasPrice: price }),
        transactions: writeRows(header.number, receipts!, senders),
      })
      if (blocks.length === perBatch) yield blocks.splice(0)
      blocks.push(parent)
    }
  yield blocks
}

const BERLIN = 12_244_000n

/** Writes the rows of a Verification. */
function writeRows(
  number: bigint,
  receipts: readonly Uint8Array[],
  senders: readonly (string | null)[],
): Uint8Array {
  const rows = new Uint8Array(64 * receipts.length)
  const view = new DataView(rows.buffer)
  let [before, firstLogIndex] = [0n, 0]
  for (const [index, bytes] of receipts.entries()) {
    const { cumulativeGasUsed, logs } = decodeReceipt(bytes)
    rows.set(createHash('sha256').update(`${number} ${index}`).digest(), 64 * index)
    rows.set(fromHex((senders[index] ?? `0x${'00'.repeat(20)}`) as `0x${string}`), 64 * index + 32)
    view.setBigUint64(64 * index + 52, cumulativeGasUsed - before)
    view.setUint32(64 * index + 60, firstLogIndex)
    before = cumulativeGasUsed
    firstLogIndex += logs.length
  }
  return rows
}
