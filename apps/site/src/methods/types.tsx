import { document as openRpc } from 'virtual:document'
import type { Schema } from '@lectern/spec'
import type { ComponentChildren, VNode } from 'preact'
import { showText, showValue } from '../document/text.ts'
import { linkTo } from '../shell/router.ts'
import { alternativesOf, groupsOf, kindsOf, nameOf, type NamedSchemas, typeOf } from './schema.ts'

/** A type in a line: with a link, as a list, or as one of several. */
export function TypeLine({ schema }: { schema: Schema }): VNode {
  const { $ref, allOf, items, type } = schema
  const either = alternativesOf(schema)
  if ($ref !== undefined) return <TypeLink name={nameOf($ref)} />
  if ('const' in schema) return <code>{showValue(JSON.stringify(schema.const))}</code>
  if (schema.enum)
    return join(
      schema.enum.map((value) => <code>{showValue(JSON.stringify(value))}</code>),
      ', ',
    )
  if (items)
    return (
      <>
        list of <TypeLine schema={items} />
      </>
    )
  if (either.length > 0 && !schema.properties)
    return join(
      either.map((one) => <TypeLine schema={one} />),
      ' or ',
    )
  if (allOf)
    return join(
      allOf.map((one) => (one.$ref === undefined ? <>with other members</> : <TypeLine schema={one} />)),
      ', ',
    )
  return <span>{type === 'null' ? <code>null</code> : showText(type ?? 'any value')}</span>
}

const join = (parts: readonly ComponentChildren[], between: string): VNode => (
  <>
    {parts.map((part, index) => (
      <span key={index}>
        {index > 0 && between}
        {part}
      </span>
    ))}
  </>
)

export const TypeLink = ({ name }: { name: string }): VNode => (
  <a href={linkTo('methods', 'types', name)}>{showText(typeOf(openRpc, name)?.title ?? name)}</a>
)

export const MethodLink = ({ name }: { name: string }): VNode => (
  <a href={linkTo('methods', name)}>
    <code>{showText(name)}</code>
  </a>
)

/** Keywords that are drawn by themselves. */
const drawn = new Set(
  '$ref title description type const enum oneOf anyOf allOf items properties required additionalProperties'.split(
    ' ',
  ),
)

/** Keywords in words; one that is not here is written as it is. */
const wordsOf: Readonly<Record<string, (value: unknown) => ComponentChildren>> = {
  pattern: (value) => (
    <>
      pattern <code class="pattern">{showValue(value)}</code>
    </>
  ),
  maxItems: (value) => `at most ${showValue(value)} items`,
  minItems: (value) => `at least ${showValue(value)} items`,
  'x-elsewhere': (value) =>
    `from other nodes also ${Array.isArray(value) ? value.map(showValue).join(' or ') : showValue(value)}`,
}

/** The constraints of a value in addition to its type, in a line. */
export function Constraints({ schema }: { schema: Schema }): VNode | null {
  const all = Object.entries(schema).filter(([keyword]) => !drawn.has(keyword))
  if (all.length === 0) return null
  return (
    <small class="constraints">
      {join(
        all.map(([keyword, value]) =>
          Object.hasOwn(wordsOf, keyword)
            ? wordsOf[keyword]!(value)
            : `${showText(keyword)} ${showValue(value)}`,
        ),
        '; ',
      )}
    </small>
  )
}

/** A whole type: what it says of itself, its values, its alternatives, its members. */
export function TypeBody({ schema }: { schema: Schema }): VNode {
  const kinds = kindsOf(openRpc, schema)
  const { oneOf = [], allOf = [] } = schema
  const parts = [...allOf, ...(kinds ? [] : alternativesOf(schema))]
  const choices = oneOf.flatMap(({ required, properties }) => (required && !properties ? [required] : []))
  return (
    <div class="type">
      {schema.description !== undefined && <p>{showText(schema.description)}</p>}
      <Constraints schema={schema} />
      {!schema.properties && !kinds && (
        <p class="is">
          <TypeLine schema={schema} />
        </p>
      )}
      {kinds && <Kinds kinds={kinds} />}
      {schema.properties && <Members schema={schema} />}
      {choices.length > 0 && (
        <p class="said">
          Exactly one of{' '}
          {join(
            choices.map((names) => <code>{showText(names.join(' with '))}</code>),
            ', ',
          )}
          .
        </p>
      )}
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
      {schema.additionalProperties === false && <p class="said">It has no other members.</p>}
    </div>
  )
}

/** One of the parts of `oneOf`, `anyOf` or `allOf`, if it says more than its type. */
function Part({ part }: { part: Schema }): VNode | null {
  if (part.properties) return <Members schema={part} />
  if (part.description === undefined) return null
  return (
    <p class="alternative">
      {showText(part.description)} <TypeLine schema={part} /> <Constraints schema={part} />
    </p>
  )
}

/** The members of an object, in groups by the forks that they came with. */
function Members({ schema }: { schema: Schema }): VNode {
  return (
    <>
      {groupsOf(schema).map(([era, names]) => (
        <section key={era} class="era">
          {era !== '' && <p class="when">{showText(era)}</p>}
          <dl>
            {names.map((name) => (
              <Row
                key={name}
                name={name}
                said={schema.required?.includes(name) || era !== '' ? '' : 'optional'}
                variants={[['', schema.properties![name]!]]}
              />
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}

/** A member: its name, its type, what it means. Where kinds differ, each of the meanings with the kinds that have it. */
function Row({ name, said = '', variants }: { name: string; said?: string; variants: NamedSchemas }): VNode {
  const meanings = Map.groupBy(variants, ([, schema]) => JSON.stringify(schema))
  return (
    <div class="row">
      <dt>
        <code>{showText(name)}</code>
        {said && <small>{said}</small>}
      </dt>
      {[...meanings].map(([meaning, alike]) => {
        const [, schema] = alike[0]!
        return (
          <dd key={meaning}>
            {meanings.size > 1 && <i>{alike.map(([kind]) => showText(kind)).join(', ')}: </i>}
            {schema.title !== undefined && `${showText(schema.title)}. `}
            {schema.description !== undefined && `${showText(schema.description)} `}
            <span class="of">
              <TypeLine schema={schema} />
            </span>{' '}
            <Constraints schema={schema} />
          </dd>
        )
      })}
    </div>
  )
}

/** A type that is one of several: a table of which has which member, then each member once. */
function Kinds({ kinds }: { kinds: NamedSchemas }): VNode {
  const titles = shortTitles(kinds)
  const names = [...new Set(kinds.flatMap(([, { properties }]) => Object.keys(properties!)))]
  const others = names.filter((name) => !isShared(name, kinds))
  const shared = names.filter((name) => !others.includes(name))
  const rows = (title: string, some: readonly string[]): VNode => (
    <section class="era">
      <p class="when">{title}</p>
      <dl>
        {some.map((name) => {
          const variants = kinds.flatMap(([, { properties }], index) =>
            Object.hasOwn(properties!, name) ? [[titles[index]!, properties![name]!] as const] : [],
          )
          return <Row key={name} {...{ name, variants }} />
        })}
      </dl>
    </section>
  )
  return (
    <>
      <div class="scroll kinds" tabIndex={0} role="group" aria-label="Which kind has which member">
        <table>
          <thead>
            <tr>
              <th scope="col">Members</th>
              {kinds.map(([name], index) => (
                <th key={name} scope="col">
                  <a href={linkTo('methods', 'types', name)}>{showText(titles[index]!)}</a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">the {shared.length} of all kinds</th>
              {kinds.map(([name]) => (
                <td key={name}>{presence('always')}</td>
              ))}
            </tr>
            {others.map((name) => (
              <tr key={name}>
                <th scope="row">
                  <code>{showText(name)}</code>
                </th>
                {kinds.map(([kind, schema]) => (
                  <td key={kind}>{cell(name, schema)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows('Of all kinds', shared)}
      {rows('Of some', others)}
    </>
  )
}

/** The titles of kinds, without the last word if all have the same: `Blob` of `Blob transaction`. */
function shortTitles(kinds: NamedSchemas): string[] {
  const titles = kinds.map(([name, { title = name }]) => title)
  const last = titles[0]!.slice(titles[0]!.lastIndexOf(' '))
  const areAlike = last.startsWith(' ') && titles.every((title) => title.endsWith(last))
  return areAlike ? titles.map((title) => title.slice(0, -last.length)) : titles
}

/** Whether each kind has a member, and always has it, and no kind is known by it. */
const isShared = (name: string, kinds: NamedSchemas): boolean =>
  kinds.every(
    ([, { properties, required }]) =>
      Object.hasOwn(properties!, name) && required?.includes(name) && !('const' in properties![name]!),
  )

function cell(name: string, { properties, required }: Schema): VNode {
  const member = Object.hasOwn(properties!, name) ? properties![name]! : undefined
  if (!member) return presence('absent')
  if ('const' in member) return <code>{showValue(member.const)}</code>
  return presence(required?.includes(name) ? 'always' : 'optional')
}

const signs = { always: '●', optional: '○', absent: '·' } as const

/** A sign that differs in its form, with its meaning for those who do not see it. */
const presence = (which: keyof typeof signs): VNode => (
  <span class={`presence ${which}`} role="img" aria-label={which} title={which}>
    {signs[which]}
  </span>
)
