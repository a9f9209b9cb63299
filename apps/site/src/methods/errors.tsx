import { about } from 'virtual:document'
import type { ErrorObject } from '@lectern/spec'
import type { VNode } from 'preact'
import { showText } from '../document/text.ts'
import { type Element, type Node, plain } from '../guides/block.ts'
import { Fact } from '../shell/parts.tsx'
import { JsonView } from './json.tsx'

/** The meaning of each error code, from a table of the document's description: the last cell of its row. */
const meanings = new Map(
  about.flatMap(rowsWithin).map(([, , first = '', ...others]) => [plain(first), plain(others.at(-1) ?? '')]),
)

function rowsWithin(node: Node): Element[] {
  if (typeof node === 'string') return []
  const [tag, , ...children] = node
  return tag === 'tr' ? [node] : children.flatMap(rowsWithin)
}

export const Errors = ({ errors }: { errors: readonly ErrorObject[] }): VNode => (
  <dl class="stacked errors">
    {errors.map(({ code, message, data }) => (
      <Fact key={`${code} ${message}`} name={<code>{showText(String(code))}</code>}>
        {showText(message)}
        {data !== undefined && <JsonView value={data} label="Data of the error" />}
        {meanings.has(String(code)) && <small> {showText(meanings.get(String(code))!)}</small>}
      </Fact>
    ))}
  </dl>
)
