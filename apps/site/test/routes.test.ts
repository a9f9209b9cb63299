import { sample } from '@lectern/fixtures'
import { expect, test } from 'vitest'
import { waitForSeal } from './browser.ts'
import { showTime } from '../src/document/text.ts'
import { inBrowser } from './in-browser.ts'
import { sampleStatus, tell } from './server.ts'

const block = tell('eth_getBlockByNumber', ['0x29', true]) as { transactions: { hash: string }[] }
const { hash } = block.transactions[0]!

inBrowser((at) => {
  test.each([
    ['block', '#/block/41', 'Block 41'],
    ['block by its tag', '#/block/latest', `Block ${sample.headNumber} latest`],
    ['transaction', `#/tx/${hash}`, `Transaction 0x${hash.slice(2, 10)}…${hash.slice(-8)}`],
    ['receipt', `#/receipt/${hash}`, `Receipt 0x${hash.slice(2, 10)}…${hash.slice(-8)}`],
  ])('a %s is shown, and each of its members is proven', async (_, place, title) => {
    await using tab = await at.open(place)
    expect(await waitForSeal(tab.page)).toBe('self-consistent')
    expect((await tab.page.textContent('h1'))!.replaceAll(/\s+/g, ' ').trim()).toBe(title)
    expect(await tab.page.locator('.member.proven').count()).toBeGreaterThan(10)
    expect(await tab.page.locator('.member:not(.proven)').allTextContents()).toEqual([])
    expect(tab.faults).toEqual([])
  })

  test('a hash that is no transaction is looked up as a block, and leads to its number', async () => {
    await using tab = await at.open('')
    const { page } = tab
    for (const number of ['0x29', '0x1']) {
      const { hash } = tell('eth_getBlockByNumber', [number, false]) as { hash: string }
      await page.fill('#look-up', hash)
      await page.press('#look-up', 'Enter')
      await page.waitForURL(new RegExp(`#/block/${Number(number)}$`))
      expect(await waitForSeal(page)).toBe('self-consistent')
    }
    await page.evaluate(`location.hash = '#/tx/0x${'77'.repeat(32)}'`)
    await page.waitForSelector('.missing')
    expect(await page.textContent('.missing')).toContain(
      'The node has no such transaction, and says of no block that it has this hash.',
    )
    expect(tab.faults).toEqual([])
  })

  test('a picture leads from the hash of a block to each of its lists', async () => {
    await using tab = await at.open('#/block/65')
    const { page } = tab
    await waitForSeal(page)
    const ends = await page.locator('.path .end .title').allTextContents()
    expect(ends).toEqual(['block hash', '12 transactions', '1 withdrawal', 'no uncles'])
    expect(await page.textContent('.path figcaption')).toContain(
      'names 12 transactions, 1 withdrawal, and no uncles',
    )
    await page.evaluate(`location.hash = '#/block/1'`) // before withdrawals
    await page.waitForFunction(() => document.querySelector('h1')?.textContent?.includes('Block 1'))
    await waitForSeal(page)
    expect(await page.locator('.path .end').count()).toBe(3)
    expect(tab.faults).toEqual([])
  })

  test('the first page lists the newest blocks, and says what is stored', async () => {
    await using tab = await at.open('')
    await tab.page.waitForSelector('.contents li:nth-child(12)')
    expect(await tab.page.textContent('.contents li')).toContain(String(sample.headNumber))
    expect(await tab.page.textContent('.facts')).toContain('7357')
    expect(tab.faults).toEqual([])
  })

  test('the status page shows what the server says of itself', async () => {
    await using tab = await at.open(`#/status`)
    await tab.page.waitForSelector('.levels li')
    expect(await tab.page.textContent('.levels')).toContain(`0 to ${sample.headNumber}: stated`)
    const text = (await tab.page.textContent('.facts'))!.replaceAll(/\s+/g, ' ')
    expect(text).toContain(showTime(BigInt((sampleStatus['head'] as { time: number }).time)))
    expect(text).toContain('blob prices')
    expect(text).toMatch(/3\s338\s477 from/)
    expect(tab.faults).toEqual([])
  })

  test('the status page says what each level of trust means, and shows one that it does not know', async () => {
    const named = [
      'stated',
      'accumulator',
      'historical-roots',
      'summaries',
      'sync-committee',
      'unknown',
      'nothing',
    ]
    const levels = [...named, 'a new one'].map((level, from) => ({ from, to: from, level }))
    at.site.change({ status: { ...sampleStatus, levels } })
    await using tab = await at.open('#/status')
    await tab.page.waitForSelector('.levels li')
    expect(await tab.page.locator('.levels li').count()).toBe(levels.length)
    expect(await tab.page.locator('.levels small').count()).toBe(named.length)
    at.site.change({})
    expect(tab.faults).toEqual([])
  })

  test.each([
    [`#/block/${sample.headNumber + 1}`, 'The node has no such block.'],
    [
      `#/tx/0x${'1'.repeat(64)}`,
      'The node has no such transaction, and says of no block that it has this hash.',
    ],
    ['#/tx/0x12', 'There is no transaction 0x12 here.'],
    ['#/nowhere/%E0%A4%A', 'There is no #/nowhere/%E0%A4%A here.'],
  ])('%s says that there is nothing to read', async (place, sentence) => {
    await using tab = await at.open(place)
    await tab.page.waitForSelector('.missing')
    expect(await tab.page.textContent('.missing')).toContain(sentence)
    expect(tab.faults).toEqual([])
  })
})
