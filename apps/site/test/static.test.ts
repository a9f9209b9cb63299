import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTab, waitForSeal } from './browser.ts'
import { inBrowser } from './in-browser.ts'
import { dist, serveSite } from './server.ts'

test('the static page carries its policy; the served one leaves it to the server', () => {
  const [page, served] = ['static', 'served'].map((build) =>
    readFileSync(`${dist(build)}/index.html`, 'utf8'),
  )
  expect(page).toContain('http-equiv="Content-Security-Policy"')
  expect(page!.replaceAll('&#39;', "'")).toContain(
    "require-trusted-types-for 'script'; trusted-types lectern",
  )
  expect(served).not.toContain('Content-Security-Policy')
})

test('no file of the page names another host', () => {
  const page = readFileSync(`${dist('static')}/index.html`, 'utf8')
  const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)
  expect(addresses.length).toBeGreaterThan(4)
  expect(addresses.filter((address) => !address.startsWith('./'))).toEqual([])
})

inBrowser((at) => {
  test('a folder under a path asks the endpoint that its address names, and keeps it from page to page', async () => {
    await using node = await serveSite()
    await using folder = await serveSite({ build: 'static', base: '/any/path/' })
    await using tab = await openTab(
      at.browser,
      `${folder.url}?endpoint=${encodeURIComponent(node.url)}#/block/41`,
    )
    const { page } = tab
    expect(await waitForSeal(page)).toBe('self-consistent')
    await page.click('.neighbours [rel=next]')
    await page.waitForURL(/#\/block\/42$/)
    expect(await waitForSeal(page)).toBe('self-consistent')
    expect(folder.asked).toEqual([])
    expect(node.asked).toContain('eth_getBlockByNumber ["0x2a",true]')
    expect(tab.faults).toEqual([])
  })

  test.each([
    ['javascript:alert(1)', 'is no http or https address'],
    ['http://127.0.0.1:1/', 'cannot be reached'],
  ])('the endpoint %s is refused in a sentence', async (endpoint, sentence) => {
    await using folder = await serveSite({ build: 'static' })
    await using tab = await openTab(
      at.browser,
      `${folder.url}?endpoint=${encodeURIComponent(endpoint)}#/block/41`,
    )
    await tab.page.waitForSelector('.missing')
    expect(await tab.page.textContent('.missing')).toContain(sentence)
  })

  test.each([
    ['http://127.0.0.1:1/', true],
    ['http://localhost:1/', true],
    ['https://localhost.evil.example/', false],
    ['https://127.evil.example/', false],
  ])('the endpoint %s is of this machine: %s', async (endpoint, isHere) => {
    await using folder = await serveSite({ build: 'static' })
    await using tab = await openTab(
      at.browser,
      `${folder.url}?endpoint=${encodeURIComponent(endpoint)}#/block/41`,
    )
    await tab.page.waitForSelector('.missing')
    const text = await tab.page.textContent('.missing')
    expect(text).toContain('must allow this page’s origin')
    expect(text!.includes('to reach this machine')).toBe(isHere)
  })

  test('the served page asks no other endpoint, whatever its address says', async () => {
    await using other = await serveSite()
    await using site = await serveSite()
    await using tab = await openTab(
      at.browser,
      `${site.url}?endpoint=${encodeURIComponent(other.url)}#/block/41`,
    )
    expect(await waitForSeal(tab.page)).toBe('self-consistent')
    expect(other.asked).toEqual([])
    expect(tab.faults).toEqual([])
  })

  test('the page opens without a network once it was seen, and says what it cannot reach', async () => {
    const site = await serveSite()
    await using tab = await openTab(at.browser, `${site.url}#/status`)
    const { page, context } = tab
    await page.waitForSelector('.levels li')
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)') // it has stored the files by then
    await page.reload()
    await context.setOffline(true)
    await site[Symbol.asyncDispose]()
    await page.reload()
    await page.getByText('says nothing of itself').waitFor()
    await page.evaluate(`location.hash = '#/block/41'`)
    await page.waitForSelector('.missing')
    expect(await page.textContent('.missing')).toContain('cannot be reached')
    expect(await page.evaluate(`document.fonts.check('16px Literata')`)).toBe(true)
  })
})
