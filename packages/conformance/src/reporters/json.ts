import type { Report } from '../report.ts'

/** A report for machines: the Report as JSON, indented by two spaces. */
export function reportJson(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`
}
