import type { VNode } from 'preact'
import { Boundary } from '../shell/boundary.tsx'
import { Mark } from '../proof/mark.tsx'
import { groundOf, stateOf } from '../proof/proof.ts'
import { proof } from '../proof/prover.ts'
import type { Kind, Row } from './members.ts'
import { showValue } from './text.ts'
import { type Json, Value } from './value.tsx'

/** A member of a document: its mark, its label with the letter of its ground, its value; struck where it is refuted. */
function Member({
  pointer,
  label,
  kind,
  value,
  whole,
}: {
  pointer: string
  label: string
  kind: Kind
  value: unknown
  whole: Json | undefined
}): VNode {
  const made = proof.value
  const state = stateOf(made, pointer)
  const letter = made && state === 'proven' ? groundOf(made, pointer) : undefined
  const wrong = made?.mismatches.find(({ path }) => path === pointer)
  const drawn = (
    <Boundary what={label}>
      <Value kind={kind} value={value} whole={whole ?? {}} />
    </Boundary>
  )
  return (
    <div class={`member ${state}`} data-member={pointer}>
      <dt>
        <Mark state={state} />
        <span class="label">
          {label}
          {letter && (
            <sup>
              <a href={`#ground-${letter}`} onClick={showGround(letter)}>
                {letter}
              </a>
            </sup>
          )}
        </span>
      </dt>
      <dd>
        {state === 'refuted' ? <s>{drawn}</s> : drawn}
        {wrong && <span class="instead">{instead(wrong.expected)}</span>}
      </dd>
    </div>
  )
}

/** Returns the value that a hash commits to instead. */
function instead(expected: unknown): string {
  if (expected === undefined) return 'no such member follows from the hash'
  return `the hash says ${showValue(expected).slice(0, 140)}`
}

export type MemberRows = readonly (readonly [...Row, value: unknown])[]

/** Members below a pointer, one per row; the pointer of each ends in the row's name. */
export const Members = ({
  at = '',
  rows,
  of: whole,
}: {
  at?: string
  rows: MemberRows
  of?: Json
}): VNode => (
  <>
    {rows.map(([name, label, kind, value]) => (
      <Member key={name} pointer={`${at}/${name}`} label={label} kind={kind} value={value} whole={whole} />
    ))}
  </>
)

/** A link to a part of the page would change the address, which names the document. */
const showGround =
  (letter: string) =>
  (event: Event): void => {
    event.preventDefault()
    const ground = document.querySelector<HTMLElement>(`#ground-${letter}`)
    if (!ground) return
    ground.tabIndex = -1
    ground.focus({ preventScroll: true })
    ground.scrollIntoView({ block: 'nearest' })
  }
