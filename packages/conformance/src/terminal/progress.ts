import { clearLine, cursorTo } from 'node:readline'

/** What a long command has done so far; a rate is counted for each entry of `counts`. */
export interface Step {
  /** Share of the work done, from 0 to 1, where the size of the whole is known. */
  readonly share?: number
  readonly counts: Readonly<Record<string, number>>
  /** What the work is at: a block number and fork, for instance. */
  readonly at: string
}

/** A bar on a terminal that a long command redraws. */
export interface Progress {
  update(step: Step): void
  /** Takes the bar away. */
  end(): void
}

/** Shows progress on a stream: a bar that is drawn over itself on a terminal, a line every eight seconds elsewhere. */
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
      if (!stream.isTTY) return void stream.write(`${title} ${describeStep(step, seconds)}\n`)
      cursorTo(stream, 0)
      stream.write(`${title} ${bar(step.share)}${describeStep(step, seconds)}`.slice(0, stream.columns - 1))
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

const width = 24

const bar = (share?: number) =>
  share === undefined ? '' : `[${'█'.repeat(Math.round(share * width)).padEnd(width, '·')}] `

function describeStep({ share, counts, at }: Step, seconds: number): string {
  const rates = Object.entries(counts).map(
    ([name, count]) => `${Math.round(count / Math.max(seconds, 0.001)).toLocaleString('en')} ${name}/s`,
  )
  const left = share === undefined || share === 0 ? undefined : (seconds * (1 - share)) / share
  const parts = [
    share === undefined ? '' : `${Math.floor(share * 100)} %`,
    at,
    ...rates,
    left === undefined ? '' : `${formatTime(left)} left`,
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

const formatTime = (seconds: number) =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.floor(seconds / 60)} min`
