import { setTimeout } from 'node:timers/promises'
import { toHex, type VerifiedBlock } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { askAgain, damaged, HistoryError } from '../../error.ts'
import type { Checked, Snapshot } from '../interface.ts'
import { compareCount, compareRow, notFound } from '../records/compare-row.ts'
import { encodeHead, encodeTransactions } from './block-rows.ts'
import { cutValue, joinParts, toBytes } from './cells.ts'
import type { Row } from './connection.ts'
import { type ClusterReader, countUpTo } from './reader.ts'
import type { Rows } from './rows.ts'
import { isDirty, recentHash, stampOf, type StateRow } from './state-row.ts'

export interface CheckOptions {
  readonly rows: Rows
  readonly reader: ClusterReader
  readonly shown: () => StateRow
  readonly readLatest: () => Promise<StateRow>
}

/** Creates the checks of a snapshot. They compare all copies of each row, since any of them may be read. */
export function createChecks({
  rows,
  reader,
  shown,
  readLatest,
}: CheckOptions): Pick<Snapshot, 'checkBlock' | 'checkState'> {
  return {
    async checkBlock(block) {
      const { hash, transactions } = block
      const number = Number(block.number)
      const hashes = [hash, ...transactions.map((transaction) => transaction.hash)]
      const [found, ...index] = await retry(() =>
        Promise.all([rows.ofNumber(number, 'all'), ...hashes.map((one) => rows.ofHash(one, 'all'))]),
      )
      await checkCanon(block, found)
      checkValues(block, found)
      for (const [at, entries] of index.entries())
        if (!entries.some((entry) => leadsTo(entry, block, at - 1)))
          throw notFound(number, `${at === 0 ? '' : 'transaction '}${toHex(hashes[at]!)}`)
    },
    async checkState({ last, transactions }: Checked) {
      const { state, recent } = shown()
      compareCount(last, await countUpTo(reader, state, last), transactions)
      if (state.levels.length > 0 || recent.length % 32 !== 0) throw damaged('its state')
    },
  }

  /** The newest hashes, `canon`, or both say which block is the chain's. */
  async function checkCanon({ number: exact, hash }: VerifiedBlock, found: readonly Row[]): Promise<void> {
    const [number, now] = [Number(exact), shown()]
    const recent = recentHash(now, number)
    const canon = toBytes(found[0]?.['canon'])
    const differs = (bytes: Uint8Array) =>
      new HistoryError('block', `block ${number}: ${toHex(bytes)} is the chain's, not ${toHex(hash)}.`)
    if (recent && !equalBytes(recent, hash)) throw differs(recent)
    if (canon === undefined || canon.length !== 40) {
      if (recent && isDirty(now, number)) return
      throw damaged(`block ${number}`)
    }
    const isOther = !equalBytes(canon.subarray(0, 32), hash)
    const stamp = Buffer.from(canon).readBigUInt64BE(32)
    const isLater = stamp > stampOf(now)
    if (isLater && stamp > stampOf(await readLatest())) throw damaged(`block ${number}`)
    if (!isOther || (recent && (isLater || isDirty(now, number)))) return
    throw isLater ? askAgain(number) : differs(canon.subarray(0, 32))
  }
}

/** Retries a read that not all copies answered: a node may be restarting, and a verification takes hours. */
async function retry<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await read()
    } catch (error) {
      if (attempt === ATTEMPTS || (error as HistoryError).code !== 'unavailable') throw error
      await setTimeout(1000 * attempt)
    }
}

const ATTEMPTS = 5

function checkValues(block: VerifiedBlock, found: readonly Row[]): void {
  const { hash } = block
  const number = Number(block.number)
  const [bodies, receipts] = [joinParts(found, hash, 'body'), joinParts(found, hash, 'receipt')]
  let cells = 0
  for (const { idx, table, key, body, receipt } of [...encodeHead(block), ...encodeTransactions(block)]) {
    cells += cutValue(body, receipt).length
    const index = idx < 0 ? undefined : idx
    compareRow({ number, index, table, key, stored: bodies.get(idx), right: body })
    if (receipt)
      compareRow({ number, index, table: 'receipts', key, stored: receipts.get(idx), right: receipt })
  }
  const own = found.filter((row) => row['block'] !== null && equalBytes(row['block'] as Uint8Array, hash))
  if (own.length !== cells) throw damaged(`block ${number}`)
}

const leadsTo = (entry: Row, { number, hash }: VerifiedBlock, idx: number): boolean =>
  entry['idx'] === idx &&
  (entry['number'] as bigint) === number &&
  equalBytes(entry['block'] as Uint8Array, hash)
