import { expect, test } from 'vitest'
import { type Tab, waitForSeal } from './browser.ts'
import { inBrowser } from './in-browser.ts'
import { tell } from './server.ts'

type Json = Record<string, unknown>
const block = tell('eth_getBlockByNumber', ['0x41', true]) as Json & { transactions: Json[] }
const { hash } = block.transactions[0] as { hash: string }
const receipt = tell('eth_getTransactionReceipt', [hash]) as Json
const transaction = tell('eth_getTransactionByHash', [hash]) as Json

const markup = `"><img src=x onerror=alert(1)><script>alert(2)</script><a href="javascript:alert(3)">x</a>`
const places = {
  eth_getBlockByNumber: '#/block/65',
  eth_getTransactionByHash: `#/tx/${hash}`,
  eth_getTransactionReceipt: `#/receipt/${hash}`,
}
const truths = {
  eth_getBlockByNumber: block,
  eth_getTransactionByHash: transaction,
  eth_getTransactionReceipt: receipt,
}

/** An answer with each text in it replaced. */
const everyText = (value: unknown, text: unknown): unknown =>
  Array.isArray(value)
    ? value.map((part) => everyText(part, text))
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, everyText(part, text)]))
      : typeof value === 'string'
        ? text
        : value

inBrowser((at) => {
  /** Opens a place while the node answers a method with a result. */
  async function openLie(method: keyof typeof places, result: unknown): Promise<Tab> {
    at.site.change({ result: (asked) => (asked === method ? result : undefined) })
    return await at.open(places[method])
  }

  test.each([
    ['markup', markup],
    ['bidirectional and control characters', '\u202e\u2066evil\u0000\u001b[31m\u2028\ufeff'],
    ['quantities that are none', '0xzz'],
    ['numbers', 12],
    ['objects', { a: [1] }],
    ['lists', [[[]]]],
    ['nothing', null],
    ['a lone surrogate', '\ud800'],
  ])(
    '%s in every text: nothing is executed, nothing is unseen, and the page is readable',
    async (_, text) => {
      for (const method of Object.keys(places) as (keyof typeof places)[]) {
        await using tab = await openLie(method, everyText(truths[method], text))
        const { page } = tab
        expect(['refuted', 'open']).toContain(await waitForSeal(page))
        expect(await page.locator('.verso h1').count()).toBe(1)
        expect(await page.locator('.member').count()).toBeGreaterThan(8)
        expect(
          await page.locator('main :is(img, script, iframe, [onerror], [href^=javascript])').count(),
        ).toBe(0)
        const seen = (await page.textContent('main'))!
        expect(seen).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u0000\u001b\u2028\ufeff]/) // oxlint-disable-line no-control-regex
        expect(tab.faults).toEqual([])
      }
    },
  )

  test('one member that is no value of its kind leaves the others as they are', async () => {
    const { page, faults, ...tab } = await openLie('eth_getTransactionReceipt', {
      ...receipt,
      gasUsed: '0xzz',
    })
    expect(await waitForSeal(page)).toBe('refuted')
    expect(await page.textContent('[data-member="/gasUsed"] s')).toBe('0xzz')
    expect(await page.textContent('[data-member="/status"] dd')).toBe('failed')
    expect(await page.locator('.member.proven').count()).toBeGreaterThan(8)
    expect(faults).toEqual([])
    await tab[Symbol.asyncDispose]()
  })

  test('a megabyte of input is cut, and opens as far as it can be read', async () => {
    const input = `0x${'ab'.repeat(1_048_576)}`
    await using tab = await openLie('eth_getTransactionByHash', { ...transaction, input })
    const { page } = tab
    expect(await waitForSeal(page)).toBe('refuted')
    expect((await page.textContent('main'))!.length).toBeLessThan(60_000)
    await page.click('[data-member="/input"] summary')
    expect(await page.textContent('[data-member="/input"]')).toContain('the first 16\u202f384 bytes')
    expect(tab.faults).toEqual([])
  })

  test('of 10,000 logs 200 are open; of the others, only those near to the reader are drawn', async () => {
    const [log] = (tell('eth_getTransactionReceipt', [hashWithLogs]) as { logs: Json[] }).logs
    const logs = Array.from({ length: 10_000 }, (_, index) => ({
      ...log,
      logIndex: `0x${index.toString(16)}`,
    }))
    at.site.change({
      result: (asked, [name]) =>
        asked === 'eth_getTransactionReceipt' && name === hashWithLogs
          ? { ...(tell(asked, [name]) as Json), logs }
          : undefined,
    })
    await using tab = await at.open(`#/receipt/${hashWithLogs}`)
    const { page } = tab
    expect(await waitForSeal(page)).toBe('refuted')
    await page.waitForSelector('.chunk:nth-child(8) .log', { state: 'attached' })
    expect(await page.locator('.log').count()).toBe(200)
    await page.getByRole('button', { name: 'Show the other 9800 logs' }).click()
    await page.waitForSelector('.chunk.far', { state: 'attached' })
    expect(await page.locator('.log').count()).toBeLessThan(400)
    await page.locator('.chunk').last().scrollIntoViewIfNeeded()
    await page.waitForSelector('.chunk:last-child .log')
    expect(await page.locator('.log').count()).toBeLessThan(400)
    expect(tab.faults).toEqual([])
  })

  test.each([
    ['a text', 'hello', 'The answer is no JSON object'],
    ['a list', [block], 'The answer is no JSON object'],
    ['a number', 12, 'The answer is no JSON object'],
  ])('%s instead of a block is nothing to read', async (_, result, sentence) => {
    await using tab = await openLie('eth_getBlockByNumber', result)
    await tab.page.waitForSelector('.missing')
    expect(await tab.page.textContent('.missing')).toContain(sentence)
    expect(tab.faults).toEqual([])
  })

  test.each([
    ['an empty object', {}],
    ['lists that are none', { ...block, transactions: 'none', withdrawals: 7, uncles: {} }],
    ['transactions of wrong shapes', { ...block, transactions: [null, 1, 'x', [], {}] }],
    [
      'thousands of members',
      Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`m${index}`, markup])),
    ],
    ['names that objects have', JSON.parse(`{"__proto__": {"a": 1}, "constructor": "x", "toString": null}`)],
  ])('%s instead of a block is not proven, and readable', async (_, result) => {
    await using tab = await openLie('eth_getBlockByNumber', result)
    expect(['refuted', 'open']).toContain(await waitForSeal(tab.page))
    expect(await tab.page.textContent('h1')).toContain('Block')
    expect(await tab.page.locator('.undrawn').count()).toBe(0)
    expect(tab.faults).toEqual([])
  })

  test.each([
    ['no JSON', (end: (text: string) => void) => end('<html>'), 'something that is no JSON object'],
    ['no JSON-RPC', (end: (text: string) => void) => end('{}'), 'something that is no JSON-RPC reply'],
    [
      'an error with markup',
      (end: (text: string) => void) =>
        end(JSON.stringify({ id: 1, error: { code: markup, message: markup } })),
      'with the error',
    ],
  ])('%s is said in a sentence', async (_, answer, sentence) => {
    at.site.change({
      respond: (_method, response) => {
        answer((text) => response.setHeader('content-type', 'application/json').end(text))
        return true
      },
    })
    await using tab = await at.open(`#/block/65`)
    await tab.page.waitForSelector('.missing')
    expect(await tab.page.textContent('.missing')).toContain(sentence)
    expect(await tab.page.locator('main :is(img, script)').count()).toBe(0)
    expect(tab.faults).toEqual([])
  })

  test('a server that hangs is waited for in a sentence, and left by the keys', async () => {
    at.site.change({ respond: () => true })
    await using tab = await at.open(`#/block/65`)
    const { page } = tab
    await page.getByText('The node has not answered yet').waitFor()
    await page.evaluate(`location.hash = '#/status'`)
    await page.waitForSelector('.levels li')
    expect(tab.faults).toEqual([])
  })

  test.each([
    [
      'of markup',
      {
        chainId: markup,
        head: markup,
        levels: [markup, null, { level: markup }],
        limits: { [markup]: [markup] },
        versions: 7,
        anchor: { number: 1, hash: markup },
      },
    ],
    [
      'of numbers that no block has',
      {
        lowest: 0.5,
        levels: [{ level: 'none' }],
        head: { number: -1.5, time: 0.5 },
        safe: { number: 1e300, time: -1e15 },
        finalized: { number: 1, time: 1e15 },
        chainConfig: { blobSchedule: [{ timestamp: -1e15 }, { timestamp: 1e15 }, 7] },
      },
    ],
  ])('a status %s is readable', async (_, status) => {
    at.site.change({ status })
    for (const place of ['', '#/status', '#/block/65']) {
      await using tab = await at.open(place)
      await tab.page.waitForSelector('.contents li, .levels li, .seal[data-state=self-consistent]')
      expect(await tab.page.locator('main :is(img, script)').count()).toBe(0)
      expect(tab.faults).toEqual([])
    }
  })
})

/** The transaction of the sample chain with the most logs. */
const hashWithLogs = Array.from(
  { length: 65 },
  (_, number) =>
    tell('eth_getBlockByNumber', [`0x${number.toString(16)}`, false]) as { transactions: string[] },
)
  .flatMap(({ transactions }) => transactions)
  .toSorted((a, b) => countLogs(b) - countLogs(a))[0]!

function countLogs(hash: string): number {
  return (tell('eth_getTransactionReceipt', [hash]) as { logs: unknown[] }).logs.length
}
