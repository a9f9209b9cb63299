import { type Logger, pino } from 'pino'
import { prettyFactory } from 'pino-pretty'
import { createLogOutput } from './log-output.ts'

export type { Logger } from 'pino'

/** How a process logs. */
export interface LogOptions {
  readonly 'log.level': string
  readonly 'log.format': 'pretty' | 'json'
}

/**
 * The log of a process, on standard output: a JSON object a line, or what a person reads. Each line is written before
 * the call returns, so nothing is lost where the process ends, and the lines of several processes do not mix; what cannot be written is dropped.
 */
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
