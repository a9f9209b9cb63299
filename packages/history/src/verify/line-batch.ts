import { type ChainConfig, ChainError, decodeHeader, hashHeader, type Parent, verify } from '@lectern/chain'
import { encodeBody, encodeReceipts, toVerification } from '@lectern/chain/internal'
import { encodeHeaderJson, type JsonBlock, rawFromJson } from '../archive/json-block.ts'
import { HistoryError } from '../error.ts'
import { type EraVerdicts, type Fault, toFault } from './verify-batch.ts'

/** Blocks as lines of JSON, one after the other, to be verified at once. */
export interface LinesTask {
  readonly config: ChainConfig
  /** What is known of the block before the first, or its line; null if the first is trusted, or the store compares it. */
  readonly before: Parent | TaskLine | null
  readonly lines: readonly TaskLine[]
}

/** A line, and where it is. */
export interface TaskLine {
  readonly path: string
  readonly number: number
  readonly bytes: Uint8Array
}

/** Verifies blocks in order, up to the first that fails. */
export function verifyLineBatch({ config, before, lines }: LinesTask): EraVerdicts {
  const verified: EraVerdicts['blocks'][number][] = []
  let fault: Fault | undefined
  try {
    let parent = before && 'bytes' in before ? toParent(before) : before
    for (const line of lines) {
      const raw = readLine(line, rawFromJson)
      const block = verify(raw, { config, parent })
      parent = { number: block.number, hash: block.hash, timestamp: block.header.timestamp }
      const parts = { header: raw.header, body: encodeBody(raw), receipts: encodeReceipts(raw.receipts) }
      verified.push({ ...parts, verification: toVerification(block) })
    }
  } catch (error) {
    fault = toFault(error)
  }
  return { blocks: verified, ...(fault && { fault }) }
}

function toParent(line: TaskLine): Parent {
  const header = readLine(line, ({ block }) => encodeHeaderJson(block))
  const { number, timestamp } = decodeHeader(header)
  return { number, timestamp, hash: hashHeader(header) }
}

/** Reads a line's JSON, and says where it is if it is none of a block. */
export function readLine<T>({ path, number, bytes }: TaskLine, read: (block: JsonBlock) => T): T {
  try {
    return read(toObject(JSON.parse(utf8.decode(bytes))))
  } catch (cause) {
    if (!(cause instanceof ChainError || cause instanceof SyntaxError || cause instanceof TypeError))
      throw cause
    throw new HistoryError(
      'archive',
      `${path}: line ${number} is no JSON of a block with its receipts: ${cause.message.replace(/\.$/, '')}.`,
      { cause },
    )
  }
}

function toObject(value: unknown): JsonBlock {
  if (typeof value === 'object' && value !== null && 'block' in value && 'receipts' in value)
    return value as JsonBlock
  throw new SyntaxError('it must be an object with the members block and receipts')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
