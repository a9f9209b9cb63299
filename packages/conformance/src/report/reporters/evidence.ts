import type { Result } from '../report.ts'
import { type Difference, escapeKey, unescapeKey } from '../../document/json.ts'
import { showText } from '../../document/shown-text.ts'

/** One line of JSON: right, wrong (`actual`), expected instead, or how many lines were left out (`fold`). */
export interface Line {
  readonly mark: 'same' | 'actual' | 'expected' | 'fold'
  readonly text: string
}

/** The evidence of a failure as lines of JSON: the response is marked where it differs from the expected one. */
export interface Evidence {
  readonly request: readonly Line[]
  readonly response: readonly Line[]
  /** The meanings of the marks, if there are any. */
  readonly legend?: string
}

/** The request and the response of a result; undefined where nothing was asked. */
export function readEvidence(result: Result): Evidence | undefined {
  const { id, request, differences } = result
  if (request === undefined) return undefined
  const lines = markLines(responseOf(result), differences)
  const legend = id.startsWith('differ/') ? '✗ this endpoint, ✓ the other' : '✗ found, ✓ expected'
  const isMarked = lines.some(({ mark }) => mark !== 'same')
  return { request: foldLines(markLines(request)), response: foldLines(lines), ...(isMarked && { legend }) }
}

/** The text of a result's response; in brackets, why there is none. */
export const responseOf = ({ response }: Result): string =>
  response === undefined ? '(none came)' : response || '(empty)'

const deepest = 50 // levels; an endpoint may nest thousands, and each would indent all below it

/** Returns the lines of a JSON text, marked where differences lead. A text that is not JSON stays as it is. */
export function markLines(text: string, differences: readonly Difference[] = []): Line[] {
  try {
    return renderValue(JSON.parse(text), { path: '', level: 0, before: '', after: '' }, differences)
  } catch {
    return text.split('\n').map((line): Line => ({ mark: 'same', text: line }))
  }
}

/** The place of a value: its pointer, its level, the key before it and the comma after it. */
type Place = Readonly<Record<'path' | 'before' | 'after', string>> & { readonly level: number }

/** The lines of a value; those that differ are marked, each with its expected lines after it. */
function renderValue(
  value: unknown,
  place: Place,
  differences: readonly Difference[],
  mark: Line['mark'] = 'same',
): Line[] {
  const { path, level, before, after } = place
  const here = differences.find((one) => one.path === path)
  if (here) {
    const wanted = 'expected' in here ? renderValue(here.expected, place, [], 'expected') : []
    return [...renderValue(value, place, [], 'actual'), ...wanted]
  }
  const lineOf = (text: string): Line => ({ mark, text: '  '.repeat(level) + text })
  if (typeof value !== 'object' || value === null || level > deepest)
    return [lineOf(`${before}${JSON.stringify(value)}${after}`)]
  const below = differences.filter((one) => one.path.startsWith(`${path}/`))
  const members = Object.entries(value).map(([key, member]) => ({ key, member, inner: below, own: mark }))
  for (const { path: at, ...sides } of below) {
    const key = unescapeKey(at.slice(path.length + 1))
    if ('expected' in sides && at === `${path}/${escapeKey(key)}` && !Object.hasOwn(value, key))
      members.push({ key, member: sides.expected, inner: [], own: 'expected' })
  }
  const isArray = Array.isArray(value)
  const [open, close] = isArray ? ['[', ']'] : ['{', '}']
  if (members.length === 0) return [lineOf(`${before}${open}${close}${after}`)]
  const lines = members.flatMap(({ key, member, inner, own }, index) => {
    const child: Place = {
      path: `${path}/${escapeKey(key)}`,
      level: level + 1,
      before: isArray ? '' : `${JSON.stringify(key)}: `,
      after: index === members.length - 1 ? '' : ',',
    }
    return renderValue(member, child, inner, own)
  })
  return [lineOf(before + open), ...lines, lineOf(close + after)]
}

/** The lines near a mark; without any mark, or in a short text, all of them up to `most`. */
export function foldLines(
  lines: readonly Line[],
  { context = 3, most = 400 }: { context?: number; most?: number } = {},
): Line[] {
  const marked = lines.flatMap(({ mark }, index) => (mark === 'same' ? [] : [index]))
  const isShort = marked.length === 0 || lines.length <= 20
  const isNear = (at: number) => isShort || marked.some((index) => Math.abs(index - at) <= context)
  const folds = lines.flatMap(({ mark, text }, at): Line[] => {
    // Next to a marked line, another one may be cut.
    if (isNear(at))
      return [{ mark, text: showText(text, marked.length > 0 && mark === 'same' ? 120 : 2_000) }]
    if (at > 0 && !isNear(at - 1)) return []
    const next = marked.find((index) => index > at) ?? lines.length + context
    return [foldOf(next - context - at)]
  })
  return folds.length <= most ? folds : [...folds.slice(0, most), foldOf(folds.length - most)]
}

const foldOf = (count: number): Line => ({ mark: 'fold', text: `… ${count} lines` })
