import { clearLine, cursorTo } from 'node:readline'

/** The progress of a long command; a rate is counted for each entry of `counts`. */
export interface Step {
  /** Share of the work done, from 0 to 1, where the size of the whole is known. */
  readonly share?: number
  readonly counts: Readonly<Record<string, number>>
  /** The current item: a block number and fork, for instance. */
  readonly at: string
}

/** A line on a terminal that a long command redraws. */
export interface Progress {
  update(step: Step): void
  /** Takes the line away. */
  end(): void
}

/** Shows progress on a stream: a line that is drawn over itself on a terminal, and one every eight seconds elsewhere. */
export function createProgress(title: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  const started = performance.now()
  const pause = stream.isTTY ? 100 : 8_000 // geth reports every eight seconds
  let shown = started
  let drawn = false
  return {
    update(step) {
      const now = performance.now()
      if (now - shown < pause) return
      shown = now
      const line = `${title} ${describeStep(step, (now - started) / 1_000)}`
      if (!stream.isTTY) return void stream.write(`${line}\n`)
      cursorTo(stream, 0)
      stream.write(line.slice(0, (stream.columns || 80) - 1)) // a terminal that says no size says 0
      clearLine(stream, 1)
      drawn = true
    },
    end() {
      if (!drawn) return
      cursorTo(stream, 0)
      clearLine(stream, 0)
      drawn = false
    },
  }
}

/** The progress in words: what a narrow terminal cuts off matters least. */
function describeStep({ share, counts, at }: Step, seconds: number): string {
  const rates = Object.entries(counts).map(
    ([name, count]) => `${Math.round(count / Math.max(seconds, 0.001)).toLocaleString('en')} ${name}/s`,
  )
  const done = share === undefined ? [] : [`${Math.floor(share * 100)} %`]
  // The time of the first hundredth says little: three seconds would be shown as hours.
  if (share !== undefined && share >= 0.01) done.push(`${formatTime((seconds * (1 - share)) / share)} left`)
  return [...done, ...rates, at].join(' · ')
}

const formatTime = (seconds: number) =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.floor(seconds / 60)} min`

/** Ends the process when its standard output cannot be written: silently if the reader is gone (`| head`), else with exit code 2. */
export function watchOutput(name: string, explain: (error: Error) => string): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    process.stderr.write(`${name}: standard output cannot be written: ${explain(error)}\n`)
    process.exit(2)
  })
}
