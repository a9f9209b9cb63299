import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { listenAndRecord, needsCurl, type Sent, toHex } from './recorder.ts'
import { plan, reportText, run, type Target } from '../src/index.ts'

const meant = /^(protocol|http|discover|envelope|valid|invalid|arity)\//
const checks = plan(document, { heavy: true }).filter(({ id }) => meant.test(id))

/** Every check failed, by answers that are wrong to any question, and what each had sent. */
async function failAll(url: string) {
  const answer = { status: 299, headers: new Headers(), body: new TextEncoder().encode('{"error":7}') }
  const sent = new Map<string, Sent[]>()
  let latest: Sent[] = []
  const target: Target = {
    url,
    send: async (body) => {
      latest.push({ verb: 'POST', type: 'application/json', body: toHex(body) })
      return answer
    },
    fetch: async ({ verb, headers, body = '' }) => {
      latest.push({ verb, type: headers['content-type'], body: toHex(body) })
      return answer
    },
  }
  const report = await run(checks, target, {
    concurrency: 1,
    level: 'MAY',
    onResult: ({ result }) => {
      sent.set(result.id, latest)
      latest = []
    },
  })
  return { report, sent }
}

test(
  'the curl line of each check sends, out of a text report, the bytes that the check had sent',
  { timeout: 600_000, ...needsCurl },
  async () => {
    const { url, received } = await listenAndRecord()
    const { report, sent } = await failAll(url)
    const asked = report.results.filter(({ curl }) => curl !== undefined)
    // Each result by itself: in one text, those with the same reason are shown once.
    for (const result of asked)
      expect(reportText({ ...report, results: [result] }), result.id).toContain(
        `\n    request:  ${result.curl}\n`,
      )
    for (const { id, curl } of asked) {
      received.length = 0
      await promisify(execFile)('sh', ['-c', curl!])
      expect(sent.get(id), id).toContainEqual(received[0])
    }
    expect(asked.length).toBeGreaterThan(350)
  },
)
