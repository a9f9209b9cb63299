import type { Signal } from '@preact/signals'
import type { VNode } from 'preact'
import { isStatic } from '../shell/endpoint.ts'
import { TextInput } from '../shell/text-input.tsx'

export interface BeaconDraft {
  readonly urls: string
  readonly checkpoint: string
  readonly config: string
}

/** The fields of trust in the beacon chain; they are loaded when a reader wants them. */
export default function BeaconFields({ draft }: { draft: Signal<BeaconDraft> }): VNode {
  const input = (name: keyof BeaconDraft, rows?: number): VNode => (
    <TextInput
      value={draft.value[name]}
      onText={(text) => (draft.value = { ...draft.value, [name]: text })}
      {...(rows ? { rows } : {})}
    />
  )
  return (
    <div class="fields">
      <label>
        checkpoint
        {input('checkpoint')}
      </label>
      <p>
        The root of a finalized beacon block, at most 14 days old. Take it from more than one source: all
        rests on it.
      </p>
      <label>
        beacon nodes, one a line
        {input('urls', 2)}
      </label>
      <p>
        They need not be trusted: this browser checks each signature.{' '}
        {!isStatic && (
          <>
            The policy of this page must admit them: <code>lectern serve --http.site-beacon</code> names them.
          </>
        )}
      </p>
      <details>
        <summary>a network of your own</summary>
        <label>
          its config.yaml, with GENESIS_TIME and GENESIS_VALIDATORS_ROOT
          {input('config', 3)}
        </label>
      </details>
      <p>
        A committee of 512 validators, drawn for a day, signs. It stakes nothing on that, and the signature
        says which block is the chain’s, not that its execution is valid: this is weaker than a full node.
      </p>
    </div>
  )
}
