import { document as openRpc } from 'virtual:document'
import { signal, useComputed, useSignal } from '@preact/signals'
import type { ContentDescriptor, ExamplePairing, Method, Schema } from '@lectern/spec'
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { compare } from '@lectern/conformance/json'
import { showText } from '../document/text.ts'
import { Code } from '../guides/blocks.tsx'
import { ask, endpoint, host } from '../shell/endpoint.ts'
import { linkTo } from '../shell/router.ts'
import { TextInput } from '../shell/text-input.tsx'
import { type Language, languages, writeCode } from './code.ts'
import { JsonView } from './json.tsx'
import { alternativesOf, nameOf, typeOf } from './schema.ts'

/** The chosen language; it stays from method to method. */
const language = signal<Language>('curl')

/** The outcome of a call; nothing is set before the first. */
interface Outcome {
  readonly isWorking?: boolean
  readonly answer?: { readonly result: unknown }
  readonly failure?: string
}

/** The right page of a method: its examples, the call as code, the answer of the endpoint and the document's. */
export function Try({ method }: { method: Method }): VNode {
  const examples = method.examples ?? []
  const chosen = useSignal<ExamplePairing | undefined>(examples[0])
  const texts = useSignal<readonly string[]>(textsOf(method, examples[0]))
  const outcome = useSignal<Outcome>({})
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const params = useComputed(() =>
    method.params.map(({ schema }, index) => readText(texts.value[index]!, schema)),
  )
  const clear = (): void => {
    running.current?.abort()
    outcome.value = {}
  }
  const choose = (example: ExamplePairing): void => {
    clear()
    chosen.value = example
    texts.value = textsOf(method, example)
  }
  const write = (index: number, text: string): void => {
    clear()
    texts.value = texts.value.with(index, text)
  }
  const run = (event: Event): void => {
    event.preventDefault()
    if (outcome.value.isWorking) return
    const control = new AbortController()
    const end = (next: Outcome): void => {
      if (!control.signal.aborted) outcome.value = next
    }
    running.current = control
    outcome.value = { isWorking: true }
    ask(method.name, params.value, control.signal).then(
      (answer) => end({ answer }),
      (error: Error) => end({ failure: error.message }),
    )
  }
  const url = endpoint ?? openRpc.servers?.[0]?.url ?? 'http://127.0.0.1:8545'
  const [place, first] = [places.get(method.name), params.value[0]]
  const isCompanion = method.tags?.some(({ name }) => name === 'companion') ?? false
  const given = chosen.value?.params.map(({ value }) => value)
  const isExample = given !== undefined && differ(given, params.value).length === 0
  return (
    <form class="try" onSubmit={run}>
      {examples.length > 0 && (
        <fieldset class="examples">
          <legend>Examples</legend>
          {examples.map((example) => (
            <label key={example.name} class="option">
              <input
                type="radio"
                name="example"
                checked={chosen.value === example}
                onChange={() => choose(example)}
              />
              <span>
                {showText(example.name)}
                <small>{showText([example.summary, example.description].filter(Boolean).join(' '))}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {method.params.map((param, index) => (
        <Field
          key={param.name}
          param={param}
          text={texts.value[index]!}
          onText={(text) => write(index, text)}
        />
      ))}
      <fieldset class="languages">
        <legend>As code</legend>
        {languages.map((name) => (
          <label key={name} class="option">
            <input
              type="radio"
              name="language"
              checked={language.value === name}
              onChange={() => (language.value = name)}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <Code
        text={writeCode(language.value, { url, method: method.name, params: params.value, isCompanion })}
      />
      <p class="actions">
        <button class="run" aria-busy={outcome.value.isWorking ?? false}>
          Run
        </button>{' '}
        <small>asks {showText(host)}</small>
      </p>
      <Result outcome={outcome.value} example={isExample ? chosen.value : undefined} />
      {place !== undefined &&
        typeof first === 'string' &&
        (outcome.value.answer?.result ?? null) !== null && (
          <p>
            <a href={linkTo(place, first)}>Read it with its proof →</a>
          </p>
        )}
    </form>
  )
}

/** Where an answer is read with its proof. */
const places = new Map([
  ['eth_getTransactionByHash', 'tx'],
  ['eth_getTransactionReceipt', 'receipt'],
  ['eth_getBlockByNumber', 'block'],
])

/** The answer of the endpoint, and the document's where the parameters are an example's. */
function Result({ outcome, example }: { outcome: Outcome; example: ExamplePairing | undefined }): VNode {
  const { isWorking, answer, failure } = outcome
  const wrong = answer && example?.result && differ(example.result.value, answer.result)
  const marked = wrong && new Set(wrong)
  return (
    <>
      <div role="status">
        {isWorking && <p class="none">Asking {showText(host)}…</p>}
        {failure !== undefined && <p class="complaint">{showText(failure)}</p>}
        {wrong && (
          <p class="compared">
            {wrong.length === 0
              ? 'The answer is that of the document.'
              : `The answer is not that of the document, whose examples are from a chain of its own: ${describe(wrong)}.`}
          </p>
        )}
      </div>
      {answer && (
        <section class="answer">
          <h3>{showText(host)} answers</h3>
          <JsonView value={answer.result} label="The answer" marked={marked} />
        </section>
      )}
      {example?.result && wrong?.length !== 0 && (
        <section class="answer">
          <h3>The document’s answer, {showText(example.result.name)}</h3>
          <JsonView value={example.result.value} label="The document’s answer" marked={marked} />
        </section>
      )}
    </>
  )
}

function describe(pointers: readonly string[]): string {
  const names = pointers.slice(0, 6).map((pointer) => showText(pointer.slice(1)))
  if (names[0] === '') return 'the whole of it differs'
  const others = pointers.length - names.length
  return `${names.join(', ')}${others > 0 ? ` and ${others} more` : ''} ${pointers.length === 1 ? 'differs' : 'differ'}`
}

function Field({
  param: { name, required, schema },
  text,
  onText,
}: {
  param: ContentDescriptor
  text: string
  onText: (text: string) => void
}): VNode {
  const isBoolean = resolve(schema).type === 'boolean'
  return (
    <label class="field">
      <span>
        {showText(name)}
        {required !== true && <small> optional</small>}
      </span>
      {isBoolean ? (
        <select value={text} onChange={({ currentTarget }) => onText(currentTarget.value)}>
          <option>true</option>
          <option>false</option>
        </select>
      ) : (
        <TextInput type="text" value={text} onText={onText} />
      )}
    </label>
  )
}

const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (typeOf(openRpc, nameOf(schema.$ref)) ?? {})

const textsOf = ({ params }: Method, example: ExamplePairing | undefined): string[] =>
  params.map(({ name }) => {
    const value = example?.params.find((one) => one.name === name)?.value
    return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
  })

/** Returns a text as a value: JSON if the parameter takes no text, otherwise the text itself. */
function readText(text: string, schema: Schema): unknown {
  if (takesText(schema)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function takesText(schema: Schema, depth = 0): boolean {
  const found = resolve(schema)
  const parts = [...alternativesOf(found), ...(found.allOf ?? [])]
  return found.type === 'string' || (depth < 8 && parts.some((one) => takesText(one, depth + 1)))
}

/** The pointers of the values by which two values of JSON differ. */
const differ = (one: unknown, other: unknown): string[] => compare(one, other).map(({ path }) => path)
