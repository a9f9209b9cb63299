import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTab, waitForSeal } from './browser.ts'
import { inBrowser } from './in-browser.ts'
import { sampleStatus, serveSite, tell } from './server.ts'

const { hash } = (tell('eth_getBlockByNumber', ['0x29', true]) as { transactions: { hash: string }[] })
  .transactions[0]!
const anchor = sampleStatus['anchor'] as { number: number; hash: string }

/** Chooses what to trust, and proves again. */
async function trust(
  page: Page,
  option: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  await page.getByLabel(option).check()
  for (const [name, value] of Object.entries(fields)) await page.getByLabel(name, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Prove again' }).click()
  return await waitForSeal(page)
}

inBrowser((at) => {
  test('without a block to trust the seal is hollow; with one it is filled, and names the block', async () => {
    await using tab = await at.open(`#/receipt/${hash}`)
    const { page } = tab
    expect(await waitForSeal(page)).toBe('self-consistent')
    expect(await page.locator('.seal .mark.proven.hollow').count()).toBe(1)
    expect(await page.textContent('.seal')).toContain('Whether that block is of your chain is yours to say')

    expect(await trust(page, 'a block, and so all its ancestors')).toBe('anchored')
    expect(await page.locator('.seal .mark.proven:not(.hollow)').count()).toBe(1)
    expect(await page.textContent('.seal')).toContain(`an ancestor of block ${anchor.number}`)

    await page.evaluate(`location.hash = '#/block/50'`) // the choice holds for the next page
    await page.waitForSelector('h1 .number')
    expect(await waitForSeal(page)).toBe('anchored')
    expect(tab.faults).toEqual([])
  })

  test('a block with another hash than the trusted one is refuted, though it fits together', async () => {
    await using tab = await at.open(`#/block/50`)
    await waitForSeal(tab.page)
    const other = { number: '50', hash: `0x${'ab'.repeat(32)}` }
    expect(await trust(tab.page, 'a block, and so all its ancestors', other)).toBe('refuted')
    expect(await tab.page.textContent('.seal')).toContain('but the trusted chain has')
    expect(tab.faults).toEqual([])
  })

  test('what is no number, no hash or no address is refused in a sentence', async () => {
    await using tab = await at.open(`#/block/50`)
    await waitForSeal(tab.page)
    await trust(tab.page, 'a block, and so all its ancestors', { hash: '0x12' })
    expect(await tab.page.textContent('.trust .complaint')).toBe(
      'The hash of the block must be 0x and 64 hex digits.',
    )
    await trust(tab.page, 'that several nodes', { 'their addresses, one a line': 'ftp://a.example' })
    expect(await tab.page.textContent('.trust .complaint')).toBe(
      'ftp://a.example is no http or https address.',
    )
    expect(tab.faults).toEqual([])
  })

  test('nodes that agree vouch for a block; one that does not refutes it', async () => {
    await using first = await serveSite({ build: 'static' })
    await using second = await serveSite()
    await using tab = await openTab(at.browser, `${first.url}#/block/50`)
    await waitForSeal(tab.page)
    const urls = { 'their addresses, one a line': `${first.url}\n${second.url}` }
    expect(await trust(tab.page, 'that several nodes', urls)).toBe('anchored')
    expect(await tab.page.textContent('.seal')).toContain('2 of 2 nodes give the same hash')
    second.change({ result: () => null })
    expect(await trust(tab.page, 'that several nodes')).toBe('refuted')
    expect(tab.faults).toEqual([])
  })

  test('a transaction of an unknown type, and one that no block holds, are not proven and not refuted', async () => {
    const method = 'eth_getTransactionByHash'
    const known = tell(method, [hash]) as Record<string, unknown>
    const pending = { ...known, blockHash: null, blockNumber: null, transactionIndex: null }
    for (const result of [pending, { ...known, type: '0x7e', gas: '0x1' }]) {
      at.site.change({ result: (asked) => (asked === method ? result : undefined) })
      await using tab = await at.open(`#/tx/${hash}`)
      expect(await waitForSeal(tab.page)).toBe('open')
      expect(await tab.page.locator('.seal .mark').getAttribute('aria-label')).toBe('not proven')
      expect(tab.faults).toEqual([])
    }
    at.site.change({})
  })

  test('a node that fails while the proof is made leaves the members open, with the reason', async () => {
    at.site.change({
      respond: (method, response) =>
        method === 'eth_getBlockByNumber' && Boolean(response.writeHead(400).end()),
    })
    await using tab = await at.open(`#/tx/${hash}`)
    await tab.page.evaluate(`document.readyState`)
    expect(await waitForSeal(tab.page)).toBe('self-consistent') // by the server's proofs
    expect(await trust(tab.page, 'a block, and so all its ancestors')).toBe('open')
    expect(await tab.page.textContent('.seal')).toMatch(/Not proven\..*HTTP/)
    at.site.change({})
  })
})
