// All that needs no file and no Node: it runs in a browser, and its import graph names no module of Node.
export { compare, compareReplies, describeDifference, type Difference } from './document/json.ts'
export type { Check, Finding, Level } from './rules/check.ts'
export { dialects, divergences, type Divergence } from './rules/ethereum/dialects.ts'
export { ConformanceError, type HttpRequest } from './error.ts'
export { parseExchange, planExchanges, type RecordedExchange, type Round } from './rules/generic/exchanges.ts'
export { plan, type PlanOptions } from './rules/plan.ts'
export { discoverDocument } from './endpoint/probe.ts'
export { readDocument, type ReadDocument } from './document/read-document.ts'
export type { GradingOptions } from './report/grade.ts'
export { planDifferences } from './rules/generic/differences.ts'
export { reportHtml } from './report/reporters/html.ts'
export { renderReport } from './report/reporters/page/report-page.ts'
export { reportJunit } from './report/reporters/junit.ts'
export { reportMarkdown } from './report/reporters/markdown.ts'
export { reportJson, reporters, type ReporterName } from './report/reporters/reporters.ts'
export { describeResult, reportText } from './report/reporters/text.ts'
export { describeLevels, groupResults, type Group } from './report/reporters/verdict.ts'
export { smallSample } from './sample/sample.ts'
export {
  explainUnchecked,
  isUnexpected,
  type CoverageRow,
  type Known,
  type Mode,
  type Report,
  type Result,
  type RunProgress,
  type Summary,
  type Verdict,
} from './report/report.ts'
export { run, selectChecks, type RunOptions } from './run.ts'
export { checkValue, describeIssue, type Issue } from './document/value-check.ts'
export {
  functionTarget,
  httpTarget,
  isLoopback,
  type HttpResponse,
  type Rpc,
  type Target,
} from './endpoint/target.ts'
