import { fromHex, toHex } from '@lectern/chain'
import { serveBeacon, simulateBeacon, simulatedNetwork, toConfigFile } from '@lectern/consensus/testing'
import { sample } from '@lectern/fixtures'
import { needsBrowser, startBrowser } from '@lectern/fixtures/browser'
import { openTab, waitForSeal } from '@lectern/site/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { importSample, lectern, serve, temporaryFolder } from './command.ts'
import { ask } from './questions.ts'

interface Block {
  readonly hash: `0x${string}`
  readonly transactions: readonly string[]
}

/** The blocks of a server, from 0 on. */
const readBlocks = (url: string): Promise<Block[]> =>
  Promise.all(
    Array.from({ length: sample.headNumber + 1 }, async (_, number) => {
      const response = await ask(url, 'eth_getBlockByNumber', [`0x${number.toString(16)}`, false])
      return ((await response.json()) as { result: Block }).result
    }),
  )

describe('in a browser', needsBrowser, () => {
  test('the page that lectern serve gives proves an old receipt from a checkpoint, by one request for its history', async () => {
    const datadir = temporaryFolder()
    await lectern(importSample(datadir))
    const { url: plain } = await serve(['--datadir', datadir, '--workers', '1'])
    const blocks = await readBlocks(plain)
    const genesisTime = BigInt(Math.floor(Date.now() / 1_000) - (blocks.length + 1) * 6)
    const network = simulatedNetwork({ fulu: 0 }, { genesisTime })
    const simulation = simulateBeacon(
      network,
      blocks.map(({ hash }, number) => ({ blockHash: fromHex(hash), blockNumber: BigInt(number) })),
    )
    await using node = await serveBeacon(simulation)
    const { url } = await serve(['--datadir', datadir, '--workers', '1', '--http.site-beacon', node.url])
    const browser = await startBrowser()
    onTestFinished(() => browser.close())
    const { transactions } = blocks.find((block, number) => number > 5 && block.transactions.length > 0)!
    await using tab = await openTab(browser, `${url}/#/receipt/${transactions[0]!}`)
    const { page, context, faults } = tab
    const asked: string[] = []
    context.on('request', (request) => asked.push(request.url()))
    expect(await waitForSeal(page)).toBe('self-consistent')
    await page.getByLabel('what Ethereum’s validators signed').check()
    expect(await page.getByLabel('beacon nodes, one a line').inputValue()).toBe(node.url)
    await page.getByLabel('checkpoint', { exact: true }).fill(toHex(simulation.root(16n)))
    await page.getByText('a network of your own').click()
    await page.getByLabel('its config.yaml').fill(toConfigFile(network))
    await page.getByRole('button', { name: 'Prove again' }).click()
    expect(await waitForSeal(page)).toBe('anchored')
    expect(await page.textContent('.seal')).toContain('32 of 32 signed slot')
    const isHeader = (path: string) => path === url || path === `${url}/`
    const history = asked.filter((path) => path.includes('/proof/history/'))
    expect(history).toEqual([expect.stringMatching(/\/proof\/history\/0x[0-9a-f]+\?to=0x[0-9a-f]+$/)])
    expect(asked.slice(asked.indexOf(history[0]!)).filter(isHeader)).toEqual([]) // no header is asked for by itself
    expect(faults).toEqual([])
  })
})
