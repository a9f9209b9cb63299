import type { VNode } from 'preact'
import { showText } from '../document/text.ts'
import { linkTo } from '../shell/router.ts'

/** The page for an address without anything to read. */
export function Missing({ what, reason }: { what: string; reason?: string }): VNode {
  return (
    <section class="page missing">
      <h1>Nothing to read</h1>
      <p class="lead">{reason === undefined ? `There is no ${showText(what)} here.` : showText(reason)}</p>
      <p>
        <a href={linkTo()}>← to the first page</a>
      </p>
    </section>
  )
}
