import {
  fromHex,
  hashHeader,
  type BlockContext,
  type JsonWriter,
  type TransactionContext,
  writeBlock,
  writeReceipt,
  writeTransaction,
} from '@lectern/chain'
import { equalBytes, type Hex, writeUncle } from '@lectern/chain/internal'
import { errors, type MaybePromise, type Methods } from '@lectern/spec'
import { damaged, HistoryError } from '../../error.ts'
import type { Head, StoredCompanions } from '../interface.ts'
import { writeResult } from './json-result.ts'
import { when } from './maybe-promise.ts'
import type { BlockRecord, Reader, TransactionRecord } from './reader.ts'
import type { Rendered, RenderedResults, ResultKind } from './rendered-results.ts'

/** Creates the methods and companions over stored records, with JSON bytes as results, from the cache if it has them. They return promises only if
 * the reader does. */
export function createMethods<B extends BlockRecord>(
  reader: Reader<B>,
  cache: RenderedResults,
): Methods & StoredCompanions {
  const newest = cache.limit > 0 ? NEWEST : 0
  return {
    eth_getTransactionByHash: (hash) =>
      find('transaction', hash, (writer, { bytes }, context) => writeTransaction(writer, bytes, context)),
    eth_getTransactionReceipt: (hash) =>
      find('receipt', hash, (writer, { bytes, receipt, firstLogIndex, gasUsed }, context) =>
        writeReceipt(writer, receipt, { ...context, transaction: bytes, gasUsed, firstLogIndex }),
      ),
    eth_getBlockByNumber(numberOrTag, full) {
      const number = findNumber(reader.head(), numberOrTag)
      return number === null ? null : getBlock(number, full)
    },
    eth_getBlockByHash: (hash, full) =>
      when(reader.blockNumber(parseHash(hash)), (number) =>
        number === undefined ? null : getBlock(number, full),
      ),
    eth_getUncleByBlockHashAndIndex: (hash, index) =>
      when(reader.blockNumber(parseHash(hash)), (number) =>
        number === undefined
          ? null
          : when(reader.block(number), (block) => {
              const uncle = (block ?? missing(number)).uncles[Number(index)]
              return uncle === undefined ? null : writeResult((writer) => writeUncle(writer, uncle))
            }),
      ),
    eth_blockNumber() {
      const { number } = reader.head() ?? unavailable('No block is stored.')
      return `0x${number.toString(16)}`
    },
    eth_chainId: () => when(getChainId(), (id): Hex => `0x${id.toString(16)}`),
    net_version: () => when(getChainId(), String),
  }

  function getBlock(number: number, full: boolean): MaybePromise<Uint8Array | null> {
    const kind = full ? 'wholeBlock' : 'block'
    return getResult(kind, `0x${number.toString(16)}`, (key) => {
      const isCached = isNewest(number) || cache.isAskedAgain(kind, key)
      return when(renderBlock(number, full, isCached), (rendered) => {
        if (isCached) cache.add(kind, key, rendered)
        return rendered.json
      })
    })
  }

  /** Returns the cached result of a key, or makes it, once for concurrent callers. */
  function getResult(
    kind: ResultKind,
    key: string,
    make: (key: string) => MaybePromise<Uint8Array | null>,
  ): MaybePromise<Uint8Array | null> {
    const head = reader.head()
    const cached = cache.get(kind, key)
    if (cached?.head === head) return cached.json
    return when(cached !== undefined && isStored(cached), (isTrue) => {
      if (isTrue) return cached!.json
      const { inFlight } = cache
      const same = inFlight.size > 0 ? inFlight.get(`${kind} ${key}`) : undefined
      if (same?.head === head) return same.json
      const made = make(key)
      if (!(made instanceof Promise)) return made
      const name = `${kind} ${key}`
      const entry = { head, json: made.finally(() => inFlight.get(name) === entry && inFlight.delete(name)) }
      inFlight.set(name, entry)
      return entry.json
    })
  }

  function isNewest(number: number): boolean {
    return number > Number(reader.head()!.number) - newest
  }

  function getChainId(): MaybePromise<bigint> {
    return when(reader.chainId(), (id) => id ?? unavailable('The store does not know its chain.'))
  }

  function find(
    kind: 'transaction' | 'receipt',
    hash: string,
    write: (writer: JsonWriter, record: TransactionRecord, context: TransactionContext) => void,
  ): MaybePromise<Uint8Array | null> {
    return getResult(kind, hash, () => {
      const found = reader.transaction(parseHash(hash))
      return when(found, (record) => {
        if (record === undefined) return null
        const { number, from, index } = record
        return when(findContext(number), (block) => {
          const head = reader.head()!
          const isCached = isNewest(number) || cache.isAskedAgain(kind, hash)
          const context = { hash: record.hash, from, index, block }
          const isShared = isCached || found instanceof Promise
          const json = writeResult((writer) => write(writer, record, context), { isShared })
          if (isCached) cache.add(kind, hash, { json, number, hash: block.hash, head })
          return json
        })
      })
    })
  }

  /** Whether the block of a cached result is still stored. */
  function isStored(result: Rendered): MaybePromise<boolean> {
    const head = reader.head()
    if (result.head === head) return true
    if (head === null || result.number < head.lowest || result.number > head.number) return false
    return when(findContext(result.number), ({ hash }) => {
      if (!equalBytes(hash, result.hash)) return false
      result.head = head
      return true
    })
  }

  function findContext(number: number): MaybePromise<BlockContext> {
    const head = reader.head()!
    let contexts = contextsAt.get(head)
    if (contexts === undefined) contextsAt.set(head, (contexts = []))
    const cached = contexts[number % CONTEXTS]
    if (cached?.number === BigInt(number)) return cached
    return when(reader.blockRecord(number), (record) => {
      const { hash, timestamp, baseFeePerGas, blobGasPrice } = record ?? missing(number)
      return (contexts[number % CONTEXTS] = {
        hash,
        number: BigInt(number),
        timestamp,
        baseFeePerGas,
        blobGasPrice,
      })
    })
  }

  function renderBlock(number: number, full: boolean, isCached: boolean): MaybePromise<Rendered> {
    const read = reader.block(number)
    const isShared = isCached || read instanceof Promise
    return when(read, (found) => {
      const block = found ?? missing(number)
      const head = reader.head()!
      return when<Iterable<TransactionRecord> | Uint8Array, Rendered>(
        full ? reader.transactions(block, 0, block.count, false) : reader.blockHashes(block),
        (transactions) => {
          const parts = { ...block, uncles: block.uncles.map(hashHeader) }
          const json = writeResult((writer) => writeBlock(writer, parts, transactions), { isShared })
          return { json, number, hash: block.hash, head }
        },
      )
    })
  }
}

/** Results of this many blocks up to the head are cached at the first request; others at the second. */
const NEWEST = 128

// Reading a row is a tenth of a transaction's time, and clients ask for transactions of the same blocks. More contexts would cost as much again
// in garbage. With another head it may be another block.
const contextsAt = new WeakMap<Head, BlockContext[]>()
const CONTEXTS = 256

function unavailable(message: string): never {
  throw new HistoryError(errors.ResourceUnavailable.code, message)
}

function missing(number: number): never {
  throw damaged(`block ${number}`)
}

/** Returns the number that a parameter means; null without a block. Throws HistoryError 4444 below the lowest stored block. */
function findNumber(head: Head | null, numberOrTag: string): number | null {
  const tag = Object.hasOwn(tags, numberOrTag) ? tags[numberOrTag] : undefined
  if (tag) {
    const number = head && tag(head)
    return number === null ? null : Number(number)
  }
  if (!/^0x(?:0|[1-9a-fA-F][0-9a-fA-F]*)$/.test(numberOrTag))
    throw new HistoryError(
      errors.InvalidParams.code,
      `${JSON.stringify(numberOrTag)} must be a block number or a tag.`,
    )
  const number = BigInt(numberOrTag)
  if (head === null || number > head.number) return null
  if (number < head.lowest)
    throw new HistoryError(
      errors.PrunedHistoryUnavailable.code,
      `${errors.PrunedHistoryUnavailable.message}: block ${number} is below ${head.lowest}, the lowest stored block.`,
    )
  return Number(number)
}

const tags: { readonly [tag: string]: (head: Head) => bigint | null } = {
  earliest: ({ lowest }) => lowest,
  latest: ({ number }) => number,
  safe: ({ safe }) => safe,
  finalized: ({ finalized }) => finalized,
  pending: () => null,
}

function parseHash(hash: string): Uint8Array {
  try {
    if (hash.length === 66) return fromHex(hash)
  } catch {
    // The sentence below says it.
  }
  throw new HistoryError(errors.InvalidParams.code, `${JSON.stringify(hash)} must be a hash of 32 bytes.`)
}
