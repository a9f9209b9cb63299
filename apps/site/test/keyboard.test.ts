import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { waitForSeal } from './browser.ts'
import { inBrowser } from './in-browser.ts'

const place = (page: Page): Promise<string> => page.evaluate('location.hash')
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(document.activeElement.id || document.activeElement.textContent || '').trim()`)
const waitFor = (page: Page, hash: string) => page.waitForURL((url) => url.hash === hash)

inBrowser((at) => {
  test('a block is looked up, its neighbours are visited and it is proven again by the keyboard alone', async () => {
    await using tab = await at.open('')
    const { page } = tab
    const { keyboard } = page
    await page.waitForSelector('.contents li')
    await keyboard.press('/')
    expect(await focused(page)).toBe('look-up')
    await keyboard.type('41')
    await keyboard.press('Enter')
    await waitFor(page, '#/block/41')
    expect(await waitForSeal(page)).toBe('self-consistent')
    expect(await focused(page)).toBe('main')
    await keyboard.press('ArrowRight')
    await page.getByRole('heading', { name: 'Block 42' }).waitFor() // the keys are those of the page that is seen
    await waitForSeal(page)
    await keyboard.press('ArrowLeft')
    await page.getByRole('heading', { name: 'Block 41' }).waitFor()
    await waitForSeal(page)
    await keyboard.press('t')
    await keyboard.press('ArrowDown') // within the radio buttons, not to a neighbour
    for (const _ of ['number', 'hash', 'nodes']) await keyboard.press('Tab')
    await page.waitForSelector('.trust .fields')
    await keyboard.press('Enter')
    await page.waitForSelector('.seal[data-state=anchored]')
    expect(await place(page)).toBe('#/block/41')
    expect(tab.faults).toEqual([])
  })

  test('the arrows lead from a transaction to the next one of its block', async () => {
    await using tab = await at.open(`#/block/65`)
    const { page } = tab
    await waitForSeal(page)
    await page.locator('.line a').first().focus()
    await page.keyboard.press('Enter')
    // Until the transaction is drawn, the block's seal is there, and the arrows lead to other blocks.
    const index = (number: number) =>
      page.locator('[data-member="/transactionIndex"] dd', { hasText: new RegExp(`^${number}$`) })
    await index(0).waitFor()
    await waitForSeal(page)
    const first = await place(page)
    await page.keyboard.press('ArrowRight')
    await index(1).waitFor()
    await waitForSeal(page)
    await page.keyboard.press('ArrowLeft')
    await waitFor(page, first)
    expect(tab.faults).toEqual([])
  })

  test('a method is chosen, an example run and the next method read by the keyboard alone', async () => {
    await using tab = await at.open('#/methods')
    const { page } = tab
    const { keyboard } = page
    await page.waitForSelector('.reference')
    const tabTo = async (selector: string): Promise<void> => {
      for (let presses = 0; presses < 200; presses += 1) {
        await keyboard.press('Tab')
        if (await page.evaluate((wanted) => document.activeElement!.matches(wanted), selector)) return
      }
      throw new Error(`Tab does not lead to ${selector}.`)
    }
    await tabTo('[href="#/methods/eth_getTransactionReceipt"]')
    await keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'eth_getTransactionReceipt' }).waitFor()
    expect(await focused(page)).toBe('main')
    await tabTo('[name=example]')
    await keyboard.press('ArrowDown') // to another example, not to another method
    expect(await page.locator('[name=example]').nth(1).isChecked()).toBe(true)
    await tabTo('[name=language]')
    await keyboard.press('ArrowRight')
    expect(await page.textContent('.try pre')).toContain('createClient')
    await tabTo('.run')
    await keyboard.press('Enter')
    await page.getByText('The answer is that of the document.').waitFor()
    await keyboard.press('ArrowRight')
    await page.getByRole('heading', { level: 1, name: 'eth_getBlockByNumber' }).waitFor()
    expect(tab.faults).toEqual([])
  })

  test('the guides are searched, and a place that was found is gone to, by the keyboard alone', async () => {
    await using tab = await at.open('#/guides')
    const { page } = tab
    const { keyboard } = page
    await page.waitForSelector('.reference')
    while ((await focused(page)) !== 'search') await keyboard.press('Tab')
    await keyboard.type('failover quorum')
    await page.waitForSelector('.hits a')
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await waitFor(page, '#/guides/client/options')
    await page.waitForFunction(() => document.activeElement?.id === 'options')
    expect(
      await page.locator('#options').evaluate((heading) => heading.getBoundingClientRect().top),
    ).toBeLessThan(300)
    expect(tab.faults).toEqual([])
  })

  test('the help opens and closes; while it is open and while a field is typed in, keys are not commands', async () => {
    await using tab = await at.open(`#/block/41`)
    const { page } = tab
    await waitForSeal(page)
    await page.keyboard.press('?')
    await page.waitForSelector('#help[open]')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await page.waitForSelector('#help:not([open])', { state: 'attached' })
    await page.keyboard.press('/')
    await page.keyboard.type('4?')
    await page.keyboard.press('ArrowLeft')
    expect(await page.inputValue('#look-up')).toBe('4?')
    expect(await place(page)).toBe('#/block/41')
    await page.keyboard.press('Escape')
    expect(await focused(page)).not.toBe('look-up')
    expect(tab.faults).toEqual([])
  })

  test('the first Tab leads past the running head', async () => {
    await using tab = await at.open(`#/block/41`)
    await waitForSeal(tab.page)
    await tab.page.keyboard.press('Tab')
    expect(await focused(tab.page)).toBe('Skip to the text')
    await tab.page.keyboard.press('Enter')
    expect(await focused(tab.page)).toBe('main')
    expect(await place(tab.page)).toBe('#/block/41')
  })

  test.each([
    ['', 'Write a block number'],
    ['hello', 'is no block number, no tag and no hash'],
    [`0x${'a'.repeat(40)}`, 'is an address'],
    ['<img src=x onerror=alert(1)>', 'is no block number'],
  ])('%j is refused in a sentence', async (text, sentence) => {
    await using tab = await at.open(`#/none`)
    await tab.page.fill('#look-up', text)
    await tab.page.press('#look-up', 'Enter')
    await tab.page.waitForSelector('#look-up-complaint:not(:empty)')
    expect(await tab.page.textContent('#look-up-complaint')).toContain(sentence)
    expect(tab.faults).toEqual([])
  })

  test.each([
    ['1 000', '#/block/1000'],
    ['0x29', '#/block/41'],
    ['LATEST', '#/block/latest'],
    ['ab'.repeat(32), `#/tx/0x${'ab'.repeat(32)}`],
  ])('%j leads to %s', async (text, hash) => {
    await using tab = await at.open(`#/none`)
    await tab.page.fill('#look-up', text)
    await tab.page.press('#look-up', 'Enter')
    await waitFor(tab.page, hash)
    expect(tab.faults).toEqual([])
  })
})
