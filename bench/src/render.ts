// What an answer's JSON takes, without reading the store: written from consensus bytes, beside decoding those bytes (the first step of
// every other one) and JSON.stringify of objects that are ready (the last). Processor time of this thread; they take turns.
import { decodeHeader, decodeReceipt, decodeTransaction } from '@lectern/chain'
import {
  concatBytes,
  createJsonWriter,
  type JsonWriter,
  writeBlock,
  writeReceipt,
  writeTransaction,
} from '@lectern/chain/internal'
import { makeChain } from '@lectern/history/testing'
import { describeMachine, toText, writeSection, writeTable } from '@lectern/bench-tools'

const TRANSACTIONS = 200
const ROUNDS = 12

const [block] = makeChain(1, TRANSACTIONS)
const { hash, number, header, size, raw, blobGasPrice, transactions } = block!
const { timestamp, baseFeePerGas } = header
const context = { hash, number, timestamp, baseFeePerGas, blobGasPrice }
const parts = { header: raw.header, hash, size, uncles: [], withdrawals: raw.withdrawals }
const hashes = concatBytes(transactions.map((one) => one.hash))
let next = 0

/** Each transaction in turn. */
function turn() {
  const index = next++ % TRANSACTIONS
  const { bytes, receipt, from, hash, gasUsed, firstLogIndex } = transactions[index]!
  return {
    bytes,
    receipt,
    context: { hash, from, index, block: context, transaction: bytes, gasUsed, firstLogIndex },
  }
}

interface Answer {
  readonly name: string
  readonly write: (writer: JsonWriter) => void
  readonly decode: () => unknown
  /** How often between two looks at the clock, whose steps are of 4 ms. */
  readonly times: number
}

const answers: readonly Answer[] = [
  {
    name: `block, ${TRANSACTIONS} whole transactions`,
    write: (writer) => writeBlock(writer, parts, transactions),
    decode: () => [decodeHeader(raw.header), transactions.map(({ bytes }) => decodeTransaction(bytes))],
    times: 500,
  },
  {
    name: `block, ${TRANSACTIONS} hashes`,
    write: (writer) => writeBlock(writer, parts, hashes),
    decode: () => decodeHeader(raw.header),
    times: 15_000,
  },
  {
    name: 'transaction',
    write(writer) {
      const { bytes, context } = turn()
      writeTransaction(writer, bytes, context)
    },
    decode: () => decodeTransaction(turn().bytes),
    times: 60_000,
  },
  {
    name: 'receipt',
    write(writer) {
      const { receipt, context } = turn()
      writeReceipt(writer, receipt, context)
    },
    decode() {
      const { bytes, receipt } = turn()
      return [decodeTransaction(bytes), decodeReceipt(receipt)]
    },
    times: 60_000,
  },
]

/** Microseconds of this thread's processor time a run. */
function time(run: () => unknown, times: number): number {
  const start = process.threadCpuUsage()
  for (let i = 0; i < times; i++) run()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / times
}

const writer = createJsonWriter()
const rows = answers.map(({ name, write, decode, times }) => {
  const put = () => {
    writer.at = 0
    write(writer)
  }
  put()
  const ready: unknown = JSON.parse(Buffer.from(writer.bytes.subarray(0, writer.at)).toString())
  const runs = [put, decode, () => JSON.stringify(ready)]
  const best = runs.map(() => Infinity)
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, run] of runs.entries()) best[index] = Math.min(best[index]!, time(run, times))
  const [written, decoded, stringified] = best.map(toText)
  return [name, written!, decoded!, stringified!]
})

writeSection(
  'render',
  `${describeMachine()}\n\n${writeTable(['CPU, µs', 'written from bytes', 'decoding alone', 'JSON.stringify alone'], rows)}`,
)
