import { readFileSync } from 'node:fs'
import type { Report } from '@lectern/conformance/engine'
import { makePaperChain, miniServer } from '@lectern/conformance/testing'
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

const readCounts = async (page: Page): Promise<number[]> =>
  Array.from((await page.textContent('.strip figcaption'))!.matchAll(/\d+/g), ([count]) => Number(count))

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
    const [failed, passed, known, skipped] = await readCounts(page)
    expect([failed, known]).toEqual([0, 0])
    expect(passed).toBeGreaterThan(700)
    expect(await page.locator('.finding').count()).toBe(0)
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
    await page.waitForSelector('.seal[data-state=working] ~ .strip [role=progressbar]')
    expect(await page.textContent('.judged button')).toBe('Stop')
    expect(await waitForVerdict(page)).toBe('failed')
    expect(await page.textContent('.seal')).toMatch(/4 failed of \d+ checks: 4 MUST/)
    const found = await page.locator('.finding').evaluateAll((all) => all.map((one) => one.dataset['check']))
    expect(found.toSorted()).toEqual(lies)

    const lie = page.locator('[data-check="proof/eth_getTransactionReceipt/gasUsed"]')
    expect(await lie.locator('h3').textContent()).toContain('gasUsed is what a receipt adds')
    expect(await lie.locator('.fault').textContent()).toBe('/result/gasUsed "0x1" "0x5208"')
    expect(await lie.locator('.fault s').textContent()).toBe('"0x1"')
    expect(await lie.locator('.source').textContent()).toContain('execution-apis, ReceiptInfo')
    expect(await lie.locator('.source a').getAttribute('href')).toBe('#/methods/eth_getTransactionReceipt')
    await lie.locator('summary').focus()
    await keyboard.press('Enter')
    await lie.locator('.sides').waitFor()
    expect(await lie.locator('[aria-label=Request]').textContent()).toContain('"eth_getTransactionReceipt"')
    expect(await lie.locator('[aria-label=Answer] s').allTextContents()).toEqual(['"gasUsed": "0x1",'])
    expect(await lie.locator('[aria-label=Answer] ins').allTextContents()).toEqual(['"gasUsed": "0x5208",'])
    expect(await lie.locator('[aria-label="Ask again"]').textContent()).toContain(`curl -s '${at.site.url}'`)

    await page.getByRole('button', { name: '1 failed' }).last().focus()
    await keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('rule-proof')
    expect(await page.evaluate('location.hash')).toBe('#/judge')
    const report = JSON.parse(await readSaved(page, 'JSON')) as Report
    const failed = report.results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
    expect(failed.toSorted()).toEqual(lies)
    await page.evaluate(`location.hash = '#/status'`)
    await page.waitForSelector('.levels li')
    await page.evaluate(`location.hash = '#/judge'`)
    expect(await page.locator('.finding').count()).toBe(lies.length) // a run outlives its page
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
    const opened = page.locator('.finding summary')
    const count = await opened.count()
    expect(count).toBeGreaterThan(5)
    for (let index = 0; index < count; index += 1) await opened.nth(index).click()
    await page
      .locator('.sides')
      .nth(count - 1)
      .waitFor()
    expect(await page.locator('.verso :is(img, script, iframe, [onerror])').count()).toBe(0)
    const seen = (await page.textContent('.judge'))!
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
    expect(await page.textContent('.reasons')).toContain('the run was stopped')
    const [, passed, , skipped] = await readCounts(page)
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
    expect(await tab.page.textContent('.reasons')).toContain('the limit of 1 requests is reached')
    expect(tab.faults).toEqual([])
  })
})
