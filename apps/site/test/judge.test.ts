import { readFileSync } from 'node:fs'
import type { Report } from '@lectern/conformance/engine'
import { documentServer, makePaperChain, miniServer } from '@lectern/conformance/testing'
import { corpus, corpusNeed } from '@lectern/fixtures'
import { needs } from '@lectern/fixtures/needs'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { openTab, waitForSeal } from './browser.ts'
import { inBrowser } from './in-browser.ts'
import { serveSite } from './server.ts'

const chain = makePaperChain()
const honest = miniServer(chain)
/** A node with a wrong gasUsed, and a chain id that is no quantity. */
const lying = miniServer(chain, {
  result: (method, result) =>
    method === 'eth_chainId'
      ? '0x07'
      : method === 'eth_getTransactionReceipt' && result
        ? { ...result, gasUsed: '0x1' }
        : result,
})
const lies = [
  'agree/eth_chainId/transactions',
  'agree/eth_getBlockReceipts/receipt',
  'proof/eth_getTransactionReceipt/gasUsed',
  'schema/eth_chainId/result',
  'valid/eth_chainId',
]

/** Runs the checks of a node, by the form. */
async function check(page: Page, address?: string, limits: Record<string, string> = {}): Promise<string> {
  if (address !== undefined) await page.fill('#judged', address)
  if (Object.keys(limits).length > 0) await page.click('.judged summary')
  for (const [name, value] of Object.entries(limits)) await page.fill(`.judged [name=${name}]`, value)
  await page.click('.judged button')
  return await waitForVerdict(page)
}

/** All that the page shows, with its report. */
const readPage = async (page: Page): Promise<string> =>
  (await page.textContent('.judge'))! +
  String(await page.evaluate(`document.querySelector('.report').shadowRoot.textContent`))

async function waitForVerdict(page: Page): Promise<string> {
  await page.waitForSelector('.seal[data-state]:not([data-state=working])', { timeout: 100_000 })
  return await waitForSeal(page)
}

async function readSaved(page: Page, format: 'JSON' | 'HTML'): Promise<string> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: `Save as ${format}` }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe(`conformance.${format.toLowerCase()}`)
  return readFileSync(await download.path(), 'utf8')
}

/** Waits until the report is drawn, which is after its verdict. */
const waitForReport = (page: Page): Promise<void> => page.locator('.filter output:not(:empty)').waitFor()

/** The numbers below the verdict, by their names. */
const readCounts = async (page: Page): Promise<Record<string, number>> => {
  await waitForReport(page)
  const facts = await page
    .locator('.report dl.facts div')
    .evaluateAll((all) => all.map((one) => [...one.children].map(({ textContent }) => textContent!)))
  return {
    failed: 0,
    known: 0,
    skipped: 0,
    ...Object.fromEntries(facts.map(([name, count]) => [name!, Number(count)])),
  }
}

/** The ids of the checks that failed, as the page lists them. */
const readFailed = async (page: Page): Promise<string[]> => {
  await waitForReport(page)
  const ids = await page.locator('.check[data-verdict=failed]').evaluateAll((all) => all.map(({ id }) => id))
  return ids.map(decodeURIComponent).toSorted()
}

inBrowser((at) => {
  afterEach(() => at.site.change({}))

  test('of a sound node on another origin nothing fails, and the report is saved as the command writes it', async () => {
    await using node = await serveSite({ rpc: honest })
    await using folder = await serveSite({ build: 'static', base: '/any/path/' })
    const place = `${folder.url}?endpoint=${encodeURIComponent(node.url)}#/judge`
    await using tab = await openTab(at.browser, place)
    const { page } = tab
    await page.getByRole('heading', { name: 'What will be asked' }).waitFor()
    expect(await page.inputValue('#judged')).toBe(node.url)
    expect(await check(page)).toBe('passed')
    expect(await page.textContent('.seal')).toMatch(/No failure in \d+ checks, \d+ could not be made/)
    const { failed, passed, known, skipped } = await readCounts(page)
    expect([failed, known]).toEqual([0, 0])
    expect(passed).toBeGreaterThan(700)
    expect(await readFailed(page)).toEqual([])
    const report = JSON.parse(await readSaved(page, 'JSON')) as Report & { version: number }
    expect(report.version).toBe(1)
    expect(report.target).toBe(node.url)
    expect(report.summary).toMatchObject({ passed, failed, known, skipped })
    expect(report.results.length).toBe(passed! + skipped!)
    expect(report.results.some(({ id }) => id.startsWith('http/'))).toBe(false)
    expect(await readSaved(page, 'HTML')).toContain('<p class="verdict passed">')
    expect(await page.textContent('.terminal pre')).toBe(`npm run -s lectern -- conform '${node.url}'`)
    expect(tab.faults).toEqual([])
  })

  test('of a lying node each lie is found by the keyboard alone: the rule, the value struck, what had to stand there, and the exchange', async () => {
    at.site.change({ rpc: lying })
    await using tab = await at.open('#/judge')
    const { page } = tab
    const { keyboard } = page
    await page.waitForSelector('.rules li')
    await page.focus('#judged')
    await keyboard.press('Enter')
    await page.waitForSelector('.seal[data-state=working] progress')
    expect(await page.textContent('.judged button')).toBe('Stop')
    expect(await waitForVerdict(page)).toBe('failed')
    expect(await page.textContent('.seal')).toContain(`${lies.length} failed of `)
    expect(await readFailed(page)).toEqual(lies)

    const lie = page.locator('[id="proof%2Feth_getTransactionReceipt%2FgasUsed"]')
    expect(await lie.locator('.sentence').textContent()).toContain('gasUsed is what a receipt adds')
    expect(await lie.locator('.why').textContent()).toBe('/result/gasUsed: expected "0x5208", got "0x1"')
    expect(await lie.locator('.body > .faint').textContent()).toContain('execution-apis, ReceiptInfo')
    expect(await lie.locator('.body a').getAttribute('href')).toBe('#/methods/eth_getTransactionReceipt')
    await lie.locator('summary').focus()
    await keyboard.press('Enter') // few failures are open: it closes
    await lie.locator('.body').waitFor({ state: 'hidden' })
    await keyboard.press('Enter')
    await lie.locator('.body').waitFor()
    expect(await lie.locator('[aria-label=Request]').textContent()).toContain('"eth_getTransactionReceipt"')
    const marked = async (tag: string) =>
      (await lie.locator(`[aria-label=Response] ${tag}`).allTextContents()).map((line) => line.trim())
    expect(await marked('del')).toEqual(['"gasUsed": "0x1",'])
    expect(await marked('ins')).toEqual(['"gasUsed": "0x5208",'])
    expect(await lie.locator('[aria-label="Ask again"]').textContent()).toContain(`curl -s '${at.site.url}'`)

    await page.focus('.filter [type=search]')
    await keyboard.type('proof/eth_getTransactionReceipt/gasUsed')
    expect(await page.textContent('.filter output')).toMatch(/^1 of \d+ checks$/)
    expect(await lie.isVisible()).toBe(true)
    expect(await page.locator('.check:not([hidden])').count()).toBe(1)
    await page.fill('.filter [type=search]', '')
    await page.focus('.filter [type=search]')
    await keyboard.type('no/t?') // keys of the page, within the report
    expect(await page.inputValue('.filter [type=search]')).toBe('no/t?')
    expect(await page.textContent('.filter output')).toMatch(/^0 of/)
    expect(await page.evaluate('location.hash')).toBe('#/judge')
    const report = JSON.parse(await readSaved(page, 'JSON')) as Report
    const failed = report.results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
    expect(failed.toSorted()).toEqual(lies)
    await page.evaluate(`location.hash = '#/status'`)
    await page.waitForSelector('.levels li')
    await page.evaluate(`location.hash = '#/judge'`)
    expect(await readFailed(page)).toEqual(lies) // a run outlives its page
    expect(tab.faults).toEqual([])
  })

  test('markup, bidirectional characters and a megabyte in answers: nothing is executed, nothing is unseen, and what is drawn stays short', async () => {
    const markup = `"><img src=x onerror=alert(1)><script>alert(2)</script>`
    const unseen = '\u202E\u2066evil\u0000\u001B[31m\u2028\uFEFF'
    const result = (method: string, result: any): unknown => {
      if (method === 'eth_chainId') return markup
      if (method === 'eth_blockNumber') return unseen
      if (method === 'web3_clientVersion') return { [markup]: unseen }
      return method === 'eth_getTransactionReceipt' && result
        ? { ...result, [unseen]: 1, logsBloom: `0x${'ab'.repeat(2 ** 20)}` }
        : result
    }
    at.site.change({ rpc: miniServer(chain, { result }) })
    await using tab = await at.open('#/judge')
    const { page } = tab
    expect(await check(page)).toBe('failed')
    await waitForReport(page)
    const failed = page.locator('.check[data-verdict=failed]')
    const count = await failed.count()
    expect(count).toBeGreaterThan(5)
    const closed = page.locator('.check[data-verdict=failed]:not([open]) summary')
    while ((await closed.count()) > 0) await closed.first().click()
    expect(await failed.locator('[aria-label=Response]').count()).toBeGreaterThan(5)
    expect(await page.locator('.verso :is(img, script, iframe, [onerror])').count()).toBe(0)
    const seen = await readPage(page)
    expect(seen).toContain('<img src=x onerror=alert(1)>')
    expect(seen).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u0000\u001B\u2028\uFEFF]/) // oxlint-disable-line no-control-regex
    expect(seen.length).toBeLessThan(2_000_000)
    expect(tab.faults).toEqual([])
  })

  test('a node that hangs in the middle: the run is stopped at once, what was found stays, and the report says that it was stopped', async () => {
    let asked = 0
    at.site.change({ rpc: (body) => (++asked > 300 ? 'hang' : honest(body)) })
    await using tab = await at.open('#/judge')
    const { page } = tab
    await page.click('.judged button')
    await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThan(300)
    await page.click('.judged button')
    expect(await waitForVerdict(page)).toBe('open')
    expect(await page.textContent('.seal')).toContain('since the run was stopped')
    const { passed, skipped } = await readCounts(page)
    expect(await page.locator('.why.skipped').allTextContents()).toContain('the run was stopped')
    expect(passed).toBeGreaterThan(100)
    expect(skipped).toBeGreaterThan(100)
    expect((JSON.parse(await readSaved(page, 'JSON')) as Report).ended).toBe('the run was stopped')
    at.site.change({ rpc: honest })
    await page.click('.judged button')
    await page.waitForSelector('.seal[data-state=working]') // and another run begins
    await page.click('.judged button')
    await waitForVerdict(page)
    expect(tab.faults).toEqual([])
  })

  test('a node that never answers is given up after the limit, and can be left before', async () => {
    at.site.change({ rpc: () => 'hang' })
    await using tab = await at.open('#/judge')
    const { page } = tab
    expect(await check(page, undefined, { timeout: '1' })).toBe('broken')
    expect(await page.textContent('.seal')).toContain('has not answered in 1 s.')
    expect(await page.textContent('.terminal pre')).toContain('--timeout 1000')
    await page.fill('.judged [name=timeout]', '')
    await page.click('.judged button')
    await page.waitForSelector('.seal[data-state=working]')
    await page.click('.judged button')
    expect(await waitForVerdict(page)).toBe('broken')
    expect(await page.textContent('.seal')).toContain('Stopped before the node had answered.')
    expect(tab.faults).toEqual([])
  })

  test.each([
    ['a web page', '<html>', 'does not speak JSON-RPC'],
    ['markup', '<img src=x onerror=alert(1)>', 'does not speak JSON-RPC'],
    ['an empty object', '{}', 'does not speak JSON-RPC'],
  ])('%s instead of JSON-RPC is said in a sentence', async (_, text, sentence) => {
    at.site.change({ rpc: () => new TextEncoder().encode(text) })
    await using tab = await at.open('#/judge')
    expect(await check(tab.page)).toBe('broken')
    expect(await tab.page.textContent('.seal')).toContain(sentence)
    expect(await tab.page.locator('.verso :is(img, script)').count()).toBe(0)
    expect(tab.faults).toEqual([])
  })

  test('why a node cannot be asked is said: it is not there, it refuses other origins, or the page’s policy does', async () => {
    await using closed = await serveSite({ rpc: honest, isOpen: false })
    await using folder = await serveSite({ build: 'static' })
    await using tab = await openTab(at.browser, `${folder.url}#/judge`)
    tab.expectFaults(/ blocked by CORS policy/)
    const { page } = tab
    expect(await check(page, closed.url)).toBe('broken')
    expect(await page.textContent('.seal')).toContain(
      `is there, but does not let pages of ${new URL(folder.url).origin} read`,
    )
    expect(await check(page, 'http://127.0.0.1:1/')).toBe('broken')
    expect(await page.textContent('.seal')).toContain(
      'cannot be reached, or this browser does not let a page ask it',
    )
    await using served = await at.open('#/judge')
    served.expectFaults(/ Content Security Policy/, /^policy: connect-src /)
    expect(await check(served.page, closed.url)).toBe('broken')
    expect(await served.page.textContent('.seal')).toContain(
      `lectern serve --http.site-connect ${new URL(closed.url).origin} would`,
    )
  })

  test.each([
    ['hello', {}, '“hello” is no http or https address.'],
    ['javascript:alert(1)', {}, '“javascript:alert(1)” is no http or https address.'],
    ['', {}, '“” is no http or https address.'],
    [undefined, { timeout: '0' }, 'must be a whole number from 1 to 3600; got “0”.'],
    [undefined, { timeout: '3601' }, 'must be a whole number from 1 to 3600; got “3601”.'],
    [undefined, { requests: '1000001' }, 'must be a whole number from 1 to 1000000; got “1000001”.'],
    [undefined, { rate: '10001' }, 'must be a whole number from 1 to 10000; got “10001”.'],
    [undefined, { rate: '1.5' }, 'must be a whole number from 1 to 10000; got “1.5”.'],
  ] as [string | undefined, Record<string, string>, string][])(
    'the address %j with the limits %j is refused in a sentence, and nothing is asked',
    async (address, limits, sentence) => {
      at.site.change({ rpc: honest })
      await using tab = await at.open('#/judge')
      const { page } = tab
      if (address !== undefined) await page.fill('#judged', address)
      await page.click('.judged summary')
      for (const [name, value] of Object.entries(limits)) await page.fill(`.judged [name=${name}]`, value)
      await page.press('#judged', 'Enter')
      await page.waitForSelector('#judged-complaint:not(:empty)')
      expect(await page.textContent('#judged-complaint')).toContain(sentence)
      expect(await page.locator('.seal').count()).toBe(0)
      expect(tab.faults).toEqual([])
    },
  )

  test('no more is asked than the limit of requests, at its least', async () => {
    at.site.change({ rpc: honest })
    await using tab = await at.open('#/judge')
    expect(await check(tab.page, undefined, { timeout: '3600', requests: '1', rate: '10000' })).toBe('open')
    expect(await tab.page.textContent('.seal')).toContain('1 request, ')
    await waitForReport(tab.page)
    expect(await tab.page.locator('.why.skipped').allTextContents()).toContain(
      'the limit of 1 requests is reached',
    )
    expect(tab.faults).toEqual([])
  })

  test(
    'a node is judged by its own document: its methods, its rules, and a report that names it',
    needs(corpusNeed, corpus('openrpc') !== undefined),
    async () => {
      const petstore = JSON.parse(readFileSync(corpus('openrpc/petstore.json')!, 'utf8')) as object
      const wrong = documentServer(petstore, {
        reply: (reply, { name }) => (name === 'list_pets' && 'result' in reply ? { result: 'none' } : reply),
      })
      at.site.change({ rpc: documentServer(petstore) })
      await using tab = await at.open('#/judge')
      const { page } = tab
      await page.getByLabel('by the node’s own document').check()
      await page.getByText('First rpc.discover').waitFor()
      expect(await page.textContent('.terminal pre')).toContain(' --document discover')
      expect(await check(page)).toBe('passed')
      expect(await page.textContent('.seal')).toContain('by Petstore 1.0.0 with 3 methods')
      const sound = JSON.parse(await readSaved(page, 'JSON')) as Report
      expect(sound.document).toMatchObject({ title: 'Petstore', methods: 3, problems: [] })
      expect(sound.results.some(({ id }) => id.includes('eth_'))).toBe(false)
      expect(await page.locator('#coverage tbody th').allTextContents()).toEqual([
        'list_pets',
        'create_pet',
        'get_pet',
      ])
      expect(await page.locator('.rules .name').first().textContent()).toMatch(/^lint /)

      at.site.change({ rpc: wrong })
      expect(await check(page)).toBe('failed')
      const failed = await readFailed(page)
      expect(failed.length).toBeGreaterThan(0)
      expect(failed.filter((id) => !id.includes('list_pets'))).toEqual([])
      expect(await page.locator('.check[data-verdict=failed] .body a').count()).toBe(0) // this page documents Lectern's
      expect(tab.faults).toEqual([])
    },
  )

  test.each([
    [
      'no document',
      { error: { code: -32_601, message: 'Method not found' } },
      'The endpoint returns no document for rpc.discover: error -32601',
    ],
    ['a list', { result: [1, 2] }, '# must be an OpenRPC document, not [1,2]'],
    [
      'another version',
      { result: { openrpc: '2.0.0', methods: [] } },
      '#/openrpc must be a version of OpenRPC 1, not "2.0.0"',
    ],
  ])(
    'a node that returns %s for rpc.discover is refused in a sentence, and nothing else is asked',
    async (_, reply, sentence) => {
      const asked: string[] = []
      const rpc = (body: Uint8Array) => {
        const { id, method } = JSON.parse(new TextDecoder().decode(body)) as { id: unknown; method: string }
        asked.push(method)
        return new TextEncoder().encode(JSON.stringify({ jsonrpc: '2.0', id, ...reply }))
      }
      at.site.change({ rpc })
      await using tab = await at.open('#/judge')
      await tab.page.getByLabel('by the node’s own document').check()
      expect(await check(tab.page)).toBe('broken')
      expect(await tab.page.textContent('.seal')).toContain(sentence)
      expect(asked).toEqual(['rpc.discover'])
      expect(tab.faults).toEqual([])
    },
  )

  test('a node that hangs when it is asked for its document is left at once', async () => {
    at.site.change({ rpc: () => 'hang' })
    await using tab = await at.open('#/judge')
    const { page } = tab
    await page.getByLabel('by the node’s own document').check()
    await page.click('.judged button')
    await page.waitForSelector('.seal[data-state=working]')
    await page.click('.judged button')
    expect(await waitForVerdict(page)).toBe('broken')
    expect(await page.textContent('.seal')).toContain('Stopped before the node had answered.')
    expect(tab.faults).toEqual([])
  })
})
