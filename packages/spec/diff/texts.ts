import type { OpenRpc } from '../src/open-rpc.ts'
import { differ, rootPosition, type Difference } from './difference.ts'

/** The differences that no program sees: texts, examples, links; and another form of the same rules, where nothing else differs. */
export function compareTexts(old: OpenRpc, young: OpenRpc, isAlike: boolean): Difference[] {
  const pointers = [...new Set(changed(old, young, '#'))].filter((pointer) => pointer !== '#/info/version')
  const position = rootPosition('reply')
  const texts = pointers.filter((pointer) => text.test(pointer))
  const other = pointers.find((pointer) => !text.test(pointer))
  const sentence = 'changed its form, and accepts the same values.'
  return [
    ...texts.map((pointer) => differ('text', pointer, 'changed its text.', position)),
    ...(isAlike && other !== undefined ? [differ('form', other, sentence, position)] : []),
  ]
}

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

/** The steps from a value to those in it, by name: an item of a list by its member `name`, any other by its key. */
function stepsOf(value: Node): Map<string, string> {
  const steps = Object.keys(value)
  const names = steps.map((step) => (isNode(value[step]) ? value[step]['name'] : undefined))
  const named =
    Array.isArray(value) && new Set(names.filter((name) => typeof name === 'string')).size === steps.length
  return new Map(steps.map((step, index) => [named ? String(names[index]) : step, step]))
}

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
