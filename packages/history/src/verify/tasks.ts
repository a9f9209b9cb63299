import {
  type ChainConfig,
  ChainError,
  type Family,
  type Parent,
  type RawBlock,
  type VerifiedBlock,
} from '@lectern/chain'
import { hasTinyValues, toVerification, type Verification } from '@lectern/chain/internal'
import { unpackEntry, type BlockEntries, unpackBlock } from '../archive/e2store.ts'
import { encodeHeaderJson, type JsonBlock, rawFromJson } from '../archive/json-block.ts'
import type { Line } from '../archive/json-lines.ts'
import { compressBlock } from '../store/cold/compression.ts'
import type { PackedFrame } from '../store/interface.ts'
import { rulesOf } from '../family.ts'
import { type RepliesTask, type RepliesVerdicts, verifyReplies } from './reply-batch.ts'
import {
  collect,
  type Packed,
  toFault,
  toParent,
  toVerdict,
  type Verdict,
  type Verdicts,
  verifyFrom,
} from './verdicts.ts'
import { archiveError } from '../error.ts'

/** Blocks of a source, one after the other, to be verified at once. */
export interface Task<Item, Before> {
  readonly config: ChainConfig
  /** The block before the first, or its part that has the header; null if the first is trusted. */
  readonly before: Parent | Before | null
  readonly items: readonly Item[]
  /** The last block to compress too. @default none is compressed */
  readonly coldTo?: bigint | undefined
}

/** The header of a block in an era file, and the limit of a part. */
export interface EraHeader extends Pick<BlockEntries, 'header'> {
  readonly path: string
  readonly limit: number
}

export interface Sources {
  era: { task: Task<EraHeader & BlockEntries, EraHeader>; verdicts: Verdicts<Verdict> }
  lines: { task: Task<Line, Line>; verdicts: Verdicts<Verdict> }
  stored: { task: Task<RawBlock, Uint8Array>; verdicts: Verdicts<Verification & Packed> }
  replies: { task: RepliesTask; verdicts: RepliesVerdicts }
}

/** Verifies the blocks of a task in this thread, up to the first that fails. */
export const verifyTask = <K extends keyof Sources>(
  source: K,
  task: Sources[K]['task'],
): Sources[K]['verdicts'] => verifyBySource[source](task)

const verifyItems =
  <Item, Before extends object, V>(
    headerOf: (before: Before, family: Family) => Uint8Array,
    rawOf: (item: Item, family: Family) => RawBlock,
    pack: (block: VerifiedBlock, frames?: readonly PackedFrame[]) => V,
  ) =>
  ({ config, before, items, coldTo = -1n }: Task<Item, Before>): Verdicts<V> =>
    collect(function* () {
      const family = rulesOf(config)
      const parent = before && ('hash' in before ? before : toParent(headerOf(before, family), family))
      const check = verifyFrom(config, parent)
      for (const item of items) {
        const block = check(rawOf(item, family))
        yield pack(block, block.number <= coldTo ? compressBlock(block.transactions) : undefined)
      }
    }, toFault)

const verifyBySource: {
  readonly [K in keyof Sources]: (task: Sources[K]['task']) => Sources[K]['verdicts']
} = {
  era: verifyItems(
    (era) => unpackEntry(era, era.header, era.limit),
    (era) => unpackBlock(era, era, era.limit),
    toVerdict,
  ),
  lines: verifyItems(
    (line, family) => readLine(line, ({ block }) => encodeHeaderJson(block, family)),
    (line, family) => readLine(line, (block) => rawFromJson(block, family)),
    toVerdict,
  ),
  stored: verifyItems(
    (header) => header,
    (raw) => raw,
    (block, frames) => ({ ...toVerification(block), ...(frames && { frames }) }),
  ),
  replies: verifyReplies,
}

function readLine<T>({ path, number, bytes }: Line, read: (block: JsonBlock) => T): T {
  try {
    if (hasTinyValues(bytes)) throw new SyntaxError('it has too many tiny values')
    const value: unknown = JSON.parse(utf8.decode(bytes))
    if (typeof value === 'object' && value !== null && 'block' in value && 'receipts' in value)
      return read(value as JsonBlock)
    throw new SyntaxError('it must be an object with the members block and receipts')
  } catch (cause) {
    if (!(cause instanceof ChainError || cause instanceof SyntaxError || cause instanceof TypeError))
      throw cause
    const reason = cause.message.replace(/\.$/, '')
    const message = `${path}: line ${number} is no JSON of a block with its receipts: ${reason}.`
    throw archiveError(message, { cause })
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
