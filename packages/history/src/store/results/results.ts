import {
  hashHeader,
  toHex,
  type BlockContext,
  type Family,
  type JsonWriter,
  type TransactionContext,
  writeBlock,
  writeReceipt,
  writeReceipts,
  writeTransaction,
} from '@lectern/chain'
import { equalBytes, ethereum, type Hex, readClaims, toQuantity, writeUncle } from '@lectern/chain/internal'
import { errors, type MaybePromise, type Methods, when } from '@lectern/spec'
import { HistoryError, missing } from '../../error.ts'
import type { Head, StoredCompanions } from '../interface.ts'
import { findNumber, parseHash, toBlockObject } from './block-parameters.ts'
import { writeResult } from './json-result.ts'
import type { BlockParts, BlockRecord, Reader, TransactionRecord } from './reader.ts'
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
    eth_getBlockByNumber: (block, full) => atNumber(block, (number) => getBlock(number, full)),
    eth_getBlockByHash: (hash, full) => atHash(hash, (number) => getBlock(number, full)),
    eth_getUncleByBlockHashAndIndex: (hash, index) =>
      atHash(hash, (number) =>
        when(reader.block(number), (block) => {
          const uncle = (block ?? missing(number)).uncles[Number(index)]
          return uncle === undefined ? null : writeResult((writer) => writeUncle(writer, uncle))
        }),
      ),
    eth_getBlockReceipts(block) {
      const { blockHash, blockNumber } = toBlockObject(block)
      return blockHash === undefined ? atNumber(blockNumber!, getReceipts) : atHash(blockHash, getReceipts)
    },
    eth_getTransactionByBlockHashAndIndex: (hash, index) =>
      atHash(hash, (number) => getTransaction(number, Number(index))),
    eth_getTransactionByBlockNumberAndIndex: (block, index) =>
      atNumber(block, (number) => getTransaction(number, Number(index))),
    eth_getBlockTransactionCountByHash: (hash) => atHash(hash, countTransactions),
    eth_getBlockTransactionCountByNumber: (block) => atNumber(block, countTransactions),
    eth_blockNumber: () => toQuantity(requireHead().number),
    eth_capabilities() {
      const { number, hash, lowest } = requireHead()
      const stored = { disabled: false, oldestBlock: toQuantity(lowest) }
      return {
        head: { number: toQuantity(number), hash: toHex(hash) },
        state: none,
        tx: stored,
        logs: none,
        receipts: stored,
        blocks: stored,
        stateproofs: none,
      }
    },
    eth_chainId: () => when(getChainId(), toQuantity),
    net_version: () => when(getChainId(), String),
    net_listening: () => true,
    eth_syncing: () => false,
  }

  /** Uses the number of the block that a number or tag names; returns null if there is none. */
  function atNumber<T>(numberOrTag: string, use: (number: number) => MaybePromise<T | null>) {
    const number = findNumber(reader.head(), numberOrTag)
    return number === null ? null : use(number)
  }

  function atHash<T>(hash: string, use: (number: number) => MaybePromise<T | null>): MaybePromise<T | null> {
    return when(reader.blockNumber(parseHash(hash)), (number) => (number === undefined ? null : use(number)))
  }

  function requireHead(): Head {
    return reader.head() ?? unavailable('No block is stored.')
  }

  function getBlock(number: number, full: boolean): MaybePromise<Uint8Array | null> {
    return getOfBlock(full ? 'wholeBlock' : 'block', number, reader.block, (block) =>
      when<Iterable<TransactionRecord> | Uint8Array, Write>(
        full ? reader.transactions(block, 0, block.count, false) : reader.blockHashes(block),
        (transactions) => {
          const { hash, header, size, withdrawals } = block
          const uncles = block.uncles.map(hashHeader)
          const parts = { hash, header, size, withdrawals, uncles, ...toRules(block, reader.family()) }
          return (writer) => writeBlock(writer, parts, transactions)
        },
      ),
    )
  }

  function getReceipts(number: number): MaybePromise<Uint8Array | null> {
    return getOfBlock('blockReceipts', number, reader.blockRecord, (block) =>
      when(readContext(number, block), (context) =>
        when(
          reader.transactions(block),
          (records): Write =>
            (writer) =>
              writeReceipts(writer, records, context),
        ),
      ),
    )
  }

  /** Returns the JSON of a block, which the function that `prepare` returns writes. */
  function getOfBlock<F extends B>(
    kind: ResultKind,
    number: number,
    read: (number: number) => MaybePromise<F | undefined>,
    prepare: (block: F) => MaybePromise<Write>,
  ): MaybePromise<Uint8Array | null> {
    return getResult(kind, toQuantity(number), (key) => {
      const isCached = isNewest(number) || cache.isAskedAgain(kind, key)
      const reading = read(number)
      const isShared = isCached || reading instanceof Promise
      return when(reading, (found) => {
        const block = found ?? missing(number)
        const head = reader.head()!
        return when(prepare(block), (write) => {
          const json = writeResult(write, { isShared })
          if (isCached) cache.add(kind, key, { json, number, hash: block.hash, head })
          return json
        })
      })
    })
  }

  function countTransactions(number: number): MaybePromise<Hex> {
    return when(reader.blockRecord(number), (block) => toQuantity((block ?? missing(number)).count))
  }

  function getTransaction(number: number, index: number): MaybePromise<Uint8Array | null> {
    return when(reader.blockRecord(number), (found) => {
      const block = found ?? missing(number)
      if (index >= block.count) return null
      return when(readContext(number, block), (context) =>
        when(reader.transactions(block, index, index + 1, false), ([record]) => {
          const { hash, from, bytes } = record ?? missing(number)
          return writeResult((writer) =>
            writeTransaction(writer, bytes, { hash, from, index, block: context }),
          )
        }),
      )
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
      const found = reader.transaction(parseHash(hash), kind === 'receipt')
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
    return when(reader.blockRecord(number), (record) =>
      when(
        readContext(number, record ?? missing(number)),
        (context) => (contexts[number % CONTEXTS] = context),
      ),
    )
  }

  /** Returns the context of a block's transactions, with the claims of nodes on chains that have some. */
  function readContext(number: number, record: BlockRecord): MaybePromise<BlockContext> {
    const family = reader.family()
    if (family === ethereum) return toContext(number, record)
    return when(reader.block(number), (block) => ({
      ...toContext(number, record),
      ...toRules(block ?? missing(number), family),
    }))
  }
}

type Write = (writer: JsonWriter) => void

function toContext(number: number, { hash, timestamp, baseFeePerGas, blobGasPrice }: BlockRecord) {
  return { hash, number: BigInt(number), timestamp, baseFeePerGas, blobGasPrice }
}

/** Returns the rules by which a block is written, and what a node claimed of it. */
function toRules({ claims }: BlockParts, family: Family): Pick<BlockContext, 'family' | 'claims'> {
  return { family, claims: claims && readClaims(claims) }
}

const none = { disabled: true }

/** Results of this many blocks up to the head are cached at the first request; others at the second. */
const NEWEST = 128

// Reading a row is a tenth of a transaction's time, and clients ask for transactions of the same blocks. More contexts would cost as much again
// in garbage. With another head it may be another block.
const contextsAt = new WeakMap<Head, BlockContext[]>()
const CONTEXTS = 256

function unavailable(message: string): never {
  throw new HistoryError(errors.ResourceUnavailable.code, message)
}
