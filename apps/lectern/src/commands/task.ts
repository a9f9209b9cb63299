import { availableParallelism } from 'node:os'
import type { Option } from 'commander'
import { wholeNumber } from '@lectern/conformance/flags'
import { createProgress, type Progress } from '@lectern/conformance/terminal'
import { defaultBatchLimits } from '@lectern/history'
import { Failure } from '../failure.ts'

/** A long task: its progress bar, and a signal that SIGINT and SIGTERM abort. */
export interface Task extends Disposable {
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** Starts a long task; `interrupted` is the sentence of the Failure that aborts it. */
export function startTask(title: string, interrupted: string): Task {
  const progress = createProgress(title)
  const abort = new AbortController()
  const stop = () => abort.abort(new Failure(interrupted))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  return {
    progress,
    signal: abort.signal,
    [Symbol.dispose]() {
      progress.end()
      process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop)
    },
  }
}

/** Prints a result: as JSON with `--json`, else as text. */
export function print(json: true | undefined, value: unknown, text: string): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : text)
}

export const batchSize = (): Option =>
  wholeNumber('--batch <blocks>', 'most blocks in one commit', {
    least: 1,
    most: 65_536,
    value: defaultBatchLimits.blocks,
  })

export const verifyWorkers = (blocks: string): Option =>
  wholeNumber('--workers <number>', `threads that verify ${blocks}`, {
    most: 1_024,
  }).default(availableParallelism(), 'one per core')
