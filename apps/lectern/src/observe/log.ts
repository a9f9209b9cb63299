import { writeSync } from 'node:fs'
import { type Logger, pino } from 'pino'
import { prettyFactory } from 'pino-pretty'

export type { Logger } from 'pino'

export interface LogOptions {
  readonly 'log.level': string
  readonly 'log.format': 'pretty' | 'json'
}

/** The log of a process on standard output: JSON lines, or text. */
export function createLog({ 'log.level': level, 'log.format': format }: LogOptions, worker?: number): Logger {
  const base = { pid: process.pid, ...(worker !== undefined && { worker }) }
  const settings = { level, base }
  const output = createLogOutput(1)
  if (format === 'json') return pino(settings, output)
  const toText = prettyFactory({
    ignore: 'pid,hostname',
    singleLine: true,
    colorize: process.stdout.hasColors?.() ?? false,
  })
  return pino(settings, { write: (line: string) => output.write(toText(line)) })
}

export interface LogOutput {
  write(line: string): void
}

/** How many milliseconds one line may wait for its reader. */
const patience = 100

/**
 * Writes lines to a file descriptor, each before the call returns. Lines are dropped while standard output
 * is blocked: a server does not stop for its log.
 */
export function createLogOutput(descriptor: number): LogOutput {
  let rest: Uint8Array = new Uint8Array(0) // of a line that was written in part
  let isStalled = false
  return {
    write(line) {
      const before = rest.length
      let bytes: Uint8Array = Buffer.concat([rest, Buffer.from(line)])
      const whole = bytes.length
      const end = performance.now() + (isStalled ? 0 : patience)
      while (bytes.length > 0) {
        try {
          bytes = bytes.subarray(writeSync(descriptor, bytes))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() >= end) break
          Atomics.wait(cell, 0, 0, 5)
        }
      }
      isStalled = bytes.length > 0
      const written = whole - bytes.length
      // Either all or nothing of this line is dropped; the rest of the line before it is written first.
      rest = written === 0 ? rest : written <= before ? rest.subarray(written) : bytes
    },
  }
}

const cell = new Int32Array(new SharedArrayBuffer(4))
