import { about } from 'virtual:document'
import type { VNode } from 'preact'
import { showText } from '../document/text.ts'
import { plain } from '../guides/block.ts'
import { JsonView } from './json.tsx'
import type { Fault } from './schema.ts'

/** The meaning of each error code, from a table of the document's description. */
const meanings = new Map(
  about.flatMap((block) =>
    block.kind === 'table' && plain(block.head[0] ?? []) === 'code'
      ? block.rows.map((row) => [plain(row[0] ?? []), plain(row.at(-1) ?? [])] as const)
      : [],
  ),
)

/** Errors with their codes, messages and meanings. */
export const Errors = ({ errors }: { errors: readonly Fault[] }): VNode => (
  <dl class="stacked errors">
    {errors.map(({ code, message, data }) => (
      <div key={`${code} ${message}`}>
        <dt>
          <code>{showText(String(code))}</code>
        </dt>
        <dd>
          {showText(message)}
          {data !== undefined && <JsonView value={data} label="Data of the error" />}
          {meanings.has(String(code)) && <small> {showText(meanings.get(String(code))!)}</small>}
        </dd>
      </div>
    ))}
  </dl>
)
