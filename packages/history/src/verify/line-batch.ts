import { type ChainConfig, ChainError } from '@lectern/chain'
import { encodeHeaderJson, type JsonBlock, rawFromJson } from '../archive/json-block.ts'
import { HistoryError } from '../error.ts'
import type { Line } from '../archive/json-lines.ts'
import { collect, toFault, toParent, toVerdict, type Verdict, type Verdicts, verifyFrom } from './verdicts.ts'

/** Blocks as lines of JSON, one after the other, to be verified at once. */
export interface LinesTask {
  readonly config: ChainConfig
  /** The line before the first; null if the first is trusted, or the store compares it. */
  readonly before: TaskLine | null
  readonly lines: readonly TaskLine[]
}

/** A line, and where it is. */
export type TaskLine = Omit<Line, 'read'>

/** Verifies blocks in order, up to the first that fails. */
export const verifyLineBatch = (task: LinesTask): Verdicts<Verdict> => collect(verifyInOrder(task), toFault)

function* verifyInOrder({ config, before, lines }: LinesTask): Generator<Verdict> {
  const header = before && readLine(before, ({ block }) => encodeHeaderJson(block))
  const check = verifyFrom(config, header && toParent(header))
  for (const line of lines) yield toVerdict(check(readLine(line, rawFromJson)))
}

/** Reads a line's JSON. An error names the line. */
function readLine<T>({ path, number, bytes }: TaskLine, read: (block: JsonBlock) => T): T {
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
