import './judge.css' // oxlint-disable-line import/no-unassigned-import -- loaded with this page
import { quoteShell } from '@lectern/conformance/text'
import type { Report, Result } from '@lectern/conformance/engine'
import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { showText } from '../document/text.ts'
import { Mark } from '../proof/mark.tsx'
import type { State } from '../proof/proof.ts'
import { address, byOwnDocument, Form, limits } from './form.tsx'
import { describeEnd, ReportView, Save } from './report.tsx'
import { current, plan, prepare, type Run } from './runner.ts'

/** The judge: checks any node by the rules of the document, in a thread of this browser. */
export default function Judge(): VNode {
  useEffect(() => {
    document.title = 'Judge · Lectern'
    prepare()
  }, [])
  const run = current.value
  return (
    <div class="book judge">
      <div class="verso">
        <h1>Judge</h1>
        <p class="lead">
          Does a node answer as the document says? This browser asks it, computes its hashes again, and names
          each rule that it breaks.
        </p>
        <Form />
        {run ? <Outcome run={run} /> : <Promised />}
      </div>
      <aside class="recto">
        <Rules />
        <Terminal />
      </aside>
    </div>
  )
}

const countChecks = (): number => (plan.value?.rules ?? []).reduce((sum, { checks }) => sum + checks, 0)

function Promised(): VNode {
  return (
    <section class="group promised">
      <h2>What will be asked</h2>
      {plan.value && (
        <>
          <p>
            {byOwnDocument.value
              ? 'First rpc.discover, then the checks that follow from the document,'
              : `${countChecks()} checks,`}{' '}
            with about one request each, four at a time, which only read. A node on another machine gets at
            most 1,000 requests, and 20 a second; one on this machine 10,000.
          </p>
          <p>
            {byOwnDocument.value ? 'Further' : `${plan.value.leftOut} further`} checks, of HTTP itself, are
            left to the terminal: a page may not send what they need.
          </p>
        </>
      )}
    </section>
  )
}

/** How the run stands: a sentence and the numbers, then what it found. */
function Outcome({ run }: { run: Run }): VNode {
  const { state, report, done, sentence, address } = run
  const isWorking = state === 'running' || state === 'stopping'
  const isWhole = state === 'ended'
  const { host, origin } = new URL(address)
  const [outcome, head, rest] = isWorking
    ? (['working', state === 'stopping' ? 'Stopping.' : 'Checking', host] as const)
    : isWhole
      ? describeEnd(report!)
      : (['open', 'No verdict.', sentence ?? ''] as const)
  const { requests = 0, milliseconds = 0 } = report?.summary ?? {}
  const checks = countChecks()
  return (
    <>
      <section class={`seal ${seals[outcome]}`} data-state={state === 'broken' ? state : outcome}>
        <Mark state={seals[outcome]} name={outcome} />
        <div>
          <p role="status">
            <b>{head}</b> {showText(rest)}
          </p>
          <p class="asked progress">
            {isWorking && <progress max={checks} value={done} aria-label="Checks" />}
            <span>
              {isWorking && `${done} of ${checks} checks, `}
              {requests > 0 && `${requests} ${requests === 1 ? 'request' : 'requests'}`}
              {isWhole &&
                `, ${(milliseconds / 1_000).toFixed(1)} seconds, of ${host}${describeDocument(report!)}`}
            </span>
          </p>
        </div>
      </section>
      {isWhole && <Save report={report!} />}
      {report?.results.some(isSilent) && origin !== location.origin && (
        <p class="further">
          A browser also withholds an answer that lacks the headers of CORS, as answers to errors often do:
          the command on this page sees it.
        </p>
      )}
      {report && <ReportView report={report} isWhole={isWhole} hasLinks={run.document === 'lectern'} />}
    </>
  )
}

/** Says by which document the node was judged, and how much of it was not read. */
function describeDocument({ document: { title, version, methods, problems } }: Report): string {
  const left = problems.length === 0 ? '' : `; ${problems.length} of its methods cannot be read`
  return `, by ${showText(`${title} ${version}`)} with ${methods} methods${left}`
}

const isSilent = ({ request, response }: Result): boolean => request !== undefined && response === undefined

const seals = {
  working: 'working',
  passed: 'proven',
  failed: 'refuted',
  open: 'open',
} as const satisfies Record<string, State>

const Rules = (): VNode => (
  <section class="rules">
    <h2>Rules</h2>
    <ul>
      {(plan.value?.rules ?? []).map(({ name, meaning, checks }) => (
        <li key={name}>
          <p class="name">
            {name} <span class="leader" aria-hidden="true" /> <span class="count">{checks}</span>
          </p>
          <p class="meaning">{meaning}</p>
        </li>
      ))}
    </ul>
  </section>
)

/** The same run as a command. */
function Terminal(): VNode {
  const { timeout, requests, rate } = limits.value
  const flags = [
    ...(timeout ? [`--timeout ${Number(timeout) * 1_000}`] : []),
    ...(requests ? [`--request-budget ${requests}`] : []),
    ...(rate ? [`--rate ${rate}`] : []),
    ...(byOwnDocument.value ? ['--document discover'] : []),
  ]
  const quoted = quoteShell(address.value.trim())
  return (
    <section class="group terminal">
      <h2>From a terminal</h2>
      <p>The same checks, and those of HTTP itself; in a clone of Lectern:</p>
      <pre tabIndex={0} aria-label="The command">
        <code>{showText(['npm run -s lectern -- conform', quoted, ...flags].join(' '))}</code>
      </pre>
      <p>
        With <code>--reporter json=report.json</code> it saves the same report. It ends with code 1 if a check
        fails, as CI wants it.
      </p>
    </section>
  )
}
