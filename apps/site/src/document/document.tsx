import type { VNode } from 'preact'
import { Boundary } from '../shell/boundary.tsx'
import { Entries, Hashes, Logs, Transactions } from './lists.tsx'
import { Members } from './member.tsx'
import { type DocumentKind, groups, lists, namesOf } from './members.ts'
import { showText } from './text.ts'
import type { Json } from './value.tsx'

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
        if (there.length === 0) return null
        return (
          <section key={title ?? ''} class="group">
            {title && <h2>{title}</h2>}
            <dl>
              <Members rows={there} of={json} />
            </dl>
          </section>
        )
      })}
      {others.length > 0 && (
        <section class="group">
          <h2>Unknown here</h2>
          <dl>
            <Members
              rows={others
                .slice(0, 50)
                .map((name) => [name, showText(name.slice(0, 60)), 'plain', json[name]])}
            />
          </dl>
        </section>
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

function List({ name, value }: { name: string; value: unknown }): VNode {
  if (!Array.isArray(value))
    return (
      <section class="group">
        <dl>
          <Members rows={[[name, name, 'plain', value]]} />
        </dl>
      </section>
    )
  const Shown = forms[name] ?? Entries
  return <Shown name={name} items={value} />
}

/** The form of each list; the others are entries of label and value. */
const forms: Readonly<Record<string, (props: { name: string; items: readonly unknown[] }) => VNode>> = {
  transactions: Transactions,
  logs: Logs,
  uncles: Hashes,
  blobVersionedHashes: Hashes,
}
