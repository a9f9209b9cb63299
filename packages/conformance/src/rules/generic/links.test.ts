import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import type { Check, Finding } from '../check.ts'
import { miniTarget, type Defect } from '../../../test/mini-server.ts'
import { makePaperChain } from '../../../test/paper-chain.ts'
import { plan } from '../plan.ts'
import { run } from '../../run.ts'
import { createSession } from '../../endpoint/session.ts'

const chain = makePaperChain()
const checks = plan(document, { blocks: 20 })
const links = checks.filter(({ id }) => id.startsWith('link/'))
const noTransactions: Defect = {
  result: (method, result) => (method.startsWith('eth_getTransaction') ? null : result),
}
const findingOf = async ({ run }: Check, defect: Defect) =>
  await run(createSession(miniTarget(chain, defect)))
const all = (finding: Finding | undefined) => (finding ? [finding, ...(finding.others ?? [])] : [])

test.each(['geth', 'reth', 'nethermind'])(
  'D4 no dialect bears a node without any transaction: %s',
  async (dialect) => {
    const { results } = await run(links, miniTarget(chain, noTransactions), { dialect })
    expect(results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)).toEqual([
      'link/eth_getBlockByNumber/transaction',
      'link/eth_getBlockByNumber/receipt',
      'link/eth_getBlockByNumber/wholeTransaction',
    ])
  },
)

test('what is missing is reported with the depth of the block that led there', async () => {
  const link = links.find(({ id }) => id === 'link/eth_getBlockByNumber/receipt')!
  const head = BigInt(chain.at(-1)!.hashes['number'] as string)
  const expected = chain.flatMap(({ hashes, transactions }) =>
    transactions.map(() => head - BigInt(hashes['number'] as string)),
  )
  const depths = all(await findingOf(link, noTransactions)).map(({ depth }) => depth)
  expect(new Set(depths)).toEqual(new Set(expected))
})

test('each number that is missing between others is reported with its depth', async () => {
  const gaps = links.find(({ id }) => id === 'link/eth_getBlockByNumber/between')!
  const hidden: Defect = {
    result: (_, result) => (['0x1', '0x3'].includes(result?.number) ? null : result),
  }
  const depths = all(await findingOf(gaps, hidden)).map(({ depth }) => depth)
  const head = BigInt(chain.length - 1)
  expect(new Set(depths)).toEqual(new Set([head - 1n, head - 3n]))
})
