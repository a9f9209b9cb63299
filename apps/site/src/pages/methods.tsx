import { about, document as openRpc } from 'virtual:document'
import type { ContentDescriptor, Method, Schema } from '@lectern/spec'
import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { showText } from '../document/text.ts'
import { Blocks } from '../guides/blocks.tsx'
import { errorOf, kindsOf, typeOf, typesWithin } from '../methods/schema.ts'
import { Try } from '../methods/try.tsx'
import { Errors } from '../methods/errors.tsx'
import { Constraints, MethodLink, TypeBody, TypeLine, TypeLink } from '../methods/types.tsx'
import { Fact, Group } from '../shell/parts.tsx'
import { linkTo } from '../shell/router.ts'
import { Missing } from './missing.tsx'
import { Step } from './neighbours.tsx'
import { OneType } from './type.tsx'

/** The document: all of it, a method of it, or a type. */
export default function Methods({ rest: [name = '', type] }: { rest: readonly string[] }): VNode {
  const title = name === 'types' ? type : name
  useEffect(() => {
    document.title = `${showText(title || 'Methods')} · Lectern`
  }, [title])
  if (name === '') return <Overview />
  const method = openRpc.methods.find((one) => one.name === name)
  if (method) return <OneMethod method={method} />
  const schema = name === 'types' && type !== undefined ? typeOf(openRpc, type) : undefined
  if (schema) return <OneType name={type!} schema={schema} />
  return <Missing what={name === 'types' ? `type ${type ?? ''}` : `method ${name}`} />
}

const schemas = Object.entries(openRpc.components.schemas)

function Overview(): VNode {
  const { info, servers = [], methods } = openRpc
  const groups = Map.groupBy(methods, ({ tags }) => tags?.[0]?.name ?? '')
  return (
    <div class="book reference">
      <div class="verso prose">
        <h1>Methods</h1>
        {[...groups].map(([tag, some]) => (
          <Group key={tag} title={showText(tag || `${info.title} ${info.version}`)}>
            {some[0]!.tags?.[0]?.description && <p>{showText(some[0]!.tags[0].description)}</p>}
            <ul class="entries">
              {some.map(({ name, summary = '' }) => (
                <li key={name}>
                  <MethodLink name={name} />
                  <span>{showText(summary)}</span>
                </li>
              ))}
            </ul>
          </Group>
        ))}
        <Group title="What holds for all of them">
          <Blocks blocks={about} />
        </Group>
      </div>
      <aside class="recto">
        <section>
          <h2>Types</h2>
          <ul class="names">
            {schemas.map(([name]) => (
              <li key={name}>
                <TypeLink name={name} />
              </li>
            ))}
          </ul>
        </section>
        <Group title="Errors">
          <Errors errors={Object.values(openRpc.components.errors)} />
        </Group>
        {servers.length > 0 && (
          <Group title="Servers" list="facts">
            {servers.map(({ name = '', summary = '', description = '', url }) => (
              <Fact key={url} name={showText(name)}>
                <code class="hex">{showText(url)}</code>
                <small>
                  {' '}
                  {showText(summary)}. {showText(description)}
                </small>
              </Fact>
            ))}
          </Group>
        )}
        <Group title="Extensions">
          <dl class="stacked">
            {(openRpc['x-extensions'] ?? []).map(({ name, summary = '', description = '' }) => (
              <Fact key={name} name={<code>{showText(name)}</code>}>
                {showText(summary)} <small>{showText(description)}</small>
              </Fact>
            ))}
          </dl>
          {info.license?.name !== undefined && <p class="said">Licence: {showText(info.license.name)}</p>}
        </Group>
      </aside>
    </div>
  )
}

/** A method: its parameters and result on the left page, a call of it on the right one. */
function OneMethod({ method }: { method: Method }): VNode {
  const { name, summary, description, tags = [], params, result, errors = [], links = [] } = method
  const index = openRpc.methods.indexOf(method)
  const [before, after] = [openRpc.methods[index - 1], openRpc.methods[index + 1]]
  const structure =
    params.length > 1 && method.paramStructure ? method.paramStructure.replaceAll('-', ' ') : ''
  const within = typesWithin(openRpc, { allOf: [...params.map(({ schema }) => schema), result.schema] })
  return (
    <article class="book reference">
      <div class="verso prose">
        <h1 class="code">{showText(name)}</h1>
        <p class="neighbours">
          {before && <Step rel="prev" to={linkTo('methods', before.name)} name={showText(before.name)} />}
          {after && <Step rel="next" to={linkTo('methods', after.name)} name={showText(after.name)} />}
          <button class="link to-try" onClick={() => document.querySelector('.try')?.scrollIntoView()}>
            try it ↓
          </button>
        </p>
        {summary !== undefined && <p class="lead">{showText(summary)}</p>}
        {description !== undefined && <p>{showText(description)}</p>}
        {tags.map((tag) => (
          <p key={tag.name} class="said">
            {showText(tag.name)}: {showText(tag.description ?? '')}
          </p>
        ))}
        <Group title={`Parameters${structure && `, ${showText(structure)}`}`}>
          {params.length === 0 && <p class="none">none</p>}
          <dl class="stacked">
            {params.map((param) => (
              <Part key={param.name} part={param} />
            ))}
          </dl>
        </Group>
        <Group title="Result" list="stacked">
          <Part part={{ required: true, ...result }} />
        </Group>
        <Types names={within} />
        <Group title="Errors">
          <Errors errors={errors.map((error) => errorOf(openRpc, error))} />
        </Group>
        {links.length > 0 && (
          <Group title="What follows from its result" list="stacked">
            {links.map((link) => (
              <Fact key={link.name} name={showText(link.name)}>
                {showText([link.summary, link.description].filter(Boolean).join(' '))}{' '}
                {link.method !== undefined && <MethodLink name={link.method} />}{' '}
                <small>
                  {Object.entries(link.params ?? {}).map(([param, value]) => (
                    <code key={param} class="argument">
                      {showText(param)}: {showText(typeof value === 'string' ? value : JSON.stringify(value))}
                    </code>
                  ))}
                  {typeof link['x-where'] === 'string' && (
                    <>
                      {' '}
                      where there is <code>{showText(link['x-where'])}</code>
                    </>
                  )}
                </small>
              </Fact>
            ))}
          </Group>
        )}
      </div>
      <section class="recto" aria-label="Try it">
        <Try method={method} />
      </section>
    </article>
  )
}

/** A parameter or a result. */
const Part = ({
  part: { name, summary, description, required, schema },
}: {
  part: ContentDescriptor
}): VNode => (
  <Fact
    name={
      <>
        <code>{showText(name)}</code>
        {required !== true && <small> optional</small>}
      </>
    }
  >
    {summary !== undefined && `${showText(summary)}. `}
    {description !== undefined && showText(description)}{' '}
    {schema.description !== undefined && schema.description !== description && (
      <>{showText(schema.description)} </>
    )}
    <span class="of">
      {schema.title !== undefined && `${showText(schema.title)}: `}
      <TypeLine schema={schema} />
    </span>{' '}
    <Constraints schema={schema} />
  </Fact>
)

/** The types that a method is made of: objects open one by one, the first at once; plain values are short. */
function Types({ names }: { names: readonly string[] }): VNode | null {
  const all = names.flatMap((name) => {
    const schema = typeOf(openRpc, name)
    return schema ? [[name, schema] as const] : []
  })
  const parts = new Set(all.flatMap(([, schema]) => kindsOf(openRpc, schema)?.map(([name]) => name) ?? []))
  const objects = all.filter((one) => isObject(one) && !parts.has(one[0]))
  const values = all.filter((one) => !isObject(one))
  return (
    <>
      {objects.map(([name, schema], index) => (
        <details key={name} class="group" open={index === 0} data-type={name}>
          <summary>
            <h2>{showText(schema.title ?? name)}</h2>
          </summary>
          <TypeBody schema={schema} />
          <p class="said">
            <a href={linkTo('methods', 'types', name)}>the type by itself</a>
          </p>
        </details>
      ))}
      {values.length > 0 && (
        <Group title="Values" list="stacked">
          {values.map(([name, schema]) => (
            <Fact key={name} name={<TypeLink name={name} />} data-type={name}>
              <TypeBody schema={schema} />
            </Fact>
          ))}
        </Group>
      )}
    </>
  )
}

const isObject = ([, schema]: readonly [string, Schema]): boolean =>
  schema.properties !== undefined || kindsOf(openRpc, schema) !== undefined
