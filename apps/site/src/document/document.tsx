import type { VNode } from 'preact'
import { Boundary } from '../shell/boundary.tsx'
import { Group } from '../shell/parts.tsx'
import { Entries, Logs, Transactions } from './lists.tsx'
import { type MemberRows, Members } from './member.tsx'
import { type DocumentKind, groups, lists, namesOf } from './members.ts'
import { showText } from './text.ts'
import type { Json } from '@lectern/conformance/json'

/** The left page: every member of a document, the known ones in groups, then any others as they are. */
export function Document({ kind, json }: { kind: DocumentKind; json: Json }): VNode {
  const known = new Set(namesOf(kind))
  const others = Object.keys(json).filter((name) => !known.has(name))
  return (
    <>
      {groups[kind].map(({ title, rows }) => {
        const there = rows.flatMap((row) =>
          Object.hasOwn(json, row[0]) ? [[...row, json[row[0]]] as const] : [],
        )
        return there.length > 0 && <Rows key={title ?? ''} title={title} rows={there} of={json} />
      })}
      {others.length > 0 && (
        <Rows
          title="Unknown here"
          rows={others.slice(0, 50).map((name) => [name, showText(name.slice(0, 60)), 'plain', json[name]])}
        />
      )}
      {lists[kind].map((name) =>
        Object.hasOwn(json, name) ? (
          <Boundary key={name} what={`The list of ${name}`}>
            <List name={name} value={json[name]} />
          </Boundary>
        ) : null,
      )}
    </>
  )
}

const Rows = ({ title, ...rows }: { title?: string | undefined; rows: MemberRows; of?: Json }): VNode => (
  <Group title={title} list="members">
    <Members {...rows} />
  </Group>
)

function List({ name, value }: { name: string; value: unknown }): VNode {
  if (!Array.isArray(value)) return <Rows rows={[[name, name, 'plain', value]]} />
  const Shown = forms[name] ?? Entries
  return <Shown name={name} items={value} />
}

/** The form of each list; the others are entries of label and value. */
const forms: Readonly<Record<string, (props: { name: string; items: readonly unknown[] }) => VNode>> = {
  transactions: Transactions,
  logs: Logs,
}
