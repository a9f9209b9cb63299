import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { waitForSeal } from './browser.ts'
import { inBrowser } from './in-browser.ts'
import { brokenNode, tell } from './server.ts'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const { transactions } = tell('eth_getBlockByNumber', ['0x41', true]) as { transactions: { hash: string }[] }
const { hash } = transactions[0]!

const places = [
  '',
  '#/block/65',
  `#/tx/${hash}`,
  `#/receipt/${hash}`,
  '#/methods',
  '#/methods/eth_getTransactionByHash',
  '#/methods/eth_getBlockByNumber',
  '#/methods/types/Transaction',
  '#/guides',
  '#/guides/client',
  '#/guides/operate/health',
  '#/status',
  '#/judge',
  '#/block/99',
]

/** The findings of axe: a rule with the elements that break it. */
const judge = `axe.run(document, { resultTypes: ['violations'] })
  .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target)))`

/** The width that the page needs, or the report in it, which scrolls. */
const widest = `Math.max(...[...document.querySelectorAll('html, .report')].map(({ scrollWidth }) => scrollWidth))`

/** Returns the findings of axe, and cut text, at each width in light and dark. */
async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const faults: string[] = []
  for (const width of [320, 390, 1_280, 1_920]) {
    await page.setViewportSize({ width, height: 900 })
    const wide = await page.evaluate(widest)
    if (Number(wide) > width) faults.push(`${width}: ${String(wide)} pixels wide`)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const fault of (await page.evaluate(judge)) as string[])
        faults.push(`${width} ${colorScheme}: ${fault}`)
    }
  }
  return faults
}

inBrowser((at) => {
  test.each(places)(
    '%j has no fault that axe finds, and nothing is cut off, in light and dark at 320, 390, 1,280 and 1,920 pixels',
    async (place) => {
      await using tab = await at.open(place, { reducedMotion: 'reduce' })
      const { page } = tab
      if (/block\/65|tx|receipt/.test(place)) await waitForSeal(page)
      else await page.waitForSelector('.contents li, .levels li, .rules li, .missing, .reference')
      if (place.includes('_')) {
        await page.click('.run')
        await page.waitForSelector('.compared')
      }
      await page
        .locator('details')
        .evaluateAll((all: HTMLDetailsElement[]) => all.forEach((one) => (one.open = true)))
      if (place === '#/guides') {
        await page.fill('#search', 'trust')
        await page.waitForSelector('.hits li')
      }
      expect(await findFaults(page)).toEqual([])
      expect(tab.faults).toEqual([])
    },
  )

  test('a refuted answer has no fault that axe finds', async () => {
    at.site.change({
      result: (method, [name]) => (method === 'eth_getTransactionReceipt' && name === hash ? lie : undefined),
    })
    const lie = { ...(tell('eth_getTransactionReceipt', [hash]) as object), gasUsed: '0x1', logsBloom: '0x' }
    await using tab = await at.open(`#/receipt/${hash}`, { reducedMotion: 'reduce' })
    expect(await waitForSeal(tab.page)).toBe('refuted')
    await tab.page.evaluate(axe)
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.page.emulateMedia({ colorScheme })
      expect(await tab.page.evaluate(judge)).toEqual([])
    }
    at.site.change({})
  })

  test('what the judge has found has no fault that axe finds, and nothing is cut off', async () => {
    at.site.change({ rpc: brokenNode() })
    await using tab = await at.open('#/judge', { reducedMotion: 'reduce' })
    const { page } = tab
    await page.click('.judged summary')
    await page.click('.judged button')
    await page.waitForSelector('.seal[data-state=failed]', { timeout: 100_000 })
    await page.locator('.filter output:not(:empty)').waitFor()
    await page.locator('.check[data-verdict=failed] summary').first().click()
    await page.locator('[aria-label=Response]').first().waitFor()
    expect(await findFaults(page)).toEqual([])
    expect(tab.faults).toEqual([])
    at.site.change({})
  })

  test('the three marks differ in shape, and each has a name', async () => {
    const lie = { ...(tell('eth_getTransactionReceipt', [hash]) as object), gasUsed: '0x1', further: '0x1' }
    at.site.change({
      result: (method, [name]) => (method === 'eth_getTransactionReceipt' && name === hash ? lie : undefined),
    })
    await using tab = await at.open(`#/receipt/${hash}`, { forcedColors: 'active' })
    await waitForSeal(tab.page)
    const shapeOf = async (state: string) => {
      const mark = tab.page.locator(`.member .mark.${state}`).first()
      return `${await mark.getAttribute('aria-label')}: ${await mark.locator('.body').evaluate((body) => body.tagName)} ${await mark.locator('.sign').count()}`
    }
    expect(await Promise.all(['proven', 'open', 'refuted'].map(shapeOf))).toEqual([
      'proven: circle 1',
      'not proven: circle 0',
      'refuted: path 1',
    ])
    at.site.change({})
  })

  test('a page is printed without what only a screen needs', async () => {
    await using tab = await at.open(`#/receipt/${hash}`)
    await waitForSeal(tab.page)
    await tab.page.emulateMedia({ media: 'print' })
    expect(await tab.page.locator('.look-up').isVisible()).toBe(false)
    expect(await tab.page.locator('.trust').isVisible()).toBe(false)
    expect(await tab.page.locator('.grounds').isVisible()).toBe(true)
    expect((await tab.page.pdf()).length).toBeGreaterThan(10_000)
  })

  test('nothing moves for a reader who wants less motion', async () => {
    await using tab = await at.open(`#/none`, { reducedMotion: 'reduce' })
    await tab.page.evaluate(`location.hash = '#/block/50'`)
    await tab.page.waitForSelector('.seal')
    expect(await tab.page.evaluate('document.getAnimations().length')).toBe(0)
  })
})
