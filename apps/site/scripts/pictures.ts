import { fileURLToPath } from 'node:url'
import { startBrowser } from '@lectern/fixtures/browser'
import { openTab, waitForSeal } from '../test/browser.ts'
import { serveSite, tell } from '../test/server.ts'

/** The pictures of the repository's README: an anchored receipt in light, a refuted one in dark. */
const { hash } = (tell('eth_getBlockByNumber', ['0x29', true]) as { transactions: { hash: string }[] })
  .transactions[0]!
const receipt = tell('eth_getTransactionReceipt', [hash]) as object

await using site = await serveSite()
const browser = await startBrowser()

for (const [name, colorScheme, change] of [
  ['page-anchored', 'light', {}],
  ['page-refuted', 'dark', { status: '0x0', gasUsed: '0x7a120' }],
] as const) {
  const isHonest = Object.keys(change).length === 0
  site.change({
    result: (method, [name]) =>
      method === 'eth_getTransactionReceipt' && name === hash ? { ...receipt, ...change } : undefined,
  })
  await using tab = await openTab(browser, `${site.url}#/receipt/${hash}`, {
    colorScheme,
    viewport: { width: 1_440, height: 1_080 },
  })
  const { page } = tab
  await waitForSeal(page)
  if (isHonest) {
    await page.getByLabel('a block, and so all its ancestors').check()
    await page.getByRole('button', { name: 'Prove again' }).click()
    await page.waitForSelector('.seal[data-state=anchored]')
    await page.evaluate('scrollTo(0, 0); document.activeElement.blur()')
  }
  await page.mouse.move(0, 0)
  await page.screenshot({ path: fileURLToPath(new URL(`../../../docs/${name}.png`, import.meta.url)) })
}
await browser.close()
