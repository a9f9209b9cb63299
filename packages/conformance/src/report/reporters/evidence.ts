import type { Result } from '../report.ts'
import { type Difference, escapeKey, isRecord } from '../../document/json.ts'
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
export function responseOf({ response }: Result): string {
  if (response === undefined) return '(none came)'
  return response === '' ? '(empty)' : response
}

/** One line of a response: right, wrong (`actual`), or what was expected instead. */
export interface Line {
  readonly mark: 'same' | 'actual' | 'expected'
  readonly text: string
}

/** A line, or how many lines without a mark stood here. */
export type Fold = Line | { readonly folded: number }

/**
 * A JSON text over many lines, marked where it differs from what was expected: the pointers of the differences lead into
 * it. A text that is not JSON, or too large or nested too deep to be looked at, is its own lines.
 */
export function markLines(text: string, differences: readonly Difference[] = []): Line[] {
  const plain = () => text.split('\n').map((line): Line => ({ mark: 'same', text: line }))
  if (text.length > largest) return plain()
  try {
    const root: Node = { value: JSON.parse(text), path: '', indent: '', before: '', after: '' }
    const byPath = Map.groupBy(differences, ({ path }) => path)
    return renderNode(root, byPath)
  } catch {
    return plain()
  }
}

/** The lines near a mark; without any mark, or where little would be left out, all of them up to `most`. */
export function foldLines(
  lines: readonly Line[],
  { context = 3, most = 400 }: { context?: number; most?: number } = {},
): Fold[] {
  const marked = lines.flatMap(({ mark }, index) => (mark === 'same' ? [] : [index]))
  if (marked.length === 0 || lines.length <= 20) return cutLines(lines, most)
  const near = new Set(marked.flatMap((index) => range(index - context, index + context)))
  const folds: Fold[] = []
  let skipped: Line[] = []
  const fold = () => {
    if (skipped.length > 1) folds.push({ folded: skipped.length })
    else folds.push(...skipped)
    skipped = []
  }
  for (const [index, line] of lines.entries()) {
    if (near.has(index)) {
      fold()
      folds.push(line)
    } else skipped.push(line)
  }
  fold()
  return cutLines(folds, most)
}

const largest = 4 * 1024 * 1024 // characters; blocks with all of their transactions have up to one million
const deepest = 50 // levels; an endpoint may nest thousands, and each would indent all below it

interface Node {
  readonly value: unknown
  readonly path: string
  readonly indent: string
  /** The key before the value, and the comma after it. */
  readonly before: string
  readonly after: string
}

type ByPath = ReadonlyMap<string, readonly Difference[]>

function renderNode(node: Node, byPath: ByPath): Line[] {
  const here = byPath.get(node.path)
  if (here === undefined) return renderValue(node, byPath, 'same')
  const wanted = here.flatMap((difference) => ('expected' in difference ? [difference.expected] : []))
  return [
    ...renderValue(node, unmarked, 'actual'),
    ...wanted.flatMap((value) => renderValue({ ...node, value }, unmarked, 'expected')),
  ]
}

const unmarked: ByPath = new Map()

function renderValue(
  { value, path, indent, before, after }: Node,
  byPath: ByPath,
  mark: Line['mark'],
): Line[] {
  const lineOf = (text: string): Line => ({ mark, text: indent + text })
  const array = Array.isArray(value)
  if ((!array && !isRecord(value)) || indent.length > 2 * deepest)
    return [lineOf(`${before}${JSON.stringify(value)}${after}`)]
  const absent = listAbsent(value, path, byPath)
  const members = [...Object.entries<unknown>(value), ...absent]
  const [open, close] = array ? ['[', ']'] : ['{', '}']
  if (members.length === 0) return [lineOf(`${before}${open}${close}${after}`)]
  const inner = members.flatMap(([key, value], index) => {
    const child: Node = {
      value,
      path: `${path}/${escapeKey(key)}`,
      indent: `${indent}  `,
      before: array ? '' : `${JSON.stringify(key)}: `,
      after: index === members.length - 1 ? '' : ',',
    }
    if (index >= members.length - absent.length) return renderValue(child, unmarked, 'expected')
    return mark === 'same' ? renderNode(child, byPath) : renderValue(child, byPath, mark)
  })
  return [lineOf(before + open), ...inner, lineOf(close + after)]
}

/** The members that were only expected. */
function listAbsent(value: object, path: string, byPath: ByPath): [key: string, value: unknown][] {
  return [...byPath.values()].flat().flatMap((difference) => {
    const key = difference.path
      .slice(path.length + 1)
      .replaceAll('~1', '/')
      .replaceAll('~0', '~') // RFC 6901
    const isChild = difference.path === `${path}/${escapeKey(key)}` && !Object.hasOwn(value, key)
    return isChild && 'expected' in difference ? [[key, difference.expected]] : []
  })
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

function cutLines(lines: readonly Fold[], most: number): Fold[] {
  const marked = lines.some((line) => 'text' in line && line.mark !== 'same')
  const cut = lines.slice(0, most).map((line) => showLine(line, marked))
  return lines.length <= most ? cut : [...cut, { folded: lines.length - most }]
}

// Next to a marked line, another one may be cut.
const showLine = (line: Fold, marked: boolean): Fold =>
  'text' in line
    ? { mark: line.mark, text: showText(line.text, marked && line.mark === 'same' ? 120 : 2_000) }
    : line
