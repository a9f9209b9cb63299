import { chosen, liesAbout } from '@lectern/client/testing/lies'
import { beforeAll, expect, test } from 'vitest'
import { type Tab, waitForSeal } from './browser.ts'
import { inBrowser } from './in-browser.ts'
import { tell } from './server.ts'

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

const block = tell('eth_getBlockByNumber', ['0x41', true]) as Record<string, unknown>

/** The members on the left page whose values are struck. */
const readStruck = `[...document.querySelectorAll('.verso s')].map((struck) => struck.closest('[data-member]')?.dataset.member)`

inBrowser((at) => {
  let tab: Tab
  beforeAll(async () => {
    tab = await at.open(`#/none`)
  })

  test('every member of a block, a transaction and a receipt is changed', () => {
    expect(lies.length).toBeGreaterThan(60)
  })

  test.each(Object.entries(places))(
    'each member of an answer of %s, changed in turn, is refuted, and it is the one that is struck',
    async (method, place) => {
      const { page } = tab
      const undetected: string[] = []
      for (const { lie, path, params } of lies.filter((one) => one.method === method)) {
        at.site.change({
          result: (asked, [name]) => (asked === method && name === params[0] ? lie : undefined),
        })
        await page.evaluate(`location.hash = '#/none'`)
        await page.waitForSelector('.missing')
        await page.evaluate(`location.hash = '#/${place}/${String(params[0])}'`)
        const seal = await waitForSeal(page)
        await page.waitForSelector('.verso s').catch(() => {}) // lines are drawn some at a time
        const struck = (await page.evaluate(readStruck)) as string[]
        const others = struck.filter((member) => !`${member}/`.startsWith(`${path}/`))
        if (seal !== 'refuted' || !struck.includes(path) || others.length > 0)
          undetected.push(`${path}: ${seal}, struck ${struck.join()}`)
      }
      expect(undetected).toEqual([])
      expect(tab.faults).toEqual([])
    },
  )

  test.each([
    ['has no other document', null],
    ['lies there too', { ...block, gasUsed: '0x1' }],
  ])('where the node %s of the hash, the hash is struck, and no member is proven', async (_, second) => {
    at.site.change({
      result: (asked) =>
        asked === 'eth_getBlockByHash'
          ? second
          : asked === 'eth_getBlockByNumber'
            ? { ...block, gasUsed: '0x1' }
            : undefined,
    })
    await using own = await at.open('#/block/65')
    expect(await waitForSeal(own.page)).toBe('refuted')
    expect(await own.page.evaluate(readStruck)).toEqual(['/hash'])
    expect(await own.page.locator('.member.proven').count()).toBe(0)
    expect(own.faults).toEqual([])
  })

  test('of a block with one lie, all other members are proven', async () => {
    at.site.change({
      result: (asked) => (asked === 'eth_getBlockByNumber' ? { ...block, gasUsed: '0x1' } : undefined),
    })
    await using own = await at.open('#/block/65')
    expect(await waitForSeal(own.page)).toBe('refuted')
    expect(await own.page.evaluate(readStruck)).toEqual(['/gasUsed'])
    expect(await own.page.locator('.member:not(.proven)').count()).toBe(1)
    expect(await own.page.locator('.path .end').count()).toBe(4)
    expect(own.faults).toEqual([])
  })

  test('an honest answer after a lie is proven again', async () => {
    const { method, params } = answers[0]!
    at.site.change({})
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
