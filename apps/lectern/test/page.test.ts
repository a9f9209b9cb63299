import { once } from 'node:events'
import { sample } from '@lectern/fixtures'
import { needsBrowser, startBrowser } from '@lectern/fixtures/browser'
import { openTab, waitForSeal } from '@lectern/site/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { importSample, lectern, serve, temporaryFolder } from './command.ts'
import { ask, read } from './questions.ts'

describe('in a browser', needsBrowser, () => {
  test('lectern serve gives a browser the page, which proves what the server answers, and opens without a network later', async () => {
    const datadir = temporaryFolder()
    await lectern(importSample(datadir))
    const { url, child } = await serve(['--datadir', datadir])
    const browser = await startBrowser()
    onTestFinished(() => browser.close())
    await using tab = await openTab(browser, `${url}/#/block/${sample.headNumber}`)
    const { page, context, faults } = tab
    expect(await waitForSeal(page)).toBe('self-consistent')
    expect(await page.textContent('[data-member="/hash"]')).toContain(sample.head.slice(2, 10))
    expect(await page.locator('.member:not(.proven)').allTextContents()).toEqual([])
    await page.evaluate(`location.hash = '#/receipt/${await findBlobTransaction(url)}'`)
    await page.waitForSelector('[data-member="/blobGasPrice"].proven') // by the blob schedule of /status
    await page.evaluate(`location.hash = '#/status'`)
    await page.waitForSelector('.levels li')
    const { genesis } = (await read(`${url}/status`)) as { genesis: string }
    expect(await page.textContent('.verso')).toContain(genesis.slice(2, 10))

    await page.evaluate('navigator.serviceWorker.ready.then(() => true)') // it has stored the files by then
    await page.reload()
    expect(faults).toEqual([])
    await context.setOffline(true)
    child.kill('SIGTERM')
    await once(child, 'exit')
    await page.reload()
    await page.getByText('says nothing of itself').waitFor()
    await page.evaluate(`location.hash = '#/block/1'`)
    await page.waitForSelector('.missing')
    expect(await page.textContent('.missing')).toContain('cannot be reached')
  })

  test('D4 the judge of the page finds no failure in the server that serves it, and with the page on lectern conform finds none', async () => {
    const datadir = temporaryFolder()
    await lectern(importSample(datadir))
    const { url } = await serve(['--datadir', datadir])
    const browser = await startBrowser()
    onTestFinished(() => browser.close())
    await using tab = await openTab(browser, `${url}/#/judge`)
    const { page, faults } = tab
    await page.waitForSelector('.rules li')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.waitForSelector('.seal[data-state]:not([data-state=working])', { timeout: 200_000 })
    expect(await page.locator('.check[data-verdict=failed]').allTextContents()).toEqual([])
    expect(await page.textContent('.seal')).toMatch(/^No failure in \d{3,} checks/)
    expect(faults).toEqual([])
    const { code, stdout } = await lectern(['conform', url, '--reporter', 'json'])
    const { summary } = JSON.parse(stdout) as { summary: { passed: number; failed: number } }
    expect([code, summary.failed]).toEqual([0, 0])
    expect(summary.passed).toBeGreaterThan(500)
  }, 240_000)

  test('over slow 4G, with a quarter of the CPU, a block is readable after twelve files of 95 KB, and one of them holds back the first paint', async () => {
    const datadir = temporaryFolder()
    await lectern(importSample(datadir))
    const { url } = await serve(['--datadir', datadir, '--workers', '1'])
    const browser = await startBrowser()
    onTestFinished(() => browser.close())
    await using tab = await openTab(browser, 'about:blank')
    const { page, context, faults } = tab
    const devtools = await context.newCDPSession(page)
    const [down, up] = [1_600_000 / 8, 750_000 / 8] // bytes a second, as Lighthouse has slow 4G
    const network = { offline: false, latency: 150, downloadThroughput: down, uploadThroughput: up }
    await devtools.send('Network.emulateNetworkConditions', network)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(noteReadable)
    await page.goto(`${url}/#/block/${sample.headNumber}`)
    await page.waitForSelector('.member')
    const loads = (await page.evaluate(readLoads)) as {
      files: { name: string; bytes: number; isBlocking: boolean }[]
      firstPaint: number
      now: number
    }
    console.log(
      `First paint after ${loads.firstPaint.toFixed(0)} ms, readable after ${loads.now.toFixed(0)} ms.`,
    )
    const { files } = loads
    expect(files.map(({ name }) => name).filter((name) => !name.startsWith(url))).toEqual([])
    expect(files.length).toBeLessThanOrEqual(12)
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(95_000)
    expect(files.filter(({ isBlocking }) => isBlocking).map(({ name }) => name)).toEqual([
      expect.stringMatching(/\/assets\/index-.*\.css$/),
    ])
    expect(faults).toEqual([])
  })
})

/** Notes what a page has got when its first member is there: each file with its bytes on the wire. The files of a proof come soon after. */
const noteReadable = `new MutationObserver((_, observer) => {
  if (document.querySelector('.member') === null) return
  observer.disconnect()
  window.readable = {
    files: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .map(({ name, encodedBodySize, renderBlockingStatus }) => ({ name, bytes: encodedBodySize, isBlocking: renderBlockingStatus === 'blocking' })),
    now: performance.now(),
  }
}).observe(document, { childList: true, subtree: true })`

/** That, and when something was first drawn, in milliseconds. */
const readLoads = `({ ...window.readable, firstPaint: performance.getEntriesByName('first-contentful-paint')[0].startTime })`

/** The hash of a transaction with blobs. */
async function findBlobTransaction(url: string): Promise<string> {
  for (let number = sample.headNumber; number > 0; number -= 1) {
    const response = await ask(url, 'eth_getBlockByNumber', [`0x${number.toString(16)}`, true])
    const { result } = (await response.json()) as {
      result: { transactions: { type: string; hash: string }[] }
    }
    const found = result.transactions.find(({ type }) => type === '0x3')
    if (found) return found.hash
  }
  throw new Error('The sample chain has no transaction with blobs.')
}
