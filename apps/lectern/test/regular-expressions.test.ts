import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { insides } from '@lectern/conformance/protocol'
import { canonicalForms } from '@lectern/server/testing'
import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'

process.env['RECHECK_BACKEND'] = 'pure' // read when it is loaded: no Java, no binaries
const { checkSync } = await import('recheck')

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The sources of the product: what runs on input of others. */
const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.(test|bench)\.tsx?$/.test(file),
)

/** Where regular expressions are made when the product runs, and why they are linear, or read nothing of others. */
const made: Readonly<Record<string, string>> = {
  'packages/server/src/rpc/canonical.ts': 'checked below',
  'packages/spec/src/arbitrary.ts': "the document's patterns, which validators.gen.ts has as literals",
  'packages/spec/src/mutants.ts': "the document's patterns, which validators.gen.ts has as literals",
  'packages/spec/src/schema.ts': "the document's patterns, which validators.gen.ts has as literals",
  'packages/conformance/src/protocol/cases.ts': 'that of protocol.json, checked below',
  'packages/conformance/src/document/canonical.ts': 'the patterns of the document that the user names',
}

interface Node {
  readonly type: string
  readonly start: number
  readonly regex?: { readonly pattern: string; readonly flags: string }
  readonly callee?: { readonly name?: string }
}

function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) yield value as Node
  for (const part of Object.values(value)) yield* nodesOf(part)
}

/** Each literal by its text, with the places where it stands; and the files that make others. */
function collect(): { readonly literals: Map<string, string[]>; readonly makers: Set<string> } {
  const literals = new Map<string, string[]>()
  const makers = new Set<string>()
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const { start, regex, callee } of nodesOf(
      parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }),
    )) {
      if (callee?.name === 'RegExp') makers.add(file)
      if (regex === undefined) continue
      const literal = `/${regex.pattern}/${regex.flags}`
      const place = `${file}:${text.slice(0, start).split('\n').length}`
      literals.set(literal, [...(literals.get(literal) ?? []), place])
    }
  }
  return { literals, makers }
}

/** Returns the problem of a regular expression: an attack, or no verdict; undefined if it takes linear time at most. */
function findAttack(source: string, flags: string): string | undefined {
  if (!/[*+]|\{\d+,/.test(source)) return undefined // it repeats nothing without bounds
  const found = checkSync(source, flags, { timeout: 600_000 })
  return found.status === 'safe'
    ? undefined
    : found.status === 'vulnerable'
      ? found.complexity.summary
      : found.status
}

test('a regular expression that takes more than linear time is found', () => {
  expect(findAttack('^\\s*text\\/html\\s*(?!.*;\\s*q=0(\\.0*)?\\s*$)(;|$)', '')).toContain('polynomial')
  expect(findAttack('^(a+)+$', '')).toContain('exponential')
  expect(findAttack('^\\s*text\\/html\\s*(;|$)', '')).toBeUndefined()
})

test('each regular expression of the product takes linear time', { timeout: 3_600_000 }, () => {
  const { literals, makers } = collect()
  expect(literals.size).toBeGreaterThan(200)
  expect([...makers].toSorted()).toEqual(Object.keys(made).toSorted())
  const all = [
    ...[...literals].map(([literal, places]): [RegExp, string] => [toRegExp(literal), places.join(', ')]),
    ...canonicalForms.map(([form]): [RegExp, string] => [form, 'packages/server/src/rpc/canonical.ts']),
    ...alternatives(insides).map((each): [RegExp, string] => [
      each,
      'packages/conformance/src/protocol/protocol.json',
    ]),
  ]
  const attacks = all.flatMap(([{ source, flags }, places]) => {
    const attack = findAttack(source, flags)
    return attack === undefined ? [] : [`${places}: /${source}/${flags}: ${attack}`]
  })
  expect(attacks).toEqual([])
})

/** Returns what a regular expression joins: each is decided by its automaton, all of them together by chance. */
const alternatives = ({ source, flags }: RegExp): RegExp[] =>
  source.split('|').map((each) => new RegExp(each, flags))

function toRegExp(literal: string): RegExp {
  const end = literal.lastIndexOf('/')
  return new RegExp(literal.slice(1, end), literal.slice(end + 1))
}
