import { document as openRpc } from 'virtual:document'
import type { Schema } from '@lectern/spec'
import type { VNode } from 'preact'
import { showText } from '../document/text.ts'
import { JsonView } from '../methods/json.tsx'
import { refsOf } from '../methods/schema.ts'
import { MethodLink, TypeBody, TypeLink } from '../methods/types.tsx'
import { Group } from '../shell/parts.tsx'
import { linkTo } from '../shell/router.ts'

/** A type: its members on the left page; who uses it, and its schema, on the right one. */
export function OneType({ name, schema }: { name: string; schema: Schema }): VNode {
  const users = Object.entries(openRpc.components.schemas).filter(([, other]) => refsOf(other).includes(name))
  const methods = openRpc.methods.filter(({ params, result }) => refsOf([params, result]).includes(name))
  return (
    <article class="book reference">
      <div class="verso prose">
        <h1>{showText(schema.title ?? name)}</h1>
        <p class="neighbours">
          <a href={linkTo('methods')}>← all methods and types</a>
        </p>
        <TypeBody schema={schema} />
      </div>
      <aside class="recto">
        {users.length + methods.length > 0 && (
          <section>
            <h2>Part of</h2>
            <ul class="names one-column">
              {methods.map((method) => (
                <li key={method.name}>
                  <MethodLink name={method.name} />
                </li>
              ))}
              {users.map(([user]) => (
                <li key={user}>
                  <TypeLink name={user} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <Group title="Its schema">
          <JsonView value={schema} label="Its schema" />
        </Group>
      </aside>
    </article>
  )
}
