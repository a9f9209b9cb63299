import type { OpenRpc } from '@lectern/spec'
import { fail, toCheck, type Check } from '../check.ts'
import {
  codesOf,
  countRequired,
  type DocumentMethod,
  pointerOf,
  readExamples,
} from '../../document/document.ts'
import { isRecord, show } from '../../document/json.ts'
import { readDocument } from '../../document/read-document.ts'
import { checkValue } from '../../document/value-check.ts'

/** Returns the problems of one method of a document, as sentences without their stop. */
type Rule = (method: DocumentMethod, document: OpenRpc) => string[]

// oxfmt-ignore
const rows: readonly (readonly [name: string, sentence: string, source: string, rule: Rule])[] = [
  ['name', 'The name of a method does not begin with the reserved rpc.', 'JSON-RPC 2.0, 4.3', ({ name }) => (name.startsWith('rpc.') ? [`${show(name)} begins with rpc.`] : [])],
  ['parameters', 'The names of parameters are unique, and those that are required come first.', 'OpenRPC 1.3.2, Method Object', parameters],
  ['errors', 'The codes of errors are unique, and none is of the range that JSON-RPC reserves.', 'OpenRPC 1.3.2, Error Object; JSON-RPC 2.0, 5.1', errors],
  ['examples', 'Each example is valid by the schemas of its method.', 'OpenRPC 1.3.2, Example Pairing Object', examples],
  ['links', 'Each link leads to a method of the document, and gives it what it requires.', 'OpenRPC 1.3.2, Link Object', links],
]

export function planLint(given: object): Check[] {
  const { document } = readDocument(given)
  return document.methods.flatMap((method) =>
    rows.map(([name, sentence, text, rule]) => {
      const source = `${text}; openrpc.json${pointerOf(method)}`
      return toCheck(`lint/${method.name}/${name}`, 'MUST', sentence, source, async () => {
        const problems = rule(method, document)
        return problems.length === 0 ? undefined : fail(problems.join('\n'))
      })
    }),
  )
}

function parameters({ params, paramStructure }: DocumentMethod): string[] {
  const names = params.map(({ name }) => name)
  const isOrdered = (paramStructure as string) === 'by-name'
  return params.flatMap(({ name, required }, index) => [
    ...(names.indexOf(name) < index ? [`two parameters are called ${show(name)}`] : []),
    ...(!isOrdered && required === true && countRequired(params.slice(0, index)) < index
      ? [`${show(name)} is required, but comes after one that is not`]
      : []),
  ])
}

const defined = new Set([-32700, -32600, -32601, -32602, -32603])

function errors(method: DocumentMethod): string[] {
  const codes = codesOf(method)
  const doubled = codes.filter((code, index) => codes.indexOf(code) < index)
  const reserved = codes.filter((code) => code >= -32768 && code < -32099 && !defined.has(code))
  return [
    ...doubled.map((code) => `two errors have the code ${code}`),
    ...reserved.map((code) => `the code ${code} is reserved`),
  ]
}

function examples(method: DocumentMethod, document: OpenRpc): string[] {
  const pairs = readExamples(document, method).flatMap(({ name, problem }) =>
    problem === undefined ? [] : [`${name}${problem}`],
  )
  const result = method.result as DocumentMethod['result'] | undefined
  const inside = [...method.params, ...(result ? [result] : [])].flatMap(({ name, schema }) => {
    const shown = isRecord(schema) && Array.isArray(schema['examples']) ? schema['examples'] : []
    const issues = shown.flatMap((value: unknown) => checkValue(document, schema, value) ?? [])
    return issues.map(
      ({ path, message }) => `an example in the schema of ${name}: ${path || 'the value'} ${message}`,
    )
  })
  return [...pairs, ...inside]
}

function links({ links = [] }: DocumentMethod, { methods }: OpenRpc): string[] {
  return links.flatMap((link) => {
    const target = methods.find(({ name }) => name === link.method)
    if (!target) return [`${link.name} leads to ${show(link.method)}, which is no method`]
    const foreign = Object.keys(link.params).filter((key) => !target.params.some(({ name }) => name === key))
    const missing = target.params.filter(
      ({ name, required }) => required === true && !Object.hasOwn(link.params, name),
    )
    return [
      ...foreign.map((key) => `${link.name} gives ${show(key)}, which ${link.method} has no parameter for`),
      ...missing.map(({ name }) => `${link.name} does not give ${show(name)}, which ${link.method} requires`),
    ]
  })
}
