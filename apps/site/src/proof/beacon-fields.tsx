import type { VNode } from 'preact'
import { isStatic } from '../shell/endpoint.ts'
import type { DrawField } from './trust-form.tsx'

/** The fields of trust in the beacon chain; they are loaded when a reader wants them. */
export default function BeaconFields({ field }: { field: DrawField }): VNode {
  return (
    <div class="fields">
      {field('checkpoint', 'checkpoint')}
      <p>
        The root of a finalized beacon block, at most 14 days old. Take it from more than one source: all
        rests on it.
      </p>
      {field('beacons', 'beacon nodes, one a line', 2)}
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
        {field('config', 'its config.yaml, with GENESIS_TIME and GENESIS_VALIDATORS_ROOT', 3)}
      </details>
      <p>
        A committee of 512 validators, drawn for a day, signs. It stakes nothing on that, and the signature
        says which block is the chain’s, not that its execution is valid: this is weaker than a full node.
      </p>
    </div>
  )
}
