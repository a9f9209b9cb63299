import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { ClientError } from '@lectern/client'
import { companionTruths, type Lie, liesAbout, truths } from '@lectern/client/testing/lies'
import { genesisConfig, sampleTransport } from '@lectern/client/testing/sample-node'
import { blobPrices } from '@lectern/client/verify'
import { expect, test } from 'vitest'
import { proveTransport } from './prove-transport.ts'

useEngine(await loadWasmEngine())

const sources = { trust: 'none', blobs: blobPrices(genesisConfig) } as const
const bounds = { signal: new AbortController().signal, deadline: Infinity }
/** A result of each helper method that follows from a block: that with most types of transactions in the least JSON. */
const helpers = [
  'eth_getBlockByHash',
  'eth_getUncleByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
].map((method) =>
  companionTruths.findLast(
    (truth) => truth.method === method && JSON.stringify(truth.result).length > 1_000,
  )!,
)

/** The receipts of a block with several transactions. */
const receiptsOfBlock = companionTruths.find(
  ({ method, result }) => method === 'eth_getBlockReceipts' && (result as unknown[]).length > 2,
)!

/** Whether nothing is in a value that is not in the truth too; members may be missing. */
const isPartOf = (value: unknown, truth: unknown): boolean =>
  typeof value === 'object' && value !== null && typeof truth === 'object' && truth !== null
    ? (!Array.isArray(truth) || truth.length === (value as unknown[]).length) &&
      Object.entries(value).every(
        ([name, part]) => Object.hasOwn(truth, name) && isPartOf(part, (truth as never)[name]),
      )
    : value === truth

test('each true result of the sample chain passes, its members unchanged', { timeout: 300_000 }, async () => {
  const send = proveTransport(sampleTransport(), sources)
  for (const { method, params, result } of [...truths, ...companionTruths])
    expect(
      (await send({ method: method as never, params }, bounds)).result,
      `${method} ${JSON.stringify(params)}`,
    ).toEqual(result)
})

test('the receipts of a block are proven at once: the block and its receipts are asked for', async () => {
  const { method, params, result } = receiptsOfBlock
  const node = sampleTransport()
  const send = proveTransport(node, sources)
  expect((await send({ method, params }, bounds)).result).toEqual(result)
  expect(node.asked.map((asked) => JSON.parse(asked)[0] as string).toSorted()).toEqual([
    'eth_getBlockByHash',
    'eth_getBlockReceipts',
  ])
})

test('a wrong count of transactions is refused, and receipts that are not all of a block in their order', async () => {
  const refuse = async ({ method, params }: (typeof companionTruths)[0], lie: unknown) => {
    const node = sampleTransport((asked) => (asked === method ? { lie } : undefined))
    const sent = proveTransport(node, sources)({ method, params }, bounds)
    await expect(sent, JSON.stringify(lie).slice(0, 99)).rejects.toMatchObject({
      code: expect.stringMatching(/UNVERIFIED|WRONG_ANSWER/),
    })
  }
  const counts = companionTruths.filter(({ method }) => method.startsWith('eth_getBlockTransactionCount'))
  for (const truth of counts.slice(-2))
    for (const lie of [`0x${(Number(truth.result) + 1).toString(16)}`, '0x', 7, []]) await refuse(truth, lie)
  const truth = receiptsOfBlock
  const [one, two, ...rest] = truth.result as { readonly [member: string]: unknown }[]
  for (const lie of [
    [],
    [one, two],
    [two, one, ...rest],
    [one, two, ...rest, one],
    [one, one, ...rest],
    [{ ...one, status: one!['status'] === '0x0' ? '0x1' : '0x0' }, two, ...rest],
    [one, { ...two, gasUsed: '0x1' }, ...rest],
    [one, { ...two, from: one!['transactionHash'] }, ...rest],
    one,
    '0x',
  ])
    await refuse(truth, lie)
  const extra = sampleTransport((asked) =>
    asked === truth.method ? { lie: [{ ...one, l1Fee: '0x1' }, two, ...rest] } : undefined,
  )
  const { result } = await proveTransport(extra, sources)(
    { method: truth.method, params: truth.params },
    bounds,
  )
  expect(result).toEqual(truth.result) // what the document does not know is left out
})

test('each lie about a result is refused, or left out', { timeout: 300_000 }, async () => {
  const passed: Lie[] = []
  let count = 0
  for (const lie of [...liesAbout(), ...liesAbout(helpers as Parameters<typeof liesAbout>[0])]) {
    count += 1
    const isMine = (method: string, params: readonly unknown[]): boolean =>
      method === lie.method && JSON.stringify(params) === JSON.stringify(lie.params)
    const send = proveTransport(
      sampleTransport((...asked) => (isMine(...asked) ? lie : undefined)),
      sources,
    )
    try {
      const { result } = await send({ method: lie.method as never, params: lie.params }, bounds)
      if (!isPartOf(result, lie.truth)) passed.push(lie)
    } catch (error) {
      const refusals: readonly unknown[] = ['UNVERIFIED', 'WRONG_ANSWER', 'NOT_AVAILABLE']
      if (!(error instanceof ClientError && refusals.includes(error.code))) throw error
    }
  }
  expect(
    passed.map(({ method, params, kind, path }) => `${method} ${params[0] as string} ${kind} ${path}`),
  ).toEqual([])
  expect(count).toBeGreaterThan(1_000)
})
