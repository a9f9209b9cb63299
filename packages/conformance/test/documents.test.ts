import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { corpus, describeCorpus } from '@lectern/fixtures'
import { mutants } from '@lectern/spec/arbitraries'
import { afterAll, expect, test } from 'vitest'
import { readMethods, type Method } from '../src/document/document.ts'
import { checkValue, loadDocument, plan, readDocument, reportText, run, type Report } from '../src/index.ts'
import { documentTarget, type DocumentDefect } from './document-server.ts'
import { error, type Json } from './mini-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-documents-'))
afterAll(() => rmSync(folder, { recursive: true }))

const nobody = { send: () => Promise.reject(new Error('nothing is asked')) }
const documents = corpus('openrpc')
const files =
  documents === undefined ? [] : readdirSync(documents).filter((file) => /\.json(\.gz)?$/.test(file))
const options = { methods: ['*'], ethereum: false, reading: 'lenient' } as const

/** A document with those that it refers to; a packed one is unpacked first. */
async function load(file: string): Promise<object> {
  const path = join(documents!, file)
  const source = file.endsWith('.gz') ? join(folder, file.slice(0, -3)) : path
  if (source !== path) writeFileSync(source, gunzipSync(readFileSync(path)))
  const { document } = await loadDocument(source, { target: nobody, lenient: true })
  return document
}

const failed = ({ results }: Report) => results.filter(({ verdict }) => verdict === 'failed')

describeCorpus('openrpc', 'D4 documents of strangers', () => {
  test.each(files)('a server that is made from %s has no failure', { timeout: 120_000 }, async (file) => {
    const document = await load(file)
    const checks = plan(document, { ...options, lint: true })
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
    const report = await run(checks, documentTarget(document), { document, requests: 100_000 })
    expect(failed(report), reportText(report)).toEqual([])
    expect(report.ended).toBeUndefined()
    expect(report.summary.passed).toBeGreaterThan(200)
  })

  test('each of 200 defects is caught', { timeout: 600_000 }, async () => {
    const missed: string[] = []
    let made = 0
    for (const file of files) {
      const given = await load(file)
      const { document } = readDocument(given)
      const methods = readMethods(document, options).filter(
        ({ call, isNotification }) => call && !isNotification,
      )
      for (const method of spread(methods, methods.length > 20 ? 1 : 2)) {
        const index = Number(method.pointer.split('/').at(-1))
        const small = { ...given, methods: [(given as { methods: unknown[] }).methods[index]] }
        const checks = plan(small, { ...options, examples: 'exact' })
        for (const [name, make] of Object.entries(defects)) {
          const defect = make(method, (value) => brokenResults(method, value))
          if (!defect) continue
          const only = [`*/${method.name}`, `*/${method.name}/*`]
          const report = await run(checks, documentTarget(small, defect), { document: small, only })
          // A result that is never there, or that anything is valid for, shows no defect.
          if (defect.wasMade?.() === false) continue
          made++
          if (failed(report).length === 0) missed.push(`${file} ${method.name}: ${name}`)
        }
      }

      function brokenResults({ result }: Method, value: unknown): unknown[] {
        return mutants(document, result, value)
          .map((mutant) => mutant.value)
          .filter((mutant) => checkValue(document, result, mutant) !== undefined)
      }
    }
    expect(missed).toEqual([])
    expect(made).toBeGreaterThan(200)
  })
})

const spread = <T>(items: readonly T[], most: number): T[] =>
  items.length <= most
    ? [...items]
    : Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)]!)

type MakeDefect = (
  method: Method,
  broken: (value: unknown) => unknown[],
) => (DocumentDefect & { wasMade?(): boolean }) | undefined

/** Changes the replies of one method that are results, and says whether there was one. */
function changeResults(method: Method, change: (reply: Json) => Json | undefined): ReturnType<MakeDefect> {
  let count = 0
  return {
    reply(reply, { name }) {
      if (name !== method.name || !('result' in reply)) return reply
      const changed = change(reply)
      if (changed) count++
      return changed ?? reply
    },
    wasMade: () => count > 0,
  }
}

/** A defect of the results: one of the values that the schema refuses. */
const wrongResult =
  (pick: (values: unknown[]) => unknown): MakeDefect =>
  (method, broken) =>
    changeResults(method, ({ result }) => {
      const values = broken(result)
      return values.length === 0 ? undefined : { result: pick(values) }
    })

const changeEnvelope =
  (change: (answer: Json) => unknown): MakeDefect =>
  (method) => ({
    answer: (answer, request) => (request?.method === method.name && answer ? change(answer) : answer),
  })

const accept =
  (
    isMeant: (method: Method, params: any) => boolean,
  ): DocumentDefect['reply'] extends undefined ? never : MakeDefect =>
  (method) => ({
    answer: (answer, request) =>
      request?.method === method.name && answer?.['error']?.code === -32602 && isMeant(method, request.params)
        ? { jsonrpc: '2.0', id: request.id, result: null }
        : answer,
  })

const required = ({ params }: Method) => params.filter((param) => param.required === true).length
const count = (params: any) => (params === undefined ? 0 : Object.keys(params).length)

const defects: Readonly<Record<string, MakeDefect>> = {
  'the first wrong value': wrongResult((values) => values[0]),
  'a wrong value in the middle': wrongResult((values) => values[values.length >> 1]),
  'the last wrong value': wrongResult((values) => values.at(-1)),
  'an undeclared error': (method) =>
    method.codes.length > 0 ? changeResults(method, () => error(-31999, 'Undeclared')) : undefined,
  'an internal error': (method) => changeResults(method, () => error(-32603, 'Internal error')),
  'valid parameters refused': (method) => changeResults(method, () => error(-32602, 'Invalid params')),
  'a method that is not there': (method) => ({
    reply: (reply, { name }) => (name === method.name ? error(-32601, 'Method not found') : reply),
  }),
  'another id': changeEnvelope((answer) => ({ ...answer, id: 'other' })),
  'no jsonrpc': changeEnvelope((answer) => ({ ...answer, jsonrpc: undefined })),
  'result and error': changeEnvelope((answer) => ({
    ...answer,
    result: 1,
    error: { code: -1, message: '' },
  })),
  'text that is not JSON': changeEnvelope(() => ({ toJSON: () => undefined })),
  'bad parameters with another code': (method) =>
    required(method) === 0
      ? undefined
      : {
          reply: (reply, { name }) =>
            name === method.name && reply['error']?.code === -32602 ? error(-32000, 'Bad') : reply,
        },
  'too few parameters accepted': (method, broken) =>
    required(method) === 0
      ? undefined
      : accept((one, params) => count(params) < required(one))(method, broken),
  'too many parameters accepted': accept((one, params) =>
    Array.isArray(params)
      ? params.length > one.params.length
      : Object.keys(params ?? {}).some((key) => !one.params.some(({ name }) => name === key)),
  ),
}
