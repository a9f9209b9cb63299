import type { VNode } from 'preact'
import { Boundary } from '../shell/boundary.tsx'
import { AccessList, Entries, Hashes, Logs, Transactions } from './lists.tsx'
import { Member } from './member.tsx'
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
        const there = rows.filter(([name]) => Object.hasOwn(json, name))
        if (there.length === 0) return null
        return (
          <section key={title ?? ''} class="group">
            {title && <h2>{title}</h2>}
            <dl>
              {there.map(([name, label, how]) => (
                <Member
                  key={name}
                  pointer={`/${name}`}
                  label={label}
                  kind={how}
                  value={json[name]}
                  whole={json}
                />
              ))}
            </dl>
          </section>
        )
      })}
      {others.length > 0 && (
        <section class="group">
          <h2>Unknown here</h2>
          <dl>
            {others.slice(0, 50).map((name) => (
              <Member
                key={name}
                pointer={`/${name}`}
                label={showText(name.slice(0, 60))}
                kind="plain"
                value={json[name]}
              />
            ))}
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
          <Member pointer={`/${name}`} label={name} kind="plain" value={value} />
        </dl>
      </section>
    )
  const Shown = forms[name] ?? Entries
  return <Shown name={name} items={value} />
}

/** The form of each list; the others are entries of label and value. */
const forms: Readonly<Record<string, (props: { name: string; items: readonly unknown[] }) => VNode | null>> =
  {
    transactions: Transactions,
    logs: Logs,
    accessList: AccessList,
    uncles: Hashes,
    blobVersionedHashes: Hashes,
  }
