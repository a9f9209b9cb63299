import type { Report } from '../report.ts'
import { reportHtml } from './html.ts'
import { reportJunit } from './junit.ts'
import { reportMarkdown } from './markdown.ts'
import { reportText } from './text.ts'

/** The name of a reporter, as `--reporter` takes it. */
export type ReporterName = 'text' | 'json' | 'junit' | 'html' | 'markdown'

/** The reporters by name. */
export const reporters: Readonly<Record<ReporterName, (report: Report) => string>> = {
  text: reportText,
  json: reportJson,
  junit: reportJunit,
  html: reportHtml,
  markdown: reportMarkdown,
}

export const reporterNames = Object.keys(reporters) as readonly ReporterName[]

/** Returns the Report as indented JSON after its version; a report of version 1 only ever gains members. */
export function reportJson(report: Report): string {
  return `${JSON.stringify({ version: 1, ...report }, undefined, 2)}\n`
}
