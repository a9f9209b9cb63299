import type { Report } from '../report.ts'
import { reportJson } from './json.ts'
import type { Paint } from './paint.ts'
import { reportText } from './text.ts'

/** What a report may be told: how its parts are marked on a terminal; unmarked without. */
export interface ReportOptions {
  readonly paint?: Paint
}

/** Each way to tell a report, by the name that `--reporter` takes. */
export const reporters = {
  text: reportText,
  json: reportJson,
} satisfies Record<string, (report: Report, options: ReportOptions) => string> as Reporters

type Reporters = Record<ReporterName, (report: Report, options?: ReportOptions) => string>

/** The name of a reporter. */
export type ReporterName = 'text' | 'json'

/** The names of all reporters. */
export const reporterNames: readonly string[] = Object.keys(reporters)

/** Whether there is a reporter of this name. */
export const isReporter = (name: string): name is ReporterName => Object.hasOwn(reporters, name)
