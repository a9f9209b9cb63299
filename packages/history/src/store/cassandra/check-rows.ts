import { setTimeout } from 'node:timers/promises'
import { toHex, type VerifiedBlock } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { askAgain, damaged, HistoryError } from '../../error.ts'
import type { Checked, Snapshot } from '../interface.ts'
import { compareCount, compareRow, notFound } from '../records/compare-row.ts'
import { type BlockValue, encodeHead, encodeTransactions } from './block-rows.ts'
import { compareFrame, encodeBlockFrames } from '../cold/frames.ts'
import { cutValue, HASHES, joinParts, toBytes } from './cells.ts'
import { encodeFrames, frameIdx, openFrame } from './cold-rows.ts'
import type { Row } from './connection.ts'
import { type ClusterReader, countUpTo } from './reader.ts'
import type { Rows } from './rows.ts'
import { isCold, isDirty, recentHash, stampOf, type StateRow } from './state-row.ts'

/** Creates the checks of a snapshot. They compare all copies of each row, since any of them may be read. */
export function createChecks(
  rows: Rows,
  reader: ClusterReader,
  shown: () => StateRow,
  readLatest: () => Promise<StateRow>,
): Pick<Snapshot, 'checkBlock' | 'checkState'> {
  return {
    async checkBlock(block) {
      const { hash, transactions } = block
      const number = Number(block.number)
      const hashes = [hash, ...transactions.map((transaction) => transaction.hash)]
      const [found, ...index] = await retry(() =>
        Promise.all([rows.ofNumber(number, 'all'), ...hashes.map((one) => rows.ofHash(one, 'all'))]),
      )
      await checkCanon(block, found)
      checkValues(block, found, shown())
      for (const [at, entries] of index.entries())
        if (!entries.some((entry) => leadsTo(entry, block, at - 1)))
          throw notFound(number, `${at === 0 ? '' : 'transaction '}${toHex(hashes[at]!)}`)
    },
    async checkState({ last, transactions }: Checked) {
      const { state, recent, cold } = shown()
      compareCount(last, await countUpTo(reader, state, last), transactions)
      const [top, bottom] = [state.head?.number ?? -1, state.lowest - 1]
      const { number, removed } = cold ?? { number: bottom, removed: bottom }
      const isRight = bottom <= removed && removed <= number && number <= top
      if (state.levels.length > 0 || recent.length % 32 !== 0 || !isRight) throw damaged('its state')
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

function checkValues(block: VerifiedBlock, found: readonly Row[], now: StateRow): void {
  const { hash } = block
  const number = Number(block.number)
  const values: Values = {
    bodies: joinParts(found, hash, 'body'),
    receipts: joinParts(found, hash, 'receipt'),
  }
  const own = found.filter((row) => row['block'] !== null && equalBytes(row['block'] as Uint8Array, hash))
  const count = (isOwn: (idx: number) => boolean) => own.filter((row) => isOwn(row['idx'] as number)).length
  const head = checkEach(number, encodeHead(block), values)
  if (count((idx) => idx < 0 && idx >= HASHES) !== head) throw damaged(`block ${number}`)
  if (!isCold(now, number)) {
    const records = checkEach(number, encodeTransactions(block), values)
    if (count((idx) => idx >= 0) !== records) throw damaged(`block ${number}`)
    return // frames may be there, of a move that did not end
  }
  if (count((idx) => idx < HASHES) !== checkFrames(block, values)) throw damaged(`block ${number}`)
  const isRemoved = number <= now.cold!.removed && !isDirty(now, number)
  if (isRemoved && count((idx) => idx >= 0) > 0) throw damaged(`block ${number}`)
}

interface Values {
  readonly bodies: ReadonlyMap<number, Uint8Array>
  readonly receipts: ReadonlyMap<number, Uint8Array>
}

/** Compares stored values with the right ones. Returns how many rows they have. */
function checkEach(number: number, right: Iterable<BlockValue>, { bodies, receipts }: Values): number {
  let rows = 0
  for (const { idx, table, key, body, receipt } of right) {
    rows += cutValue(body, receipt).length
    const index = idx < 0 ? undefined : idx
    compareRow({ number, index, table, key, stored: bodies.get(idx), right: body })
    if (receipt)
      compareRow({ number, index, table: 'receipts', key, stored: receipts.get(idx), right: receipt })
  }
  return rows
}

/** Compares stored frames, decompressed, with those of a verified block. Returns how many rows they have. */
function checkFrames(block: VerifiedBlock, { bodies, receipts }: Values): number {
  const { transactions } = block
  const [number, count] = [Number(block.number), transactions.length]
  const packed = Array.from(encodeBlockFrames(transactions), (right, frame) => {
    const [body, receipt] = [bodies.get(frameIdx(frame)), receipts.get(frameIdx(frame))]
    if (body === undefined || receipt === undefined) throw damaged(`block ${number}`)
    const stored = openFrame({ number, count, frame }, body, receipt)
    compareFrame(number, frame, stored.parts, right)
    const { gasUsed, logs } = right
    return { gasUsed, logs, bodies: stored.bodies, receipts: stored.receipts! }
  })
  let rows = 0
  for (const { idx, body, receipt } of encodeFrames(number, packed)) {
    rows += cutValue(body, receipt).length
    if (!equalBytes(bodies.get(idx)!, body) || !equalBytes(receipts.get(idx)!, receipt))
      throw new HistoryError('block', `block ${number}: a stored frame is not encoded as it was written.`)
  }
  return rows
}

const leadsTo = (entry: Row, { number, hash }: VerifiedBlock, idx: number): boolean =>
  entry['idx'] === idx &&
  (entry['number'] as bigint) === number &&
  equalBytes(entry['block'] as Uint8Array, hash)
