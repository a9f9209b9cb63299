import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { Piscina } from 'piscina'
import { HistoryError } from '../error.ts'
import { type LinesTask, verifyLineBatch } from './line-batch.ts'
import { type RepliesTask, type RepliesVerdicts, verifyReplyBatch } from './reply-batch.ts'
import {
  type EraTask,
  type EraVerdicts,
  type StoredTask,
  type StoredVerdicts,
  verifyEraBatch,
  verifyStoredBatch,
} from './verify-batch.ts'

/** What verifies blocks: threads, or this one. */
export interface Verifiers extends AsyncDisposable {
  readonly count: number
  /** Verifies blocks of an era file, whose bytes lie in a buffer that is transferred. */
  verifyEra(task: EraTask, buffer: ArrayBuffer): Promise<EraVerdicts>
  /** Verifies blocks of a store, likewise. */
  verifyStored(task: StoredTask, buffer: ArrayBuffer): Promise<StoredVerdicts>
  /** Verifies blocks of lines of JSON, likewise. */
  verifyLines(task: LinesTask, buffer: ArrayBuffer): Promise<EraVerdicts>
  /** Verifies blocks of a node's responses, whose bytes are transferred. */
  verifyReplies(task: RepliesTask): Promise<RepliesVerdicts>
}

/** Makes so many threads ready to verify blocks, which start when they are needed; with 0 this thread verifies them. */
export function createVerifiers(count: number = availableParallelism()): Verifiers {
  if (count === 0)
    return {
      count,
      verifyEra: async (task) => verifyEraBatch(task),
      verifyStored: async (task) => verifyStoredBatch(task),
      verifyLines: async (task) => verifyLineBatch(task),
      verifyReplies: async (task) => verifyReplyBatch(task),
      [Symbol.asyncDispose]: async () => {},
    }
  const file = `./verify-worker${extname(import.meta.url)}`
  const filename = new URL(file, import.meta.url).href
  const pool = new Piscina({
    filename,
    minThreads: 0,
    maxThreads: count,
    idleTimeout: 60_000,
    // A block may be of millions of tiny items: such a thread ends alone, not the process.
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: HEAP },
  })
  const run = async <P>(what: string, name: string, task: object, ...buffers: ArrayBuffer[]): Promise<P> => {
    try {
      return (await pool.run(task, { transferList: buffers as never, name })) as P
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw cause
      throw new HistoryError('archive', `${what} takes more than ${HEAP} MiB.`, { cause })
    }
  }
  return {
    count,
    verifyEra({ path, blocks, ...rest }, buffer) {
      const what = `${path}: to verify blocks ${blocks[0]!.number} to ${blocks.at(-1)!.number}`
      return run(what, 'default', { path, blocks, ...rest }, buffer)
    },
    verifyStored: (task, buffer) =>
      run(`to verify ${task.blocks.length} blocks of the store`, 'verifyStored', task, buffer),
    verifyLines: (task, buffer) =>
      run(`${task.lines[0]!.path}: to verify ${task.lines.length} lines`, 'verifyLines', task, buffer),
    verifyReplies: (task) =>
      run(
        `to verify ${task.blocks.length} blocks of a node`,
        'verifyReplies',
        task,
        ...task.bodies.map(({ buffer }) => buffer as ArrayBuffer),
      ),
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}

/** The most MiB of objects that a thread may hold; the bytes of blocks lie outside. */
const HEAP = 256
