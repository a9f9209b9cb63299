import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import type { ChainConfig, Parent } from '@lectern/chain'
import { Piscina } from 'piscina'
import { HistoryError } from '../error.ts'
import { type ResultOf, type TaskKind, type TaskOf, verifyTask } from './tasks.ts'

/** How blocks are verified by threads. */
export interface VerifyByOptions {
  readonly verifiers: Verifiers
  readonly config: ChainConfig
  /** Of the first block; null if that one is trusted. */
  readonly parent: Parent | null
}

/** Verifies blocks: by threads, or by this one. */
export interface Verifiers extends AsyncDisposable {
  readonly count: number
  /**
   * Verifies the blocks of a task.
   * @param name Names the blocks in a sentence.
   * @param buffers Of the task's bytes: they are transferred, so do not use them afterwards.
   */
  verify<K extends TaskKind>(
    kind: K,
    task: TaskOf<K>,
    name: string,
    buffers: readonly ArrayBuffer[],
  ): Promise<ResultOf<K>>
}

/** Creates threads that verify blocks; they start when they are needed. With a count of 0 this thread verifies. */
export function createVerifiers(count: number = availableParallelism()): Verifiers {
  if (count === 0)
    return {
      count,
      verify: async (kind, task) => verifyTask(kind, task),
      [Symbol.asyncDispose]: async () => {},
    }
  const file = `./verify-worker${extname(import.meta.url)}`
  const pool = new Piscina({
    filename: new URL(file, import.meta.url).href,
    minThreads: 0,
    maxThreads: count,
    idleTimeout: 60_000,
    // A block may be of millions of tiny items: such a thread ends alone, not the process.
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: HEAP },
  })
  return {
    count,
    async verify(kind, task, name, buffers) {
      try {
        return await pool.run({ kind, task }, { transferList: buffers as never })
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw cause
        throw new HistoryError('archive', `${name} takes more than ${HEAP} MiB.`, { cause })
      }
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}

/** The most MiB of objects that a thread may use; the bytes of blocks lie outside. */
const HEAP = 256
