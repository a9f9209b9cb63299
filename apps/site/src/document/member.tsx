import type { Json } from '@lectern/conformance/json'
import type { VNode } from 'preact'
import { Boundary } from '../shell/boundary.tsx'
import { Mark } from '../proof/mark.tsx'
import { groundOf, stateOf } from '../proof/proof.ts'
import { proof } from '../proof/prover.ts'
import { leadTo } from '../shell/router.ts'
import type { Row } from './members.ts'
import { showValue } from './text.ts'
import { Value } from './value.tsx'

/** A member of a document: its mark, its label with the letter of its ground, its value; struck where it is refuted. */
function Member({ at, row, of }: { at: string; row: MemberRow; of: Json | undefined }): VNode {
  const [name, label, kind, value] = row
  const pointer = `${at}/${name}`
  const made = proof.value
  const state = stateOf(made, pointer)
  const letter = made && state === 'proven' ? groundOf(made, pointer) : undefined
  const wrong = made?.mismatches.find(({ path }) => path === pointer)
  const drawn = (
    <Boundary what={label}>
      <Value kind={kind} value={value} whole={of ?? {}} />
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
              <a href={`#ground-${letter}`} onClick={leadTo(`#ground-${letter}`)}>
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

type MemberRow = readonly [...Row, value: unknown]
export type MemberRows = readonly MemberRow[]

/** Members below a pointer, one per row; the pointer of each ends in the row's name. */
export const Members = ({ at = '', rows, of }: { at?: string; rows: MemberRows; of?: Json }): VNode => (
  <>
    {rows.map((row) => (
      <Member key={row[0]} {...{ at, row, of }} />
    ))}
  </>
)
