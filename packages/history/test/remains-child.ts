import { readFileSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fromHex, toHex, verify } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { HistoryError, openStore, verifyHistory, type EmbeddedStore } from '../src/index.ts'
import { contentOf } from './content.ts'
import { digestStore } from './store-digest.ts'

// Prints, for each folder named on standard input, what a reader finds in its store, and whether a writer continues it.
const [whole, list] = process.argv.slice(2) as [string, string]

const hashes = readFileSync(list, 'utf8').split('\n').map(fromHex)
await using store = await openStore(whole, { readOnly: true })
const chain = store.chain!
const blocks = contentOf(store)

/** The digest of a store whose answers are right: all its blocks prove, and each hash is found if one of them has it. */
async function check(store: EmbeddedStore): Promise<string> {
  const stored = new Set(
    contentOf(store).flatMap(({ transactions }) => transactions.map(({ hash }) => toHex(hash))),
  )
  for (const hash of hashes.map(toHex))
    for (const answer of [store.eth_getTransactionByHash(hash), store.eth_getTransactionReceipt(hash)])
      if (((await answer) !== null) !== stored.has(hash))
        return `wrong: ${hash} is ${stored.has(hash) ? 'not ' : ''}found`
  if (store.head !== null) await verifyHistory(store)
  return digestStore(store)
}

/** Appends the next block of the whole chain, where this is a part of it. */
async function goOn(datadir: string): Promise<string> {
  await using store = await openStore(datadir, { chain, recentHashes: 20 })
  const digest = await check(store)
  const head = store.head
  const index = head === null ? 0 : blocks.findIndex(({ hash }) => equalBytes(hash, head.hash)) + 1
  const next = head === null || index > 0 ? blocks[index] : undefined
  if (next === undefined) return digest
  const before = blocks[index - 1]
  const parent = before
    ? { ...before, timestamp: verify(before.raw, { config: chain.config, parent: null }).header.timestamp }
    : null
  await store.commit({ blocks: [verify(next.raw, { config: chain.config, parent })] })
  const after = await check(store)
  if (after.startsWith('wrong') || store.head?.number !== next.number)
    return `wrong after block ${next.number}: ${after}`
  return digest
}

async function attempt(find: () => Promise<string>): Promise<string> {
  try {
    return await find()
  } catch (error) {
    return error instanceof HistoryError ? `${error.code}: ${error.message}` : `unclear: ${String(error)}`
  }
}

const say = (word: string, text: string) => writeSync(1, `${word} ${text.replaceAll('\n', ' ')}\n`)

say('ready', '')
for await (const datadir of createInterface({ input: process.stdin })) {
  const read = async () => {
    await using store = await openStore(datadir, { readOnly: true })
    return await check(store) // before it is closed
  }
  say('read', await attempt(read))
  say('write', await attempt(() => goOn(datadir)))
}
