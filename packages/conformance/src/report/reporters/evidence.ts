import type { Result } from '../report.ts'
import { type Difference, escapeKey, isRecord, unescapeKey } from '../../document/json.ts'
import { showText } from '../../document/shown-text.ts'

/** The evidence of a failure as lines of JSON: the response is marked where it differs from the expected one. */
export interface Evidence {
  readonly request: readonly Fold[]
  readonly response: readonly Fold[]
  /** Whether a line of the response is marked. */
  readonly marked: boolean
  /** The meanings of the marks. */
  readonly legend: { readonly actual: string; readonly expected: string }
}

const legends = {
  checked: { actual: 'found', expected: 'expected' },
  compared: { actual: 'this endpoint', expected: 'the other' },
}

/** The request and the response of a result; undefined where nothing was asked. */
export function readEvidence(result: Result): Evidence | undefined {
  const { id, request, differences } = result
  if (request === undefined) return undefined
  const response = foldLines(markLines(responseOf(result), differences))
  const marked = response.some((line) => 'text' in line && line.mark !== 'same')
  const legend = legends[id.startsWith('differ/') ? 'compared' : 'checked']
  return { request: foldLines(markLines(request)), response, marked, legend }
}

/** The text of a result's response; in brackets, why there is none. */
export const responseOf = ({ response }: Result): string =>
  response === undefined ? '(none came)' : response || '(empty)'

/** One line of a response: right, wrong (`actual`), or what was expected instead. */
export interface Line {
  readonly mark: 'same' | 'actual' | 'expected'
  readonly text: string
}

/** A line, or how many lines without a mark stood here. */
export type Fold = Line | { readonly folded: number }

const largest = 4 * 1024 * 1024 // characters; blocks with all of their transactions have up to one million
const deepest = 50 // levels; an endpoint may nest thousands, and each would indent all below it

/** Returns the lines of a JSON text, marked where differences lead. A text that is not JSON, or is too large or too deep, stays as it is. */
export function markLines(text: string, differences: readonly Difference[] = []): Line[] {
  try {
    if (text.length <= largest) return renderValue(JSON.parse(text), { path: '', level: 0 }, differences)
  } catch {}
  return text.split('\n').map((line): Line => ({ mark: 'same', text: line }))
}

/** The place of a value: its pointer, its level, the key before it and the comma after it. */
interface Place {
  readonly path: string
  readonly level: number
  readonly before?: string
  readonly after?: string
}

/** The lines of a value; those that differ are marked, each with its expected lines after it. */
function renderValue(
  value: unknown,
  place: Place,
  differences: readonly Difference[],
  mark: Line['mark'] = 'same',
): Line[] {
  const { path, level, before = '', after = '' } = place
  const below = differences.filter((one) => one.path === path || one.path.startsWith(`${path}/`))
  const here = below.filter((one) => one.path === path)
  if (here.length > 0) {
    const wanted = here.filter((one) => 'expected' in one)
    return [
      ...renderValue(value, place, [], 'actual'),
      ...wanted.flatMap(({ expected }) => renderValue(expected, place, [], 'expected')),
    ]
  }
  const lineOf = (text: string): Line => ({ mark, text: '  '.repeat(level) + text })
  const isArray = Array.isArray(value)
  if ((!isArray && !isRecord(value)) || level > deepest)
    return [lineOf(`${before}${JSON.stringify(value)}${after}`)]
  const present = Object.keys(value).map((key) => `${path}/${escapeKey(key)}`)
  const absent = below.filter(
    (one) =>
      'expected' in one && !one.path.slice(path.length + 1).includes('/') && !present.includes(one.path),
  )
  const [open, close] = isArray ? ['[', ']'] : ['{', '}']
  const members = [
    ...Object.entries<unknown>(value),
    ...absent.map((one) => [unescapeKey(one.path.slice(path.length + 1)), one.expected] as const),
  ]
  if (members.length === 0) return [lineOf(`${before}${open}${close}${after}`)]
  const inner = members.flatMap(([key, member], index) => {
    const child: Place = {
      path: `${path}/${escapeKey(key)}`,
      level: level + 1,
      before: isArray ? '' : `${JSON.stringify(key)}: `,
      after: index === members.length - 1 ? '' : ',',
    }
    return index < present.length
      ? renderValue(member, child, below, mark)
      : renderValue(member, child, [], 'expected')
  })
  return [lineOf(before + open), ...inner, lineOf(close + after)]
}

/** The lines near a mark; without any mark, or where little would be left out, all of them up to `most`. */
export function foldLines(
  lines: readonly Line[],
  { context = 3, most = 400 }: { context?: number; most?: number } = {},
): Fold[] {
  const marked = lines.flatMap(({ mark }, index) => (mark === 'same' ? [] : [index]))
  const isShort = marked.length === 0 || lines.length <= 20
  const isNear = (at: number) => isShort || marked.some((index) => Math.abs(index - at) <= context)
  // Next to a marked line, another one may be cut.
  const cut = ({ mark, text }: Line): Line => ({
    mark,
    text: showText(text, marked.length > 0 && mark === 'same' ? 120 : 2_000),
  })
  const folds: Fold[] = []
  for (let at = 0; at < lines.length;) {
    let next = at
    while (next < lines.length && !isNear(next)) next++
    if (next - at > 1) folds.push({ folded: next - at })
    else folds.push(cut(lines[at]!))
    at = Math.max(next, at + 1)
  }
  return folds.length <= most ? folds : [...folds.slice(0, most), { folded: folds.length - most }]
}
