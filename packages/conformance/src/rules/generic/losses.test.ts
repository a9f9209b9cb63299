import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { ConformanceError } from '../../error.ts'
import { plan } from '../plan.ts'
import { run, type RunOptions } from '../../run.ts'
import type { Target } from '../../endpoint/target.ts'
import { miniTarget } from '../../../test/mini-server.ts'
import { makePaperChain } from '../../../test/paper-chain.ts'

const checks = plan(document, { blocks: 20 })
const chain = makePaperChain()
const fine = miniTarget(chain)
const isCall = (body: string) => /"eth_getTransactionReceipt","params":\["0x[0-9a-f]{64}"\]/.test(body)

/** The small server, which has no response if `isLost` says so; `asked` has what it was asked. */
function lossy(isLost: (body: string, asked: readonly string[]) => boolean) {
  const asked: string[] = []
  const send: Target['send'] = async (body) => {
    asked.push(String(body))
    if (isLost(String(body), asked))
      throw new ConformanceError('UNREACHABLE', 'it gave no response: too late.')
    return await fine.send(body)
  }
  return { asked, target: { ...fine, send } satisfies Target }
}
const runChecks = async (target: Target, options: RunOptions = {}) => {
  const { results } = await run(checks, target, options)
  return { results, failed: results.filter(({ verdict }) => verdict === 'failed') }
}

test('one lost answer of the sample fails one check, with its request, and the rest is checked', async () => {
  const { hash } = chain.flatMap(({ transactions }) => transactions)[3]!
  const { target } = lossy((body) =>
    body.includes(`"eth_getTransactionReceipt","params":["${String(hash)}"]`),
  )
  const { results, failed } = await runChecks(target)
  expect(failed.map(({ id }) => id)).toEqual(['sample/answered'])
  const request = expect.stringContaining(String(hash))
  expect(failed[0]).toMatchObject({ reason: 'it gave no response: too late.', request })
  expect(failed[0]!.curl).toContain(`--data-binary '${failed[0]!.request}'`)
  const proven = results.filter(({ id, verdict }) => id.startsWith('proof/') && verdict === 'passed')
  expect(proven.length).toBeGreaterThan(20)
})

test('an endpoint that dies in the sample is blamed once, and asked no more', async () => {
  let gone = 0
  const { target } = lossy((body) => (gone > 0 || isCall(body)) && ++gone > 0)
  const sampling = checks.filter(({ id }) => /^(sample|proof|same)\//.test(id))
  const { results } = await run(sampling, target)
  expect(results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)).toEqual([
    'sample/answered',
  ])
  const reason = expect.stringMatching(/^the endpoint answers no more since the request /)
  expect(results.find(({ id }) => id === 'same/batch')).toMatchObject({ verdict: 'skipped', reason })
  expect(gone).toBeLessThan(20) // a few times those in flight, until one has seen whether it lives
})

test('a sample that a budget ends says so instead of a verdict', async () => {
  const { results } = await runChecks(fine, { only: 'sample/answered', requests: 20 })
  expect(results).toMatchObject([
    { verdict: 'skipped', reason: 'not every call was made: the limit of 20 requests is reached' },
  ])
})
