import type { OpenRpc } from '../src/open-rpc.ts'
import type { Change } from './diff.ts'

/** The changes that no program sees: texts, examples, links; and another form of the same rules, where nothing else differs. */
export function compareTexts(old: OpenRpc, young: OpenRpc, alike: boolean): Change[] {
  const pointers = [...new Set(changed(old, young, '#'))].filter((pointer) => pointer !== '#/info/version')
  const texts = pointers.filter((pointer) => text.test(pointer))
  const changes = texts.map((pointer) => patch('text', pointer, 'has another text.'))
  const other = pointers.find((pointer) => !text.test(pointer))
  if (!alike || other === undefined) return changes
  return [...changes, patch('form', other, 'has another form, and accepts the same values.')]
}

const patch = (rule: 'text' | 'form', pointer: string, sentence: string): Change => ({
  grade: 'patch',
  direction: 'answer',
  rule,
  pointer,
  sentence,
})

const text =
  /\/(?:title|description|summary)$|^#\/(?:info|servers|openrpc|x-extensions|externalDocs)\b|^#\/methods\/\d+\/(?:examples|links|tags|servers|externalDocs|deprecated)\b|^#\/components\/errors\/[^/]+\/(?:message|data)\b|\/result\/name$/

/** The pointers at which two JSON values differ. The items of a list are compared by their names where they have any. */
function* changed(old: unknown, young: unknown, pointer: string): Generator<string> {
  if (!isNode(old) || !isNode(young)) {
    if (old !== young) yield pointer
    return
  }
  const [was, is] = [stepsOf(old), stepsOf(young)]
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const step = is.get(key) ?? was.get(key)!
    yield* changed(old[was.get(key) ?? ''], young[is.get(key) ?? ''], `${pointer}/${step}`)
  }
  const order = [...was.keys()].filter((key) => is.has(key))
  const now = [...is.keys()].filter((key) => was.has(key))
  if (Array.isArray(young) && order.some((key, index) => key !== now[index])) yield pointer
}

/** What leads from a value to those in it, by what they are called: an item of a list by its name, any other by its step. */
function stepsOf(value: Node): Map<string, string> {
  const steps = Object.keys(value)
  const names = steps.map((step) => (isNode(value[step]) ? value[step]['name'] : undefined))
  const named =
    Array.isArray(value) && new Set(names.filter((name) => typeof name === 'string')).size === steps.length
  return new Map(steps.map((step, index) => [named ? String(names[index]) : step, step]))
}

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
