import { h, type VNode } from 'preact'
import { showLines, showText } from '../document/text.ts'
import type { Node } from './block.ts'
// oxlint-disable-next-line import/no-unassigned-import -- the styles come with the pages that draw blocks
import '../style/reference.css'

/** Draws what the build made of markdown. */
export const Blocks = ({ blocks }: { blocks: readonly Node[] }): VNode => <>{blocks.map(draw)}</>

function draw(node: Node, key: number): VNode | string {
  if (typeof node === 'string') return showText(node)
  const [tag, attributes, ...children] = node
  if (tag === 'pre') return <Code key={key} text={String(children[0])} />
  return h(tag, { key, ...attributes }, children.map(draw))
}

/** Code as it is written, which a narrow screen scrolls. */
export const Code = ({ text, label = 'Code' }: { text: string; label?: string }): VNode => (
  <pre class="scroll" tabIndex={0} role="group" aria-label={label}>
    <code>{showLines(text)}</code>
  </pre>
)
