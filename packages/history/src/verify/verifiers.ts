import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import type { ChainConfig, Parent } from '@lectern/chain'
import type { Verification } from '@lectern/chain/internal'
import { Piscina } from 'piscina'
import { HistoryError } from '../error.ts'
import { type LinesTask, verifyLineBatch } from './line-batch.ts'
import { type RepliesTask, type RepliesVerdicts, verifyReplyBatch } from './reply-batch.ts'
import type { Verdict, Verdicts } from './verdicts.ts'
import { type EraTask, type StoredTask, verifyEraBatch, verifyStoredBatch } from './verify-batch.ts'

/** How blocks are verified by threads. */
export interface VerifyByOptions {
  readonly verifiers: Verifiers
  readonly config: ChainConfig
  /** Of the first block; null if that one is trusted. */
  readonly parent: Parent | null
}

/** What verifies blocks: threads, or this one. */
export interface Verifiers extends AsyncDisposable {
  readonly count: number
  /** Verifies blocks of an era file, whose bytes lie in a buffer that is transferred. */
  verifyEra(task: EraTask, buffer: ArrayBuffer): Promise<Verdicts<Verdict>>
  /** Verifies blocks of a store, likewise. */
  verifyStored(task: StoredTask, buffer: ArrayBuffer): Promise<Verdicts<Verification>>
  /** Verifies blocks of lines of JSON, likewise. */
  verifyLines(task: LinesTask, buffer: ArrayBuffer): Promise<Verdicts<Verdict>>
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
    verifyEra(task, buffer) {
      const [first, last] = [task.blocks[0]!, task.blocks.at(-1)!]
      return run(`${task.path}: to verify blocks ${first.number} to ${last.number}`, 'default', task, buffer)
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
