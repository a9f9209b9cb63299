import type { VNode } from 'preact'
import type { State } from './proof.ts'

const names: Readonly<Record<State, string>> = {
  proven: 'proven',
  open: 'not proven',
  refuted: 'refuted',
  working: 'being proven',
}

/** The mark of a member. The three differ in shape, not in colour alone: a disc with a tick, a dashed ring, a diamond with a cross. */
export function Mark({
  state,
  isHollow = false,
  name = names[state],
}: {
  state: State
  isHollow?: boolean
  /** Its name; empty if the text next to it says so. */
  name?: string
}): VNode {
  return (
    <svg
      class={`mark ${state}${isHollow ? ' hollow' : ''}`}
      viewBox="0 0 16 16"
      {...(name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      {state === 'refuted' ? (
        <>
          <path class="body" d="M8 .6 15.400 8 8 15.400.6 8z" />
          <path class="sign" d="m5.700 5.700 4.600 4.600m0-4.600-4.600 4.600" />
        </>
      ) : (
        <circle class="body" cx="8" cy="8" r={state === 'proven' && !isHollow ? 7.5 : 6.7} />
      )}
      {state === 'proven' && <path class="sign" d="m4.800 8.300 2.200 2.200 4.300-4.700" />}
    </svg>
  )
}
