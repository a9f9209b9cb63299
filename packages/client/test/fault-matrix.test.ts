import { expect, test } from 'vitest'
import { rounds } from '@lectern/server/testing'
import { faultRows, type FaultRow } from './fault-matrix.ts'
import { listen } from './faulty.ts'
import { ClientError, createClient, failover, http, type Client } from '../src/index.ts'
import { verifier } from '../src/verify/index.ts'

const timeout = 1_500
const deadline = 4_000

/** The outcome of a call: its answer, 'aborted', or the code and the message of a refusal. */
type Outcome = { answer: unknown } | { code: string; message: string }

for (const row of faultRows)
  test.concurrent(`fault ${row.row}: ${row.name}`, async () => {
    let waited = 0
    const servers = await Promise.all(row.serve.map(listen))
    const transports = servers.map(({ url }) => http(url, { timeout }))
    const client = createClient({
      transport: transports.length > 1 ? failover(transports) : transports[0]!,
      deadline,
      verify: row.verify ? verifier({ level: 'hash', trust: 'none' }) : undefined,
      onEvent: (event) => event.type === 'retry' && (waited += event.wait!),
    })
    const outcomes = await Promise.all(row.questions.map((_, index) => ask(client, row, index)))
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))

    const { calls, says, is, least = 0 } = row.expect
    for (const [index, expected] of calls.entries()) {
      const outcome = outcomes[index]!
      if (expected !== 'answer') expect(outcome).toMatchObject({ code: expected })
      else expect(outcome).toEqual({ answer: right(row, index) })
      if ('message' in outcome && says) expect(outcome.message).toMatch(says)
      if ('answer' in outcome && is) expect(is(outcome.answer as Record<string, unknown>)).toBe(true)
    }
    expect(waited).toBeGreaterThanOrEqual(least)
  })

async function ask(client: Client, { questions, abortAfter }: FaultRow, index: number): Promise<Outcome> {
  const { method, params } = questions[index]!
  const isFirst = index === 0 && abortAfter !== undefined
  const options = isFirst ? { signal: AbortSignal.timeout(abortAfter) } : {}
  try {
    return {
      answer: await (client[method] as (...params: unknown[]) => Promise<unknown>)(...params, options),
    }
  } catch (error) {
    return error instanceof ClientError ? error : { code: 'aborted', message: String(error) }
  }
}

/** The recorded answer to a question. */
function right({ questions }: FaultRow, index: number): unknown {
  const { method, params } = questions[index]!
  const asked = JSON.stringify([method, params])
  return rounds.find((round) => JSON.stringify([round.method, round.params]) === asked)!.result
}
