import { expect, test } from 'vitest'
import { waitForSeal } from './browser.ts'
import { inBrowser } from './in-browser.ts'
import { tell } from './server.ts'

interface Block {
  readonly number: string
  readonly transactions: readonly { readonly hash: string }[]
  readonly withdrawals?: readonly unknown[]
  readonly uncles: readonly unknown[]
}
const blocks = Array.from(
  { length: 66 },
  (_, number) => tell('eth_getBlockByNumber', [`0x${number.toString(16)}`, true]) as unknown as Block,
)
/** One block of each kind of picture, by what its boxes say. */
const kinds = new Map(
  blocks.map(({ number, transactions, withdrawals, uncles }) => [
    [transactions, withdrawals, uncles].map((list) => list && Math.min(list.length, 2)).join(),
    Number(number),
  ]),
)
const { hash } = blocks
  .toSorted((a, b) => b.transactions.length - a.transactions.length)[0]!
  .transactions.at(-1)!

/** The texts of pictures that are wider than their box, or than the picture where they stand in none. */
const readOverflow = `[...document.querySelectorAll('.path svg text')].flatMap((text) => {
  const box = text.closest('.box')?.querySelector('rect') ?? text.closest('svg')
  const [inner, outer] = [text, box].map((each) => each.getBoundingClientRect())
  const room = Math.min(inner.left - outer.left, outer.right - inner.right)
  return room < 0 ? [text.textContent + ': ' + room.toFixed(1)] : []
})`

inBrowser((at) => {
  test.each([360, 768, 1280])('at %i px each text of a picture is inside its box', async (width) => {
    expect(kinds.size).toBeGreaterThan(4)
    const places = [...kinds.values()].map((number) => `#/block/${number}`)
    for (const place of [...places, `#/tx/${hash}`, `#/receipt/${hash}`]) {
      await using tab = await at.open(place, { viewport: { width, height: 900 } })
      await waitForSeal(tab.page)
      await tab.page.waitForSelector('.path svg')
      await tab.page.evaluate(
        'document.fonts.ready.then(() => new Promise(requestAnimationFrame)).then(() => {})',
      )
      expect(await tab.page.locator('.path svg text').count()).toBeGreaterThan(4)
      expect(await tab.page.evaluate(readOverflow), place).toEqual([])
    }
  })
})
