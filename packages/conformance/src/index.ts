export { compare, compareAnswers, describeDifference, type Difference } from './compare.ts'
export type { Check, Finding, Level } from './check.ts'
export { dialects, divergences, type Divergence } from './dialects.ts'
export { ConformanceError } from './error.ts'
export { parseExchange, readExchanges, type Exchange, type Round } from './exchange.ts'
export { plan, type PlanOptions } from './plan.ts'
export type { GradingOptions } from './grade.ts'
export { parseKnownFailing, readKnownFailing } from './known-failing.ts'
export { planDifferences } from './rules/differences.ts'
export { planExchanges } from './rules/exchanges.ts'
export { reportHtml } from './reporters/html.ts'
export { reportJson } from './reporters/json.ts'
export { reportJunit } from './reporters/junit.ts'
export { reportMarkdown } from './reporters/markdown.ts'
export { reporters, type Reporter, type ReporterName } from './reporters/reporters.ts'
export { reportSarif } from './reporters/sarif.ts'
export { describeResult, reportText } from './reporters/text.ts'
export type { Coverage, CoverageRow } from './coverage.ts'
export {
  isUnexpected,
  type DialectUse,
  type Known,
  type Mode,
  type Report,
  type Result,
  type RunEvent,
  type Summary,
  type Verdict,
} from './report.ts'
export { run, selectChecks, type RunOptions } from './run.ts'
export { checkValue, describeIssue, type Issue } from './value-check.ts'
export { functionTarget, httpTarget, type Answer, type HttpRequest, type Rpc, type Target } from './target.ts'
