import type { OpenRpc } from '../../src/open-rpc.ts'
import type { Change } from './diff.ts'

/** The changes that no program sees: texts, examples, links; and another form of the same rules, where nothing else differs. */
export function compareTexts(old: OpenRpc, young: OpenRpc, alike: boolean): Change[] {
  const pointers = [...changed(old, young, '#')].filter((pointer) => pointer !== '#/info/version')
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
  /\/(?:title|description|summary)$|^#\/(?:info|servers|openrpc|x-extensions)\b|^#\/methods\/\d+\/(?:examples|links)\b|^#\/components\/errors\/[^/]+\/message$|\/result\/name$/

/** The pointers at which two JSON values differ. Methods are compared by their place, since a document lists few. */
function* changed(old: unknown, young: unknown, pointer: string): Generator<string> {
  if (!isNode(old) || !isNode(young)) {
    if (old !== young) yield pointer
    return
  }
  for (const key of new Set([...Object.keys(old), ...Object.keys(young)]))
    yield* changed(old[key], young[key], `${pointer}/${key}`)
}

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
