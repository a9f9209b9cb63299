import type { VNode } from 'preact'
import { showLines, showText } from '../document/text.ts'
import type { Block, Inline } from './block.ts'
// oxlint-disable-next-line import/no-unassigned-import -- the styles come with the pages that draw blocks
import '../style/reference.css'

/** Draws blocks as elements. */
export const Blocks = ({ blocks }: { blocks: readonly Block[] }): VNode => (
  <>
    {blocks.map((block, index) => (
      <One key={index} block={block} />
    ))}
  </>
)

function One({ block }: { block: Block }): VNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level <= 2 ? 'h2' : 'h3'
      return (
        <Heading id={block.id} tabIndex={-1}>
          <Line text={block.text} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Line text={block.text} />
        </p>
      )
    case 'code':
      return <Code text={block.text} />
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item, index) => (
            <li key={index}>
              {item.length === 1 && item[0]!.kind === 'paragraph' ? (
                <Line text={item[0]!.text} />
              ) : (
                <Blocks blocks={item} />
              )}
            </li>
          ))}
        </List>
      )
    }
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      )
    case 'table':
      return <Table {...block} />
  }
}

/** A table, which a narrow screen scrolls. */
const Table = ({ head, rows }: Extract<Block, { kind: 'table' }>): VNode => (
  <div class="scroll" tabIndex={0} role="group" aria-label="Table">
    <table>
      <thead>
        <tr>
          {head.map((cell, index) => (
            <th key={index} scope="col">
              <Line text={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>
                <Line text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Code as it is written, which a narrow screen scrolls. */
export const Code = ({ text, label = 'Code' }: { text: string; label?: string }): VNode => (
  <pre class="scroll" tabIndex={0} role="group" aria-label={label}>
    <code>{showLines(text)}</code>
  </pre>
)

/** A line of text with its codes, emphases and links. */
export const Line = ({ text }: { text: readonly Inline[] }): VNode => (
  <>
    {text.map((part, index) => {
      if (typeof part === 'string') return showText(part)
      if (part.kind === 'code') return <code key={index}>{showText(part.text)}</code>
      const inner = <Line text={part.text} />
      if (part.kind !== 'link')
        return part.kind === 'em' ? <em key={index}>{inner}</em> : <b key={index}>{inner}</b>
      return (
        <a key={index} href={part.to} rel={part.to.startsWith('#') ? undefined : 'noreferrer'}>
          {inner}
        </a>
      )
    })}
  </>
)
