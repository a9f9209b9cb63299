import type { VNode } from 'preact'
import { escapeKey } from '@lectern/conformance/json'
import { showText } from '../document/text.ts'

/** The most lines of a value that are drawn. */
const most = 1_000
/** Longer lines are cut where the page ends; they are whole where they are copied or printed. */
const long = 110

interface Line {
  readonly pointer: string
  readonly depth: number
  readonly name: string
  readonly text: string
}

/** A value of JSON, a line each; those of the pointers in `marked` are marked. */
export function JsonView({
  value,
  label,
  marked,
}: {
  value: unknown
  label: string
  marked?: ReadonlySet<string> | undefined
}): VNode {
  const lines: Line[] = []
  for (const line of linesOf(value)) if (lines.push(line) > 2 * most) break
  return (
    <div class="json-view" tabIndex={0} role="group" aria-label={label}>
      {lines.slice(0, most).map(({ pointer, depth, name, text }, index) => (
        <code
          key={index}
          class={`${name.length + text.length > long ? 'long' : ''} ${marked?.has(pointer) ? 'differs' : ''}`}
          style={{ '--depth': Math.min(depth, 5) }}
        >
          {name && <span class="name">{showText(name)}: </span>}
          {showText(text)}
        </code>
      ))}
      {lines.length > most && <p class="none">… and {lines.length - most} lines more</p>}
    </div>
  )
}

/** The lines of a value. */
function* linesOf(value: unknown, pointer = '', depth = 0, name = '', comma = ''): Generator<Line> {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {})
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (entries.length === 0)
    return yield { pointer, depth, name, text: (JSON.stringify(value) ?? 'absent') + comma }
  yield { pointer, depth, name, text: open! }
  for (const [index, [key, one]] of entries.entries()) {
    const end = index < entries.length - 1 ? ',' : ''
    const label = Array.isArray(value) ? '' : JSON.stringify(key)
    if (depth > 30) yield { pointer, depth, name: '', text: '…' }
    else yield* linesOf(one, `${pointer}/${escapeKey(key)}`, depth + 1, label, end)
  }
  yield { pointer, depth, name: '', text: close! + comma }
}
