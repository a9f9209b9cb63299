import { useComputed, useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import type { Fold } from '@lectern/conformance/engine'
import { showText } from '../document/text.ts'
import { Mark } from '../proof/mark.tsx'
import { linkTo } from '../shell/router.ts'
import type { Fault, Found, Shown } from './messages.ts'
import { plan, type Run, show, shown } from './runner.ts'

/** The findings by rule: broken rules first, then tolerated differences and skipped checks by reason. */
export function Findings({ run: { found, address, state } }: { run: Run }): VNode {
  const failed = Map.groupBy(
    found.filter(({ verdict }) => verdict === 'failed'),
    ({ id }) => id.split('/', 1)[0]!,
  )
  const rules = (plan.value?.rules ?? []).filter(({ name }) => failed.has(name))
  const isOver = state === 'ended' || state === 'broken' // else these lists would move with each finding above them
  const isElsewhere = new URL(address).origin !== location.origin
  return (
    <>
      {rules.map(({ name, meaning }) => (
        <RuleFindings
          key={name}
          name={name}
          meaning={meaning}
          found={failed.get(name)!}
          isElsewhere={isElsewhere}
        />
      ))}
      {isOver && (
        <>
          <Reasons title="What may differ" found={found.filter(({ verdict }) => verdict === 'known')} />
          <Reasons
            title="What was not checked"
            found={found.filter(({ verdict }) => verdict === 'skipped')}
          />
        </>
      )}
    </>
  )
}

/** More findings of one rule, and more reasons, than these wait for a press of a button. */
const first = 20

interface RuleProps {
  readonly name: string
  readonly meaning: string
  readonly found: readonly Found[]
  readonly isElsewhere: boolean
}

function RuleFindings({ name, meaning, found, isElsewhere }: RuleProps): VNode {
  const isWhole = useSignal(false)
  const rest = found.length - first
  return (
    <section class="group broken" aria-labelledby={`rule-${name}`}>
      <h2 id={`rule-${name}`} tabIndex={-1}>
        {name} <small>{meaning}</small>
      </h2>
      {found.slice(0, isWhole.value ? found.length : first).map((one) => (
        <Finding key={one.id} found={one} isElsewhere={isElsewhere} />
      ))}
      {rest > 0 && !isWhole.value && (
        <button class="more" onClick={() => (isWhole.value = true)}>
          Show the other {rest} of {name}
        </button>
      )}
    </section>
  )
}

/** A broken rule: its text, where in the answer it is broken, where it stands, and the exchange. */
function Finding({ found, isElsewhere }: { found: Found; isElsewhere: boolean }): VNode {
  const { id, level, sentence, source, method, reason, faults, furtherFaults, isAsked, isSilent } = found
  return (
    <article class="finding" data-check={id}>
      <Mark state="refuted" name="failed" />
      <div>
        <h3>{showText(sentence)}</h3>
        {faults.map((fault) => (
          <FaultLine key={fault.path} fault={fault} />
        ))}
        {furtherFaults > 0 && <p class="further">and {furtherFaults} further places</p>}
        {reason && <p class="why">{showText(reason)}</p>}
        {isSilent && isElsewhere && (
          <p class="further">
            A browser also withholds an answer that lacks the headers of CORS, as answers to errors often do:
            the command on this page sees it.
          </p>
        )}
        <p class="source">
          <span class="level">{level}</span>{' '}
          {method === undefined ? (
            showText(source)
          ) : (
            <a href={linkTo('methods', method)}>{showText(source)}</a>
          )}{' '}
          <code>{showText(id)}</code>
        </p>
        {isAsked && <Exchange id={id} />}
      </div>
    </article>
  )
}

function FaultLine({ fault: { path, actual, expected, isKnown } }: { fault: Fault }): VNode {
  return (
    <p class="fault">
      <code class="pointer">{path === '' ? 'the answer' : showText(path)}</code>{' '}
      {actual === undefined ? <i>is absent</i> : <s>{showText(actual)}</s>}{' '}
      {isKnown && <ins>{showText(expected!)}</ins>}
    </p>
  )
}

/** The request and the answer, which the thread sends when a reader opens them. */
function Exchange({ id }: { id: string }): VNode {
  const known = useComputed(() => shown.value.get(id))
  const isAsked = useComputed(() => shown.value.has(id))
  const isOpen = useSignal(false)
  const toggle = (event: Event): void => {
    isOpen.value = (event.currentTarget as HTMLDetailsElement).open
    if (isOpen.value && !isAsked.value) show(id)
  }
  return (
    <details onToggle={toggle}>
      <summary>request and answer</summary>
      {isOpen.value && known.value && <Sides shown={known.value} />}
      {isOpen.value && isAsked.value && !known.value && <p class="further">They are no longer there.</p>}
    </details>
  )
}

function Sides({ shown: { evidence, curl } }: { shown: Shown }): VNode {
  const { actual, expected } = evidence.legend
  return (
    <div class="sides">
      <h4>Request</h4>
      <Lines name="Request" lines={evidence.request} />
      <h4>
        Answer{' '}
        {evidence.marked && (
          <small>
            <s>{actual}</s> <ins>{expected}</ins>
          </small>
        )}
      </h4>
      <Lines name="Answer" lines={evidence.response} />
      {curl && (
        <>
          <h4>Ask again</h4>
          <pre tabIndex={0} aria-label="Ask again">
            <code>{showText(curl)}</code>
          </pre>
        </>
      )}
    </div>
  )
}

function Lines({ name, lines }: { name: string; lines: readonly Fold[] }): VNode {
  return (
    <pre tabIndex={0} aria-label={name}>
      {lines.map((line, index) => (
        <Line key={index} line={line} />
      ))}
    </pre>
  )
}

function Line({ line }: { line: Fold }): VNode {
  if ('folded' in line) return <span class="fold">… {line.folded} lines</span>
  const text = showText(line.text)
  if (line.mark === 'same') return <span>{text}</span>
  const Tag = line.mark === 'actual' ? 's' : 'ins'
  return (
    <span>
      {text.slice(0, text.search(/\S/))}
      <Tag>{text.trimStart()}</Tag>
    </span>
  )
}

/** Checks that are alike in their reason, under it. */
function Reasons({ title, found }: { title: string; found: readonly Found[] }): VNode | null {
  if (found.length === 0) return null
  const reasons = [...Map.groupBy(found, ({ reason }) => reason ?? '')].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  return (
    <section class="group reasons">
      <h2>
        {title} <small>{found.length}</small>
      </h2>
      <ul>
        {reasons.slice(0, first).map(([reason, checks]) => (
          <li key={reason}>
            <details>
              <summary>
                {showText(reason.slice(0, 300)) || 'no reason is known'} <small>{checks.length}</small>
              </summary>
              <ul>
                {checks.map(({ id, sentence }) => (
                  <li key={id}>
                    {showText(sentence)} <code>{showText(id)}</code>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
      {reasons.length > first && <p class="further">and {reasons.length - first} further reasons</p>}
    </section>
  )
}
