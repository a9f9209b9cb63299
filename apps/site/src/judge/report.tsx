import {
  describeLevels,
  explainUnchecked,
  isUnexpected,
  type Report,
  reportHtml,
  reportJson,
} from '@lectern/conformance/engine'
import { activate, renderReport, style } from '@lectern/conformance/report-page'
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
  /** Whether the run has ended: only then is there a header, and something to filter. */
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
    render(draw(report, hasLinks).slice(isWhole ? 0 : 1), root)
    if (isWhole) activate(root)
  }, [report, isWhole, hasLinks])
  return <div class="report" ref={host} />
}

/** The header of a report, then its body. The page has its own title, sentence and main part. */
const draw = (report: Report, hasLinks: boolean): VNode[] =>
  renderReport<VNode>(
    (tag, attributes, ...children) => {
      if (tag === 'h1' || /^(kicker|verdict) ?/.test(String(attributes['class']))) return h('span', {})
      return h(tag === 'header' || tag === 'main' ? 'div' : tag, attributes, ...(children as VNode[]))
    },
    report,
    (method) => (hasLinks ? linkTo('methods', method) : undefined),
  )

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
