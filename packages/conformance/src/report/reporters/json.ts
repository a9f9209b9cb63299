import type { Report } from '../report.ts'

/** The version of the JSON report: a reader of 1 reads all that ever comes with 1, which only gains members. */
export const jsonVersion = 1

/** A report for machines: the Report as JSON with its version before it, indented by two spaces. */
export function reportJson(report: Report): string {
  return `${JSON.stringify({ version: jsonVersion, ...report }, undefined, 2)}\n`
}
