import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { toHex } from '@lectern/chain'
import { contentOf } from './content.ts'
import { HistoryError, openStore, verifyHistory, type EmbeddedStore } from '../src/index.ts'
import { DATA_FILE } from '../src/store/embedded/tables.ts'

// Flips each bit named on standard input in the store's file, reads and proves everything, and flips it back. LMDB maps the file and may end this process. Says what came of it on standard output.
const [datadir] = process.argv.slice(2) as [string]

/** Everything that can be asked of a store, by what the whole one holds; absent things too. */
function listQuestions(whole: EmbeddedStore): ((store: EmbeddedStore) => unknown)[] {
  const stored = contentOf(whole)
  const hashes = stored.flatMap(({ transactions }) => transactions.map(({ hash }) => toHex(hash)))
  const numbers = stored.map(({ number }) => `0x${number.toString(16)}` as const)
  const absent = ['00', '7f', 'ff'].map((octet) => `0x${octet.repeat(32)}` as const)
  return [
    ...[...hashes, ...absent].flatMap((hash) => [
      (store: EmbeddedStore) => store.eth_getTransactionByHash(hash),
      (store: EmbeddedStore) => store.eth_getTransactionReceipt(hash),
    ]),
    ...[
      ...numbers,
      '0xffff' as const,
      'latest' as const,
      'earliest' as const,
      'safe' as const,
      'finalized' as const,
    ].flatMap((number) =>
      [true, false].map((full) => (store: EmbeddedStore) => store.eth_getBlockByNumber(number, full)),
    ),
    (store) => store.chain,
    (store) => store.head,
  ]
}

const toText = (answer: unknown): string =>
  answer instanceof Uint8Array
    ? Buffer.from(answer).toString('latin1')
    : JSON.stringify(answer, (_, value: unknown) =>
        value instanceof Uint8Array ? toHex(value) : typeof value === 'bigint' ? `${value}` : value,
      )

const say = (word: string, text = '') => writeSync(1, `${word} ${text.replaceAll('\n', ' ')}\n`)

/** An error of the store is a sentence; any other is an internal error. */
const describe = (error: unknown) =>
  error instanceof HistoryError ? `${error.code}: ${error.message}` : `unclear: ${String(error)}`

async function ask(store: EmbeddedStore): Promise<string> {
  let fault: string | undefined
  for (const [index, question] of questions.entries()) {
    try {
      const answer = toText(await question(store))
      if (answer !== truths[index]) return `wrong ${index}: ${answer.slice(0, 100)}`
    } catch (error) {
      const text = describe(error)
      if (fault === undefined || text.startsWith('unclear')) fault = text
    }
  }
  return fault === undefined ? 'same' : `error ${fault}`
}

async function verifyAgain(store: EmbeddedStore): Promise<string> {
  try {
    await verifyHistory(store)
    return 'holds'
  } catch (error) {
    return `found ${describe(error)}`
  }
}

function flip(at: number, bit: number): void {
  const file = openSync(join(datadir, DATA_FILE), 'r+')
  const octet = Buffer.alloc(1)
  readSync(file, octet, 0, 1, at)
  octet[0]! ^= 1 << bit
  writeSync(file, octet, 0, 1, at)
  closeSync(file)
}

const whole = await openStore(datadir, { readOnly: true })
const questions = listQuestions(whole)
const truths: string[] = []
for (const question of questions) truths.push(toText(await question(whole)))
await whole[Symbol.asyncDispose]()
say('ready')
for await (const line of createInterface({ input: process.stdin })) {
  const [at, bit] = line.split(' ').map(Number) as [number, number]
  flip(at, bit)
  try {
    await using store = await openStore(datadir, { readOnly: true })
    say('answers', await ask(store))
    say('verify', await verifyAgain(store))
  } catch (error) {
    say('refused', describe(error))
  }
  flip(at, bit)
}
