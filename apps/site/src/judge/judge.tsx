import './judge.css' // oxlint-disable-line import/no-unassigned-import -- loaded with this page
import { quoteShell } from '@lectern/conformance/text'
import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { showText } from '../document/text.ts'
import { Mark } from '../proof/mark.tsx'
import type { State } from '../proof/proof.ts'
import { leadTo } from '../shell/router.ts'
import { Findings } from './findings.tsx'
import { address, byOwnDocument, Form, limits } from './form.tsx'
import type { Found } from './messages.ts'
import { current, plan, prepare, type Run, save } from './runner.ts'

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
        {run && <Findings run={run} />}
      </div>
      <aside class="recto">
        <Rules found={run?.found ?? []} />
        <Terminal />
      </aside>
    </div>
  )
}

const countChecks = (): number => (plan.value?.rules ?? []).reduce((sum, { checks }) => sum + checks, 0)

/** The announcement of a run. */
function Promised(): VNode {
  return (
    <section class="group promised">
      <h2>What will be asked</h2>
      {plan.value && (
        <>
          <p>
            {countChecks()} checks, with about one request each, four at a time, which only read. A node on
            another machine gets at most 1,000 requests, and 20 a second; one on this machine 10,000.
          </p>
          <p>
            {plan.value.leftOut} further checks, of HTTP itself, are left to the terminal: a page may not send
            what they need.
          </p>
        </>
      )}
    </section>
  )
}

/** How the run stands: a sentence, a strip of all checks, the numbers. */
function Outcome({ run }: { run: Run }): VNode {
  const { state, end, found, requests, sentence } = run
  const isWorking = state === 'running' || state === 'stopping'
  const outcome = isWorking ? 'working' : (end?.outcome ?? 'broken')
  const checks = Math.max(countChecks(), found.length)
  const { host } = new URL(run.address)
  return (
    <>
      <section class={`seal ${seals[outcome]}`} data-state={outcome}>
        <Mark state={seals[outcome]} name={outcome} />
        <div>
          <p role="status">
            {isWorking ? (
              <>
                <b>{state === 'stopping' ? 'Stopping.' : 'Checking'}</b> {host}
              </>
            ) : (
              <>
                <b>{end?.head ?? 'No verdict.'}</b> {showText(end?.rest ?? sentence ?? '')}
              </>
            )}
          </p>
          <p class="asked">
            {isWorking && `${found.length} of ${checks} checks, `}
            {requests > 0 && `${requests} ${requests === 1 ? 'request' : 'requests'}`}
            {end && `, ${(end.milliseconds / 1_000).toFixed(1)} seconds, of ${host}`}
          </p>
        </div>
      </section>
      <Strip found={found} checks={checks} />
      <p class="save">
        {end && (
          <>
            <button onClick={() => save('json')}>Save as JSON</button>
            <button onClick={() => save('html')}>Save as HTML</button>
          </>
        )}
      </p>
    </>
  )
}

const seals = {
  working: 'working',
  passed: 'proven',
  failed: 'refuted',
  open: 'open',
  broken: 'open',
} as const satisfies Record<string, State>

/** The verdicts in the order of the strip, with the mark of each. */
const verdicts = [
  ['failed', 'refuted'],
  ['passed', 'proven'],
  ['known', 'open'],
  ['skipped', 'working'],
] as const

const countOf = (found: readonly Found[], verdict: string): number =>
  found.filter((one) => one.verdict === verdict).length

function Strip({ found, checks }: { found: readonly Found[]; checks: number }): VNode {
  let x = 0
  return (
    <figure class="strip">
      <svg
        viewBox="0 0 1000 8"
        preserveAspectRatio="none"
        role="progressbar"
        aria-label="Checks"
        aria-valuemin={0}
        aria-valuemax={checks}
        aria-valuenow={found.length}
      >
        {verdicts.map(([verdict]) => {
          const width = (countOf(found, verdict) / Math.max(checks, 1)) * 1_000
          x += width
          return <rect key={verdict} class={verdict} x={x - width} width={width} height="8" />
        })}
      </svg>
      <figcaption>
        {verdicts.map(([verdict, mark]) => (
          <span key={verdict}>
            <Mark state={mark} name="" /> {countOf(found, verdict)} {words[verdict]}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

const words = {
  failed: 'failed',
  passed: 'passed',
  known: 'may differ',
  skipped: 'not made',
} as const

/** The rules by what became of their checks, as it comes. */
function Rules({ found }: { found: readonly Found[] }): VNode {
  const byRule = Map.groupBy(found, ({ id }) => id.split('/', 1)[0]!)
  return (
    <section class="rules">
      <h2>Rules</h2>
      <ul>
        {(plan.value?.rules ?? []).map(({ name, meaning, checks }) => {
          const own = byRule.get(name) ?? []
          const failed = countOf(own, 'failed')
          const others = (['known', 'skipped'] as const).flatMap((verdict) => {
            const count = countOf(own, verdict)
            return count === 0 ? [] : [`${count} ${words[verdict]}`]
          })
          const [state, said] = stateOf(own, checks)
          return (
            <li key={name}>
              <Mark state={state} name={said} />
              <div>
                <p class="name">
                  {name} <span class="leader" aria-hidden="true" />{' '}
                  <span class="count">{tally(own, checks)}</span>
                </p>
                <p class="meaning">{meaning}</p>
                {(failed > 0 || others.length > 0) && (
                  <p class="others">
                    {failed > 0 && (
                      <button class="link" onClick={() => leadTo(`rule-${name}`)}>
                        {failed} failed
                      </button>
                    )}
                    {failed > 0 && others.length > 0 && ', '}
                    {others.join(', ')}
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const tally = (own: readonly Found[], checks: number): string =>
  own.length === 0 ? String(checks) : `${countOf(own, 'passed')} of ${Math.max(checks, own.length)}`

function stateOf(own: readonly Found[], checks: number): [State, string] {
  if (countOf(own, 'failed') > 0) return ['refuted', 'failed']
  if (own.length < checks) return ['working', own.length === 0 ? 'not checked yet' : 'being checked']
  return countOf(own, 'passed') > 0 ? ['proven', 'passed'] : ['open', 'not checked']
}

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
