import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { document as own } from '@lectern/spec'
import {
  explainUnchecked,
  functionTarget,
  groupResults,
  httpTarget,
  plan,
  reportText,
  run,
  type PlanOptions,
  type Report,
} from '../src/engine.ts'
import { error, serveCalls, type Json } from './mini-server.ts'

// A service of users as a small team writes it: schemas inline, no tag, no example.
const integer = { type: 'integer' }
const user = {
  type: 'object',
  required: ['id', 'age'],
  properties: { id: integer, age: integer },
}
const getUser = {
  name: 'getUser',
  params: [{ name: 'id', required: true, schema: integer }],
  result: { name: 'user', schema: user },
  errors: [{ code: 1001, message: 'No such user' }],
}
const listUsers = {
  name: 'listUsers',
  params: [],
  result: {
    name: 'users',
    schema: { type: 'array', items: { type: 'object', properties: { id: integer } } },
  },
}
const describe = (...methods: readonly object[]) => ({
  openrpc: '1.3.2',
  info: { title: 'Users', version: '1.0.0' },
  methods,
})

interface Service {
  readonly users?: Readonly<Record<number, unknown>>
  readonly code?: number
}

function userTarget({ users = { 1: { id: 1, age: 40 }, 2: { id: 2, age: 41 } }, code = 1001 }: Service = {}) {
  const server = serveCalls(({ method, params = [] }: Json): Json => {
    const values = Object.values(params)
    if (method === 'listUsers')
      return values.length > 0
        ? error(-32602, 'Invalid params')
        : { result: Object.keys(users).map((id) => ({ id: Number(id) })) }
    if (method !== 'getUser') return error(-32601, 'Method not found')
    if (values.length !== 1 || !Number.isInteger(values[0])) return error(-32602, 'Invalid params')
    const found = users[values[0] as number]
    return found === undefined ? error(code, 'No such user') : { result: found }
  }, {})
  return functionTarget(server)
}

const failed = ({ results }: Report) =>
  results.filter(({ verdict }) => verdict === 'failed').map(({ id, reason }) => `${id}: ${reason}`)

test('a parameter without a named type takes the values of members of its name', async () => {
  const document = describe(getUser, listUsers)
  const checks = plan(document, { methods: ['*'] })
  const target = userTarget({ users: { 1: { id: 1, age: 40 }, 2: { id: 2, age: '41' } } })
  const report = await run(checks, target, { document, only: 'schema/*' })
  expect(failed(report)).toEqual(['schema/getUser/result/age: /age must be an integer, not "41"'])
})

test('methods that nothing marks as safe are named first, with what to add, and no result was checked', async () => {
  const document = describe(getUser, listUsers)
  const report = await run(plan(document), userTarget(), { document })
  const sentence =
    'getUser, listUsers were not called: nothing says that they only read. Add the tag read-only to the document, or --methods getUser.'
  expect(reportText(report).split('\n')[0]).toBe(sentence)
  expect(explainUnchecked(report)).toBe(`No result was checked: ${sentence}`)
  const named = { document, methods: ['listUsers'] }
  const other = await run(plan(document, named), userTarget(), named)
  expect(other.document.uncalled).toEqual(['getUser'])
  expect(explainUnchecked(other)).toBeUndefined()
})

test('a method without a result has no row that nobody can see, and its parameters are tried', async () => {
  const log = { name: 'log', params: [{ name: 'line', required: true, schema: integer }] }
  const document = describe(log)
  const checks = plan(document, { methods: ['*'] })
  const of = (word: string) => checks.map(({ id }) => id).filter((id) => id.startsWith(word))
  expect(of('schema/')).toEqual([])
  expect(of('same/log')).toEqual([])
  expect(of('notification/')).toEqual(['notification/log', 'notification/log/invalid'])
  const { coverage } = await run(checks, userTarget(), { document, only: 'notification/*' })
  expect(coverage).toEqual([{ method: 'log', checks: 2, judged: 2 }])
})

/** Answers calls with broken parameters, notifications as well. */
const answerBroken = ({ params, id }: Json) =>
  Number.isInteger(params?.[0]) ? undefined : { jsonrpc: '2.0', id: id ?? null, ...error(-32602, 'x') }

test('an answer to a notification with broken parameters is found', async () => {
  const document = describe({ name: 'log', params: [{ name: 'line', required: true, schema: integer }] })
  const target = functionTarget((body) => {
    const value = JSON.parse(new TextDecoder().decode(body))
    const { id } = value
    const reply = value.method === 'log' ? answerBroken(value) : { jsonrpc: '2.0', id, ...error(-32601, 'x') }
    return new TextEncoder().encode(reply ? JSON.stringify(reply) : '')
  })
  const report = await run(plan(document, { methods: ['*'] }), target, { document, only: 'notification/*' })
  expect(failed(report).map((line) => line.split(':')[0])).toEqual(['notification/log/invalid'])
})

test('an error that the document does not declare is named beside those that it does', async () => {
  const document = describe(getUser)
  const report = await run(plan(document, { methods: ['*'] }), userTarget({ code: 1002 }), {
    document,
    only: 'valid/*',
  })
  expect(failed(report)).toEqual([
    'valid/getUser/0/integer: got error 1002 "No such user", which getUser does not declare (it declares 1001)',
  ])
})

const levels = (given: object, options: PlanOptions = {}) =>
  Object.fromEntries(
    plan(given, options).flatMap(({ id, level }) =>
      /\/(S08|J11|D01)$/.test(id) ? [[id.split('/')[1], level]] : [],
    ),
  )

test('rules that a plain JSON parser breaks are no MUST for a service, and come last in a report', async () => {
  const document = describe(getUser, listUsers)
  expect(levels(document)).toEqual({ S08: 'SHOULD', J11: 'SHOULD', D01: 'MAY' })
  expect(levels(document, { discovered: true })).toEqual({ S08: 'SHOULD', J11: 'SHOULD', D01: 'SHOULD' })
  expect(levels(own)).toEqual({ S08: 'MUST', J11: 'SHOULD', D01: 'SHOULD' })
  const target = userTarget({ users: { 1: { id: 1, age: '40' } } })
  const methods = ['getUser']
  const report = await run(plan(document, { methods, values: { id: [1] } }), target, { document, methods })
  const groups = groupResults(report.results).map(({ rule }) => rule)
  expect(groups.slice(0, 3)).toEqual(['envelope', 'valid', 'schema'])
  expect(groups.slice(-3)).toEqual(['protocol', 'http', 'discover'])
  const shown = [...reportText(report).matchAll(/^✗ [A-Z]+ (\w+)\//gm)].map(([, rule]) => rule)
  expect(shown[0]).toMatch(/^(valid|schema)$/)
})

test('a plain server that replaces bytes and reads no content type fails the cases of two rows, which no MUST has', async () => {
  const { send } = userTarget()
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end()
    const text = Buffer.concat(await request.toArray()).toString('utf8') // what is no UTF-8 becomes U+FFFD
    const { status, body } = await send(text)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const document = describe(getUser, listUsers)
  const checks = plan(document, { methods: ['*'] })
  const target = httpTarget(`http://127.0.0.1:${port}/`)
  const { results } = await run(checks, target, { document, only: ['protocol/*', 'http/*'] })
  const found = results.filter(({ verdict }) => verdict === 'failed')
  const rows = Map.groupBy(found, ({ id }) => id.split('/', 2).join('/'))
  expect([...rows].map(([id, { length }]) => [id, length])).toEqual([
    ['protocol/J16', 11],
    ['http/H05', 5],
  ])
  expect(new Set(found.map(({ level }) => level))).toEqual(new Set(['SHOULD']))
  expect(new Set(rows.get('protocol/J16')!.map(({ reason }) => reason)).size).toBe(1) // a report has one line for them
})
