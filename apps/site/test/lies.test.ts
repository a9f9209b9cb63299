import { chosen, liesAbout } from '@lectern/client/testing/lies'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTab, startBrowser, type Tab, waitForSeal, whyNot } from './browser.ts'
import { serveSite, type Site } from './server.ts'

const places = {
  eth_getBlockByNumber: 'block',
  eth_getTransactionByHash: 'tx',
  eth_getTransactionReceipt: 'receipt',
}

/** The last answer of each kind with the most members: those of the newest forks. */
const answers = Object.keys(places).map(
  (method) =>
    chosen
      .filter((one) => one.method === method && one.params[1] !== false)
      .toSorted((a, b) => sizeOf(b.result) - sizeOf(a.result))[0]!,
)

/** Each member of each of them with another value, once. */
const lies = [
  ...new Map(
    [...liesAbout(answers)]
      .filter(({ kind }) => kind === 'flipped')
      .map((lie) => [lie.method + lie.path.replaceAll(/\/\d+/g, '/*'), lie]),
  ).values(),
]

describe.skipIf(whyNot)(`in a browser${whyNot ? ` (skipped: ${whyNot})` : ''}`, () => {
  let browser: Browser
  let site: Site
  let tab: Tab
  beforeAll(async () => {
    browser = await startBrowser()
    site = await serveSite()
    tab = await openTab(browser, `${site.url}#/none`)
  })
  afterAll(async () => {
    await browser?.close()
    await site?.[Symbol.asyncDispose]()
  })

  test('every member of a block, a transaction and a receipt is changed', () => {
    expect(lies.length).toBeGreaterThan(60)
  })

  test.each(Object.entries(places))(
    'each member of an answer of %s, changed in turn, is refuted, and a value is struck',
    async (method, place) => {
      const { page } = tab
      const undetected: string[] = []
      for (const { lie, path, params } of lies.filter((one) => one.method === method)) {
        site.change({ result: (asked, [name]) => (asked === method && name === params[0] ? lie : undefined) })
        await page.evaluate(`location.hash = '#/none'`)
        await page.waitForSelector('.missing')
        await page.evaluate(`location.hash = '#/${place}/${String(params[0])}'`)
        const seal = await waitForSeal(page)
        const struck = await page.locator('s').count()
        if (seal !== 'refuted' || struck === 0) undetected.push(`${path}: ${seal}, ${struck} struck`)
      }
      expect(undetected).toEqual([])
      expect(tab.faults).toEqual([])
    },
  )

  test('an honest answer after a lie is proven again', async () => {
    const { method, params } = answers[0]!
    site.change({})
    await tab.page.evaluate(`location.hash = '#/none'`)
    await tab.page.waitForSelector('.missing')
    await tab.page.evaluate(
      `location.hash = '#/${places[method as keyof typeof places]}/${String(params[0])}'`,
    )
    expect(await waitForSeal(tab.page)).toBe('self-consistent')
    expect(await tab.page.locator('s').count()).toBe(0)
  })
})

function sizeOf(value: unknown): number {
  return JSON.stringify(value, (name, part: unknown) => (name === 'logsBloom' ? '' : part)).length
}
