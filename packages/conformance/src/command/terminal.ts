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
      const seconds = (now - started) / 1_000
      const parts = describeStep(step, seconds)
      if (!stream.isTTY) return void stream.write(`${title} ${parts.join(' · ')}\n`)
      cursorTo(stream, 0)
      stream.write(fit(`${title} `, parts, (stream.columns || 80) - 1)) // a terminal that says no size says 0
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

/** As many of the parts as there is room for, none cut: half a number is another number. */
function fit(start: string, [first = '', ...others]: readonly string[], room: number): string {
  let line = start + first
  for (const part of others) {
    if (line.length + 3 + part.length > room) break
    line += ` · ${part}`
  }
  return line.slice(0, room)
}

/** The first part matters most. */
function describeStep({ share, counts, at }: Step, seconds: number): string[] {
  const rates = Object.entries(counts).map(
    ([name, count]) => `${Math.round(count / Math.max(seconds, 0.001)).toLocaleString('en')} ${name}/s`,
  )
  // The time of the first hundredth says little: three seconds would be shown as hours.
  const left = share === undefined || share < 0.01 ? undefined : (seconds * (1 - share)) / share
  const parts = [
    share === undefined ? '' : `${Math.floor(share * 100)} %`,
    left === undefined ? '' : `${formatTime(left)} left`,
    at,
    ...rates,
  ]
  return parts.filter((part) => part !== '')
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
