import type { Report } from '../report.ts'
import { reportHtml } from './html.ts'
import { reportJunit } from './junit.ts'
import { reportMarkdown } from './markdown.ts'
import { reportText } from './text.ts'

/** The name of a reporter, as `--reporter` takes it. */
export type ReporterName = 'text' | 'json' | 'junit' | 'html' | 'markdown'

/** Renders a report as text. */
export type Reporter = (report: Report) => string

/** The reporters by name. */
export const reporters: Readonly<Record<ReporterName, Reporter>> = {
  text: reportText,
  json: reportJson,
  junit: reportJunit,
  html: reportHtml,
  markdown: reportMarkdown,
}

export const reporterNames = Object.keys(reporters) as readonly ReporterName[]

export const isReporter = (name: string): name is ReporterName => Object.hasOwn(reporters, name)

/** The version of the JSON report: a reader of 1 reads all that ever comes with 1, which only gains members. */
const jsonVersion = 1

/** A report for machines: the Report as JSON with its version before it, indented by two spaces. */
export function reportJson(report: Report): string {
  return `${JSON.stringify({ version: jsonVersion, ...report }, undefined, 2)}\n`
}
