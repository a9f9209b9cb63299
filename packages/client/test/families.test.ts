import { useEngine } from '@lectern/chain'
import { readPacked, readRecorded, type RecordedBlock } from '@lectern/chain/testing'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { describeCorpus } from '@lectern/fixtures'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient, type Transport } from '../src/index.ts'
import { families } from '../src/verify/family/index.ts'
import { type Level, type Report, verifier, type VerifierOptions } from '../src/verify/index.ts'
import { sender } from '../src/verify/sender.ts'

useEngine(await loadWasmEngine())

type Json = Record<string, any>

/** A transport to a node that has one block, and counts what it is asked. */
function nodeOf({
  chainId,
  block,
  receipts,
}: Pick<RecordedBlock, 'chainId' | 'block' | 'receipts'>): Transport {
  const transactions = block['transactions'] as Json[]
  return async ({ method, params }) => {
    const [name, isFull] = params
    if (method === 'eth_chainId') return { result: `0x${chainId.toString(16)}` }
    if (method === 'eth_getTransactionByHash')
      return { result: transactions.find(({ hash }) => hash === name) ?? null }
    if (method === 'eth_getTransactionReceipt')
      return { result: receipts?.find(({ transactionHash }) => transactionHash === name) ?? null }
    if (method !== 'eth_getBlockByNumber' || (name !== block['number'] && name !== 'latest'))
      return { result: null }
    return { result: isFull ? block : { ...block, transactions: transactions.map(({ hash }) => hash) } }
  }
}

interface Answer {
  readonly what: string
  readonly report: Report
}

/** Every answer that a client accepts about a block, with its report. */
async function answersOf(
  each: RecordedBlock,
  level: Level,
  options: Partial<VerifierOptions> = {},
): Promise<Answer[]> {
  const verify = verifier({ level, trust: 'none', sender, members: 'tolerant', ...options })
  const { proven } = createClient({ transport: nodeOf(each), verify })
  const number = each.block['number'] as `0x${string}`
  const answers: Answer[] = [
    { what: 'block', report: (await proven.getBlock(number)).report },
    { what: 'whole', report: (await proven.getBlock(number, { transactions: true })).report },
  ]
  for (const { hash } of some(each.block['transactions'] as Json[]))
    answers.push({ what: 'transaction', report: (await proven.getTransaction(hash)).report })
  if (each.receipts && level !== 'hash')
    for (const { transactionHash } of some(each.receipts as Json[]))
      answers.push({ what: 'receipt', report: (await proven.getReceipt(transactionHash)).report })
  return answers
}

/** A client of a node that has one block, whose answers it proves. */
const proverOf = (node: RecordedBlock, level: Level) =>
  createClient({
    transport: nodeOf(node),
    verify: verifier({ level, trust: 'none', sender, members: 'tolerant' }),
  }).proven

/** The first three of a list, and the last. */
const some = <T>(list: readonly T[]): T[] => [...new Set([...list.slice(0, 3), ...list.slice(-1)])]

const isKnown = ({ name }: RecordedBlock) => !/^(other|tempo|scroll|negative|arb-classic)\//.test(name)

describeCorpus('l2', 'recorded blocks of other chains', (folder) => {
  const recorded = readRecorded(folder)

  test.each(recorded.map((each) => [each.name, each] as const))(
    '%s is accepted without `verify`',
    async (_, each) => {
      const client = createClient(nodeOf(each))
      const number = each.block['number'] as `0x${string}`
      await client.getBlock(number)
      await client.getBlock(number, { transactions: true })
      for (const { hash } of each.block['transactions'] as Json[]) await client.getTransaction(hash)
      for (const { transactionHash } of (each.receipts ?? []) as Json[])
        await client.getReceipt(transactionHash)
    },
  )

  describe.each(recorded.filter(isKnown).map((each) => [each.name, each] as const))('%s', (_, each) => {
    const outside = each.receipts?.at(-1)?.['cumulativeGasUsed'] === '0x0' && each.name.startsWith('polygon')

    test.each(['hash', 'block'] as const)('is proven at level %s', async (level) => {
      for (const { what, report } of await answersOf(each, level)) {
        const name = `${each.name} ${what} ${report.params[0]}`
        if (outside) continue
        expect(report.unsupported, name).toEqual([])
        if (what === 'whole' && level === 'block')
          expect(report.proven, name).toEqual(
            expect.arrayContaining(['/transactions/*/hash', '/transactions/*/from']),
          )
      }
    })

    const proven = each.receipts ? 'receipts too' : 'without receipts, which are not recorded'
    test(`is proven at level full, ${proven}`, async () => {
      const answers = await answersOf(each, 'full')
      for (const { what, report } of outside ? [] : answers) {
        expect(report.unsupported).toEqual([])
        if (what !== 'receipt') continue
        expect(report.proven).toEqual(expect.arrayContaining(['/cumulativeGasUsed', '/logs', '/from']))
      }
    })
    // Each changes one member at random, and a proof must notice it where it proves that member.
    test('is refused with a change of what is proven', async () => {
      const number = each.block['number'] as `0x${string}`
      const whole = (node: RecordedBlock) => proverOf(node, 'block').getBlock(number, { transactions: true })
      await changeSome(each.block, await whole(each), async (block) => await whole({ ...each, block }))
      if (!each.receipts || outside) return
      const at = each.receipts.length - 1
      const hash = each.receipts[at]!['transactionHash'] as `0x${string}`
      const receipt = (node: RecordedBlock) => proverOf(node, 'full').getReceipt(hash)
      await changeSome(
        each.receipts[at]!,
        await receipt(each),
        async (json) => await receipt({ ...each, receipts: each.receipts!.with(at, json) }),
      )
    })
  })

  test('a state-sync transaction is the one part that is not proven', async () => {
    for (const each of recorded.filter(({ name }) => /pos-10000000|mumbai-147648/.test(name))) {
      const transactions = each.block['transactions'] as Json[]
      const at = transactions.length - 1
      for (const { what, report } of await answersOf(each, 'full')) {
        const isOwn = report.params[0] === transactions[at]!['hash']
        const path = what === 'block' || what === 'whole' ? `/transactions/${at}` : isOwn ? '' : undefined
        const expected = path === undefined ? [] : [{ path, reason: 'no root of its block commits to it.' }]
        expect(report.unsupported).toEqual(expected)
        if (isOwn) expect(report.proven).toEqual([])
      }
    }
  })

  describe.each(
    recorded
      .filter(({ name }) => /^(other|tempo|scroll|arb-classic)\//.test(name))
      .map((each) => [each.name, each] as const),
  )('%s', (_, each) => {
    test.each(['hash', 'block', 'full'] as const)(
      'blames nobody at level %s, and proves what hashes',
      async (level) => {
        for (const { what, report } of await answersOf(each, level)) {
          if (what === 'receipt') expect(report.unsupported).not.toEqual([])
          if (what !== 'block' && what !== 'whole') continue
          expect(report.proven.includes('/stateRoot')).toBe(each.follows.header)
          if (level !== 'hash' && !(each.follows.header && each.follows.transactions)) {
            expect(report.proven).not.toContain('/transactions')
            expect(report.unsupported).not.toEqual([])
          }
        }
      },
    )
  })

  test('a receipt that lost its logs is refused', async () => {
    const each = recorded.find(({ name }) => name.startsWith('negative/'))!
    await expect(answersOf(each, 'full')).rejects.toMatchObject({ code: 'UNVERIFIED' })
  })

  test('types that lack what their hash needs are unsupported by name', async () => {
    const { chainId, transaction } = readPacked(
      `${folder}/single/arbitrum-0x69-submit-retryable.json.gz`,
    ) as Json
    const verify = verifier({ level: 'hash', trust: 'none' })
    const { proven } = createClient({ transport: singleNode(chainId, transaction), verify })
    expect((await proven.getTransaction(transaction.hash)).report).toMatchObject({
      family: 'arbitrum',
      proven: [],
      unsupported: [{ reason: expect.stringContaining('no l1BaseFee') }],
    })
    const deposit = readPacked(`${folder}/single/arbitrum-0x64-deposit.json.gz`) as Json
    const other = createClient({ transport: singleNode(chainId, deposit['transaction']), verify })
    const { report } = await other.proven.getTransaction(deposit['transaction'].hash)
    expect(report.proven).toEqual(expect.arrayContaining(['/hash', '/requestId', '/from', '/to', '/value']))
  })

  test('no chain id that a node names makes it believed', async () => {
    const each = recorded.find(({ name }) => name.startsWith('ethereum/ethereum-18000000'))!
    const block = { ...each.block, withdrawals: [] }
    for (const chainId of [1, 10, 137, 42161, 100])
      await expect(answersOf({ ...each, chainId, block }, 'block'), `${chainId}`).rejects.toMatchObject({
        code: 'UNVERIFIED',
      })
    const lie = { ...each.block, stateRoot: each.block['parentHash'] }
    const unlisted = { ...each, chainId: 123_456, block: lie }
    await expect(answersOf(unlisted, 'block', { family: families.ethereum })).rejects.toMatchObject({
      code: 'UNVERIFIED',
    })
    const [{ report }] = (await answersOf(unlisted, 'block')) as [Answer]
    expect(report).toMatchObject({ family: 'unknown', proven: [] })
    await expect(answersOf(unlisted, 'block', { trust: () => 'a friend' })).rejects.toMatchObject({
      code: 'UNVERIFIED',
    })
  })

  test('with trust, a node cannot choose rules that allow what Ethereum’s refuse', async () => {
    const each = recorded.find(({ name }) => name.startsWith('ethereum/ethereum-18000000'))!
    const exact = { trust: () => 'a friend', members: 'exact' } as const
    await answersOf(each, 'full', { ...exact, members: 'tolerant' })
    for (const chainId of [1, 10, 137, 42161, 100])
      for (const more of [{ l1Fee: '0x1' }, { sendRoot: each.block['hash'] }, { size: '0x1' }])
        await expect(
          answersOf({ ...each, chainId, block: { ...each.block, ...more } }, 'full', exact),
          `${chainId} ${JSON.stringify(more)}`,
        ).rejects.toMatchObject({ code: 'UNVERIFIED', check: Object.keys(more)[0] })
  })
})

const singleNode =
  (chainId: number, transaction: Json): Transport =>
  async ({ method }) => ({ result: method === 'eth_chainId' ? `0x${chainId.toString(16)}` : transaction })

/** Changes 50 members of a result, one at a time. Those that its report proves must be refused. */
async function changeSome(
  json: Json,
  { report }: { report: Report },
  prove: (changed: Json) => Promise<unknown>,
): Promise<void> {
  const leaves = leavesOf(json)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...leaves), async (path) => {
      const changed = structuredClone(json)
      const parent = path.slice(0, -1).reduce<any>((value, key) => value[key], changed)
      const last = path.at(-1)!
      parent[last] = changeText(parent[last] as string)
      const pointer = `/${path.map((key) => (/^\d+$/.test(key) ? '*' : key)).join('/')}`
      const isProven =
        isUnder(report.proven, pointer) && !isUnder(report.unproven, pointer) && pointer !== '/size' // by a node's own way
      const outcome = await prove(changed).then(
        () => 'accepted',
        (error: { code: string }) => error.code,
      )
      if (isProven) expect(outcome, pointer).toMatch(/^(UNVERIFIED|WRONG_ANSWER|NOT_FOUND|NOT_AVAILABLE)$/)
      else expect(outcome, pointer).toMatch(/^(UNVERIFIED|WRONG_ANSWER|NOT_FOUND|NOT_AVAILABLE|accepted)$/)
    }),
    { numRuns: 50 },
  )
}

const isUnder = (members: readonly string[], pointer: string): boolean =>
  members.some((member) => pointer === member || pointer.startsWith(`${member}/`))

/** The paths to the hex in JSON. */
const leavesOf = (json: unknown, path: readonly string[] = []): (readonly string[])[] =>
  typeof json === 'string' && json.startsWith('0x')
    ? [path]
    : Object.entries(Object(json)).flatMap(([key, part]) =>
        typeof json === 'string' ? [] : leavesOf(part, [...path, key]),
      )

/** Hex with another last digit, or a byte more if there is none. */
const changeText = (hex: string): string =>
  hex === '0x' ? '0x00' : `${hex.slice(0, -1)}${((Number.parseInt(hex.at(-1)!, 16) + 1) % 16).toString(16)}`
