import type { Signal } from '@preact/signals'
import type { VNode } from 'preact'
import { isStatic } from '../shell/endpoint.ts'

/** The fields about the beacon chain, as typed. */
export interface BeaconDraft {
  readonly urls: string
  readonly checkpoint: string
  readonly config: string
}

/** The fields of trust in the beacon chain; they are loaded when a reader wants them. */
export default function BeaconFields({ draft }: { draft: Signal<BeaconDraft> }): VNode {
  const write =
    (name: keyof BeaconDraft) => (event: { readonly currentTarget: { readonly value: string } }) =>
      (draft.value = { ...draft.value, [name]: event.currentTarget.value })
  return (
    <div class="fields">
      <label>
        checkpoint
        <input
          value={draft.value.checkpoint}
          spellcheck={false}
          autocomplete="off"
          onInput={write('checkpoint')}
        />
      </label>
      <p>
        The root of a finalized beacon block, at most 14 days old. Take it from more than one source: all
        rests on it.
      </p>
      <label>
        beacon nodes, one a line
        <textarea rows={2} spellcheck={false} value={draft.value.urls} onInput={write('urls')} />
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
          <textarea rows={3} spellcheck={false} value={draft.value.config} onInput={write('config')} />
        </label>
      </details>
      <p>
        A committee of 512 validators, drawn for a day, signs. It stakes nothing on that, and the signature
        says which block is the chain’s, not that its execution is valid: this is weaker than a full node.
      </p>
    </div>
  )
}
