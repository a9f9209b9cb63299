import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { toHex, hashHeader } from '@lectern/chain'
import { readRecords } from '@lectern/chain/testing'
import { answersOf } from '@lectern/client/testing'
import { corpus } from '@lectern/fixtures'
import { expect, test } from 'vitest'
import { openTab, waitForSeal } from './browser.ts'
import { inBrowser } from './in-browser.ts'
import { dist, serveSite, tell } from './server.ts'

const blocks = corpus('blocks')
const assets = readdirSync(`${dist('served')}/assets`)
const packed = (file: string): number =>
  gzipSync(readFileSync(`${dist('served')}/${file}`), { level: 9 }).length
const sum = (pattern: RegExp, sizeOf: (file: string) => number): number =>
  assets.filter((file) => pattern.test(file)).reduce((all, file) => all + sizeOf(`assets/${file}`), 0)

test('the first view is at most 30 KB of code and styles, packed', () => {
  expect(packed('index.html') + sum(/^index-.*\.(js|css)$/, packed)).toBeLessThanOrEqual(30_000)
})

test('the fonts are at most 55 KB', () => {
  const fonts = sum(/\.woff2$/, (file) => readFileSync(`${dist('served')}/${file}`).length)
  expect(fonts).toBeGreaterThan(20_000)
  expect(fonts).toBeLessThanOrEqual(55_000)
})

test('the thread of proofs is at most 35 KB, packed', () => {
  const size = sum(/^worker-.*\.js$/, packed)
  expect(size).toBeGreaterThan(10_000)
  expect(size).toBeLessThanOrEqual(35_000)
})

/** Counts, from the start of a page, its layout shifts, its longest task, and the lines that are drawn or marked in one go. */
const observe = `globalThis.shift = 0; globalThis.longest = 0; globalThis.most = 0
const watch = (type, see) => new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true })
watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) shift += value })
watch('longtask', ({ duration }) => { longest = Math.max(longest, duration) })
new MutationObserver((records) => {
  const lines = new Set(records.flatMap(({ target, addedNodes }) => [target, ...addedNodes]).filter((node) => node.matches?.('.line')))
  most = Math.max(most, lines.size)
}).observe(document, { subtree: true, childList: true, attributes: true })`

inBrowser((at) => {
  test('what is read does not jump: the layout shifts of each page are at most 0.1', async () => {
    await using site = await serveSite()
    const { hash } = (tell('eth_getBlockByNumber', ['0x41', true]) as { transactions: { hash: string }[] })
      .transactions[0]!
    const shifts: Record<string, number> = {}
    for (const place of ['', '#/block/65', `#/tx/${hash}`, `#/receipt/${hash}`, '#/status'])
      for (const width of [390, 1_280]) {
        await using tab = await openTab(at.browser, 'about:blank', { viewport: { width, height: 900 } })
        await tab.page.addInitScript(observe)
        await tab.page.goto(site.url + place)
        if (/block|tx|receipt/.test(place)) await waitForSeal(tab.page)
        else await tab.page.waitForSelector('.contents li, .levels li')
        await tab.page.evaluate(
          'document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 100)))',
        )
        shifts[`${place} ${width}`] = (await tab.page.evaluate('shift')) as number
      }
    expect(Object.entries(shifts).filter(([, shift]) => shift > 0.1)).toEqual([])
  })

  test.skipIf(!blocks)(
    'a mainnet block of 1,414 transactions is readable before it is proven, is proven in slices, and is drawn and marked 40 lines a task',
    async () => {
      const record = [...readRecords(blocks!, 'mainnet')].find(
        ({ transactions }) => transactions?.length === 1_414,
      )!
      const whole = answersOf(record, undefined).whole as { number: string; hash: string }
      expect(whole.hash).toBe(toHex(hashHeader(record.header)))
      await using site = await serveSite({
        result: (method, [name]) =>
          method === 'eth_getBlockByNumber' && name === whole.number ? whole : undefined,
      })
      await using tab = await openTab(at.browser, 'about:blank')
      const { page } = tab
      await page.addInitScript(observe)
      await page.goto(`${site.url}#/block/${BigInt(whole.number)}`)
      await page.waitForSelector('.line')
      expect(await page.getAttribute('.seal', 'data-state')).toBe('working')
      expect(await page.textContent('.verso')).toContain('1414 transactions')
      await page.waitForSelector('progress')
      expect(await page.textContent('.progress')).toContain('of 1414 senders')
      expect(await page.locator('[data-member="/hash"].proven').count()).toBe(1) // while the senders are recovered
      await page.waitForSelector('.seal[data-state=self-consistent]', { timeout: 60_000 })
      await page.waitForSelector('.chunk:last-child .line', { state: 'attached' })
      expect(await page.locator('.line.proven').count()).toBe(1_414)
      const most = Number(await page.evaluate('most'))
      expect(most).toBeGreaterThan(0)
      expect(most).toBeLessThanOrEqual(40) // of 1,414: how long that takes is the machine's
      console.log(`The longest task took ${String(await page.evaluate('longest'))} ms.`)
      expect(Number(await page.evaluate('shift'))).toBeLessThanOrEqual(0.1)
      expect(tab.faults).toEqual([])
    },
  )
})
