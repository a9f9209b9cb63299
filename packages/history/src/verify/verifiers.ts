import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { Piscina } from 'piscina'
import { gather } from './gather.ts'
import { type Sources, verifyTask } from './tasks.ts'
import { archiveError } from '../error.ts'

export interface Verifiers extends AsyncDisposable {
  readonly count: number
  /** Verifies the blocks of a task, which `name` names in a sentence. */
  verify<K extends keyof Sources>(
    source: K,
    task: Sources[K]['task'],
    name: string,
  ): Promise<Sources[K]['verdicts']>
}

/** Creates threads that verify blocks; they start when they are needed. With a count of 0 this thread verifies. */
export function createVerifiers(count: number = availableParallelism()): Verifiers {
  if (count === 0)
    return {
      count,
      verify: async (source, task) => verifyTask(source, task),
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
    async verify(source, task, name) {
      try {
        const { value, buffer } = gather(task)
        return await pool.run({ source, task: value }, { transferList: [buffer] as never })
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw cause
        throw archiveError(`${name} takes more than ${HEAP} MiB.`, { cause })
      }
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}

const HEAP = 256 // the most MiB of objects that a thread may use; the bytes of blocks lie outside
