import type { Level } from '../../rules/check.ts'
import { isUnexpected, type Report, type Result } from '../report.ts'
import { showText } from '../../document/shown-text.ts'

/**
 * A report as SARIF 2.1.0 (OASIS), for code scanning: a rule for each check, a result for each failure. Known
 * deviations are suppressed results; what could not be checked is a notification.
 */
export function reportSarif(report: Report): string {
  return `${JSON.stringify(describeReport(report), undefined, 2)}\n`
}

// Where code scanning shows a finding: an endpoint has no file, what it breaks stands in the document.
const location = { physicalLocation: { artifactLocation: { uri: 'openrpc.json' }, region: { startLine: 1 } } }

const levels: Record<Level, string> = { MUST: 'error', SHOULD: 'warning', MAY: 'note' }

function describeReport(report: Report) {
  const { target, seed, started, results, summary } = report
  const ended = new Date(Date.parse(started) + summary.milliseconds).toISOString()
  const shown = results.filter((result) => isUnexpected(result) || result.verdict === 'known')
  const skipped = results.filter(({ verdict }) => verdict === 'skipped')
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Lectern conformance',
            organization: 'Lectern',
            rules: results.map(describeRule),
          },
        },
        automationDetails: { id: `conformance/${target ?? 'endpoint'}` },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: true,
            exitCode: results.some(isUnexpected) ? 1 : 0,
            startTimeUtc: started,
            endTimeUtc: ended,
            toolExecutionNotifications: skipped.map(({ id, reason = '' }) => ({
              level: 'note',
              associatedRule: { id, index: results.findIndex((result) => result.id === id) },
              message: { text: `Not checked: ${showText(reason)}` },
            })),
          },
        ],
        properties: { seed, level: report.level, mode: report.mode, ...summary },
        results: shown.map((result) => describeResult(result, results.indexOf(result), target)),
      },
    ],
  }
}

const describeRule = ({ id, level, sentence, source }: Result) => ({
  id,
  shortDescription: { text: sentence },
  fullDescription: { text: `${sentence} Source: ${source}.` },
  defaultConfiguration: { level: levels[level] },
  properties: { tags: ['conformance', id.split('/')[0]], rfc2119: level, source },
})

function describeResult(result: Result, ruleIndex: number, target = '$URL') {
  const { id, level, sentence, reason = '', verdict, known, request, response, curl, seed } = result
  const justification = `${known?.name}: ${known?.sentence ?? ''} ${known?.source ?? ''}`
  return {
    ruleId: id,
    ruleIndex,
    kind: 'fail',
    level: verdict === 'known' ? 'note' : levels[level],
    message: { text: showText(`${sentence} ${reason}${curl === undefined ? '' : `\n${curl}`}`, 4_000) },
    locations: [{ ...location, logicalLocations: [{ fullyQualifiedName: id, kind: 'member' }] }],
    partialFingerprints: { 'checkId/v1': id },
    ...(request !== undefined && {
      webRequest: { method: 'POST', target, protocol: 'http', body: { text: showText(request, 20_000) } },
    }),
    ...(response !== undefined && { webResponse: { body: { text: showText(response, 20_000) } } }),
    ...(verdict === 'known' && {
      suppressions: [{ kind: 'external', justification }],
    }),
    properties: { seed, verdict },
  }
}
