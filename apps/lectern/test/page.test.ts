import { once } from 'node:events'
import { sample } from '@lectern/fixtures'
import { openTab, startBrowser, waitForSeal, whyNot } from '@lectern/site/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { importSample, lectern, serve, temporaryFolder } from './command.ts'
import { ask, read } from './questions.ts'

describe.skipIf(whyNot)(`in a browser${whyNot ? ` (skipped: ${whyNot})` : ''}`, () => {
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
})

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
