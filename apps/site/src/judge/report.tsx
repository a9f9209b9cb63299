import {
  describeLevels,
  explainUnchecked,
  isUnexpected,
  type Report,
  reportHtml,
  reportJson,
} from '@lectern/conformance/engine'
import { activate, type Node, renderFailures, renderReport, style } from '@lectern/conformance/report-page'
import { h, render, type VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { linkTo } from '../shell/router.ts'

/** The report of a run, as the command draws it: in a shadow root, where its style is its own. */
export function ReportView({
  report,
  isWhole,
  hasLinks,
}: {
  readonly report: Report
  /** Whether the run has ended: before that, only failures are shown. */
  readonly isWhole: boolean
  /** Whether this page documents the methods. */
  readonly hasLinks: boolean
}): VNode {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    root.adoptedStyleSheets = [sheet]
    const hrefOf = (method: string) => (hasLinks ? linkTo('methods', method) : undefined)
    render((isWhole ? renderReport : renderFailures)(report, hrefOf).map(draw), root)
    if (isWhole) activate(root)
  }, [report, isWhole, hasLinks])
  return <div class="report" ref={host} />
}

/** Returns an element of a report for Preact. */
const draw = (node: Node): VNode | string =>
  typeof node === 'string'
    ? node
    : h(node.tag, { key: node.attributes['id'], ...node.attributes }, node.children.map(draw))

/** How a run ended: its outcome, the first words, and the rest. */
export function describeEnd(
  report: Report,
): readonly [outcome: 'passed' | 'failed' | 'open', head: string, rest: string] {
  const { results, summary } = report
  const failures = results.filter(isUnexpected).length
  const unchecked = explainUnchecked(report)
  const rest = `of ${results.length} checks: ${describeLevels(results)}. ${unchecked ?? ''}`
  if (failures > 0) return ['failed', `${failures} failed`, rest]
  if (unchecked !== undefined) return ['open', 'Not all was checked.', unchecked]
  const skips = summary.skipped === 0 ? '' : `, ${summary.skipped} could not be made`
  return ['passed', 'No failure', `in ${results.length} checks${skips}.`]
}

/** The formats of a saved report, as `--reporter` names them. */
const formats = {
  json: { write: reportJson, type: 'application/json' },
  html: { write: reportHtml, type: 'text/html' },
} as const

export const Save = ({ report }: { report: Report }): VNode => (
  <p class="save">
    {(['json', 'html'] as const).map((format) => (
      <button key={format} onClick={() => download(format, report)}>
        Save as {format.toUpperCase()}
      </button>
    ))}
  </p>
)

function download(format: keyof typeof formats, report: Report): void {
  const { write, type } = formats[format]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([write(report)], { type }))
  link.download = `conformance.${format}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
