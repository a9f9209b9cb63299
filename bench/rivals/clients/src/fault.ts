// One row of the fault matrix against one library, in a process of its own: node src/fault.ts viem 4
import { faultRows } from '@lectern/client/testing'
import { loadLibrary } from './libraries.ts'
import { grade, type Call } from './grade.ts'
import { serve } from './serve.ts'

const [name = '', number] = process.argv.slice(2)
const row = faultRows.find(({ row }) => row === Number(number))!
const { connect } = await loadLibrary(name)

const servers = await Promise.all(row.serve.map(serve))
const urls = servers.map(({ server }) => server.url) as [string]
const ask = connect({ urls, batch: row.needs.includes('batch'), level: row.verify ? 'hash' : undefined })
const controller = new AbortController()
if (row.abortAfter !== undefined) setTimeout(() => controller.abort(), row.abortAfter)
const started = performance.now()
const signals = row.abortAfter === undefined ? [] : [controller.signal]
const calls = await Promise.all(ask(row.questions, signals).map(watch))
const requests = servers.reduce((sum, { counted }) => sum + counted(), 0)
const verdict = grade(row, calls, requests)
process.stdout.write(`${JSON.stringify(verdict)}\n`, () => process.exit())

async function watch(answer: Promise<unknown>): Promise<Call> {
  return await answer.then(
    (result): Call => ({ result, milliseconds: performance.now() - started }),
    (error: unknown): Call => ({ error, milliseconds: performance.now() - started }),
  )
}
