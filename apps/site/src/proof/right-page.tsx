import type { VNode } from 'preact'
import type { DocumentKind } from '../document/members.ts'
import type { Json } from '@lectern/conformance/json'
import { BlockPath } from './block-path.tsx'
import { Grounds } from './grounds.tsx'
import { MerklePath } from './path.tsx'
import { proof } from './prover.ts'
import { TrustForm } from './trust-form.tsx'

/** The right page: the way through the tries as a picture, the grounds, and what the reader trusts. */
export default function RightPage({
  kind,
  title,
  json,
  onProve,
}: {
  readonly kind: DocumentKind
  /** The name of the document: `receipt 3`. */
  readonly title: string
  readonly json: Json
  onProve(): void
}): VNode {
  const made = proof.value
  return (
    <aside class="recto" aria-label="The proof">
      {made ? (
        <div class="apparatus">
          {kind === 'block' ? (
            <BlockPath proof={made} json={json} />
          ) : (
            <MerklePath proof={made} leaf={title} />
          )}
          <Grounds proof={made} />
        </div>
      ) : (
        <div class="apparatus waiting" aria-hidden="true" />
      )}
      <TrustForm onProve={onProve} />
    </aside>
  )
}
