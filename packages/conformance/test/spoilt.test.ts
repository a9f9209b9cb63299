import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { plan, run } from '../src/index.ts'
import { miniTarget } from './mini-server.ts'
import { makePaperChain } from './paper-chain.ts'
import { questionsOf, spoiltTarget } from './spoilt.ts'

const target = miniTarget(makePaperChain())
const checks = plan(document, { blocks: 20 })
const asking = checks.filter(({ id }) => /^(protocol|http|discover|envelope|valid|invalid|arity)\//.test(id))
const questions = await questionsOf(asking, target)

// The response to one question of a check is spoilt: the check must fail, and no check that did not ask the same.
test.each(asking.map(({ id }) => [id]))(
  'D4 %s fails when its own question is answered with nonsense',
  async (id) => {
    const [key] = questions.get(id)!.slice(-1)
    const { results } = await run(asking, spoiltTarget(target, key!), {
      level: 'MAY',
      only: `${id.slice(0, id.indexOf('/') + 4)}*`, // its neighbours: all of protocol/ would be 50,000 questions
    })
    const failed = results.filter(({ verdict }) => verdict === 'failed').map((result) => result.id)
    expect(failed).toContain(id)
    expect(failed.filter((one) => !questions.get(one)!.includes(key!))).toEqual([])
  },
)

test('D4 a server without limits is caught by the checks that ask for too much, which are only there when wanted', async () => {
  const heavy = plan(document, { heavy: true }).filter(({ id }) => !checks.some((check) => check.id === id))
  const { results } = await run(heavy, target, { level: 'MAY' })
  const failed = results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
  expect(heavy.map(({ id }) => id)).toHaveLength(9)
  expect(failed).toEqual(['protocol/B10', 'protocol/X05', 'protocol/X07'])
})
