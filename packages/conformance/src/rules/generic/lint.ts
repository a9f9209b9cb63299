import type { OpenRpc } from '@lectern/spec'
import { fail, toCheck, type Check } from '../check.ts'
import { codeOf } from '../../document/document.ts'
import { show } from '../../document/json.ts'
import { checkValue, describeIssue } from '../../document/value-check.ts'

type Method = OpenRpc['methods'][number]

/** What is wrong with one method of a document, as sentences without their stop. */
type Rule = (method: Method, document: OpenRpc) => string[]

// oxfmt-ignore
const rows: readonly (readonly [name: string, sentence: string, source: string, rule: Rule])[] = [
  ['name', 'The name of a method is its own, and does not begin with the reserved rpc.', 'OpenRPC 1.3.2, Method Object; JSON-RPC 2.0, 4.3', ownName],
  ['parameters', 'The names of parameters are unique, and those that are required come first.', 'OpenRPC 1.3.2, Method Object', parameters],
  ['errors', 'The codes of errors are unique, and none is of the range that JSON-RPC reserves.', 'OpenRPC 1.3.2, Error Object; JSON-RPC 2.0, 5.1', errors],
  ['examples', 'Each example is valid by the schemas of its method.', 'OpenRPC 1.3.2, Example Pairing Object', examples],
  ['links', 'Each link leads to a method of the document, and gives it what it requires.', 'OpenRPC 1.3.2, Link Object', links],
]

/** Checks of the document itself, which need no endpoint. */
export function planLint(document: OpenRpc): Check[] {
  return document.methods.flatMap((method, index) =>
    rows.map(([name, sentence, text, rule]) => {
      const source = `${text}; openrpc.json#/methods/${index}`
      return toCheck(`lint/${method.name}/${name}`, 'MUST', sentence, source, async () => {
        const problems = rule(method, document)
        return problems.length === 0 ? undefined : fail(problems.join('\n'))
      })
    }),
  )
}

function ownName({ name }: Method, { methods }: OpenRpc): string[] {
  const same = methods.filter((method) => method.name === name).length
  return [
    ...(same > 1 ? [`${same} methods are called ${show(name)}`] : []),
    ...(name.startsWith('rpc.') ? [`${show(name)} begins with rpc.`] : []),
  ]
}

function parameters({ params }: Method): string[] {
  const names = params.map(({ name }) => name)
  return params.flatMap(({ name, required }, index) => [
    ...(names.indexOf(name) < index ? [`two parameters are called ${show(name)}`] : []),
    ...(required === true && params.slice(0, index).some((before) => before.required !== true)
      ? [`${show(name)} is required, but comes after one that is not`]
      : []),
  ])
}

const defined = new Set([-32700, -32600, -32601, -32602, -32603])

function errors({ errors }: Method, document: OpenRpc): string[] {
  const codes = errors.map((error) => codeOf(document, error))
  const doubled = codes.filter((code, index) => codes.indexOf(code) < index)
  const reserved = codes.filter((code) => code >= -32768 && code < -32099 && !defined.has(code))
  return [
    ...doubled.map((code) => `two errors have the code ${code}`),
    ...reserved.map((code) => `the code ${code} is reserved`),
  ]
}

function examples({ params, result, examples = [] }: Method, document: OpenRpc): string[] {
  return examples.flatMap(({ name: example, params: given, result: { value } }) => {
    const wrong = params.slice(0, given.length).flatMap(({ name, schema }, index) => {
      const issue = checkValue(document, schema, given[index]!.value)
      return issue ? [`${example}, ${name}: ${issue.path || 'the value'} ${issue.message}`] : []
    })
    const issue = checkValue(document, result.schema, value)
    const count = `${example}: ${params.length} parameters are expected, not ${given.length}`
    return [
      ...(given.length === params.length ? [] : [count]),
      ...wrong,
      ...(issue ? [`${example}: ${describeIssue(issue)}`] : []),
    ]
  })
}

function links({ links = [] }: Method, { methods }: OpenRpc): string[] {
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
