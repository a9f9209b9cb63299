import { fail, toCheck, type Check } from '../check.ts'
import { countRequired, type Method, readMethods } from '../../document/document.ts'
import { isRecord, show } from '../../document/json.ts'
import { readDocument } from '../../document/read-document.ts'
import { checkValue } from '../../document/value-check.ts'

/** Returns the problems of one method of a document, as sentences without their stop. */
type Rule = (method: Method, all: readonly Method[]) => string[]

// oxfmt-ignore
const rows: readonly (readonly [name: string, sentence: string, source: string, rule: Rule])[] = [
  ['name', 'The name of a method does not begin with the reserved rpc.', 'JSON-RPC 2.0, 4.3', ({ name }) => (name.startsWith('rpc.') ? [`${show(name)} begins with rpc.`] : [])],
  ['parameters', 'The names of parameters are unique, and those that are required come first.', 'OpenRPC 1.3.2, Method Object', parameters],
  ['errors', 'The codes of errors are unique, and none is of the range that JSON-RPC reserves.', 'OpenRPC 1.3.2, Error Object; JSON-RPC 2.0, 5.1', errors],
  ['examples', 'Each example is valid by the schemas of its method.', 'OpenRPC 1.3.2, Example Pairing Object', examples],
  ['links', 'Each link leads to a method of the document, and gives it what it requires.', 'OpenRPC 1.3.2, Link Object', links],
]

export function planLint(given: object): Check[] {
  const methods = readMethods(readDocument(given).document, { ethereum: false })
  return methods.flatMap((method) =>
    rows.map(([name, sentence, text, rule]) => {
      const source = `${text}; openrpc.json${method.pointer}`
      return toCheck(`lint/${method.name}/${name}`, 'MUST', sentence, source, async () => {
        const problems = rule(method, methods)
        return problems.length === 0 ? undefined : fail(problems.join('\n'))
      })
    }),
  )
}

function parameters({ params, structure }: Method): string[] {
  const names = params.map(({ name }) => name)
  return params.flatMap(({ name, required }, index) => [
    ...(names.indexOf(name) < index ? [`two parameters are called ${show(name)}`] : []),
    ...(structure !== 'by-name' && required === true && countRequired(params.slice(0, index)) < index
      ? [`${show(name)} is required, but comes after one that is not`]
      : []),
  ])
}

const defined = new Set([-32700, -32600, -32601, -32602, -32603])

function errors({ codes }: Method): string[] {
  const doubled = codes.filter((code, index) => codes.indexOf(code) < index)
  const reserved = codes.filter((code) => code >= -32768 && code < -32099 && !defined.has(code))
  return [
    ...doubled.map((code) => `two errors have the code ${code}`),
    ...reserved.map((code) => `the code ${code} is reserved`),
  ]
}

function examples({ document, params, result, contradictions }: Method): string[] {
  const inside = [...params, { name: 'result', schema: result }].flatMap(({ name, schema }) => {
    const shown = isRecord(schema) && Array.isArray(schema['examples']) ? schema['examples'] : []
    const issues = shown.flatMap((value: unknown) => checkValue(document, schema, value) ?? [])
    return issues.map(
      ({ path, message }) => `an example in the schema of ${name}: ${path || 'the value'} ${message}`,
    )
  })
  return [...contradictions, ...inside]
}

function links({ links }: Method, methods: readonly Method[]): string[] {
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
