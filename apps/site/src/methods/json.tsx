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
  write(value, '', 0, '', '', lines)
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

/** Writes a value as lines; stops some lines after those that are drawn. */
function write(
  value: unknown,
  pointer: string,
  depth: number,
  name: string,
  comma: string,
  lines: Line[],
): void {
  const line = (text: string): void => void lines.push({ pointer, depth, name, text: text + comma })
  const entries = Array.isArray(value)
    ? value.map((one, index) => ['', one, String(index)] as const)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).map(([key, one]) => [key, one, key] as const)
      : undefined
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (!entries) return line(JSON.stringify(value) ?? 'absent')
  if (entries.length === 0) return line(open! + close!)
  lines.push({ pointer, depth, name, text: open! })
  entries.forEach(([key, one, part], index) => {
    const end = index < entries.length - 1 ? ',' : ''
    if (lines.length > most * 2 || depth > 30) lines.push({ pointer, depth, name: '', text: '…' })
    else write(one, `${pointer}/${escapeKey(part)}`, depth + 1, key && JSON.stringify(key), end, lines)
  })
  lines.push({ pointer, depth, name: '', text: close! + comma })
}
