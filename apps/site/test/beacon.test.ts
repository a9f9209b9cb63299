import { gzipSync } from 'node:zlib'
import { readdirSync, readFileSync } from 'node:fs'
import {
  type BeaconResponse,
  serveBeacon,
  simulateBeacon,
  simulatedNetwork,
  toConfigFile,
} from '@lectern/consensus/testing'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTab, waitForSeal } from './browser.ts'
import { inBrowser } from './in-browser.ts'
import { dist, sampleStatus, serveSite, tell } from './server.ts'

/** Hashes of the sample chain, by number. */
const head = (sampleStatus['head'] as { number: number }).number
const hashes = Array.from(
  { length: head + 1 },
  (_, number) => (tell('eth_getBlockByNumber', [`0x${number.toString(16)}`, false]) as { hash: string }).hash,
)
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex.slice(2), 'hex'))
const toHex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`

/** A beacon chain over blocks of these hashes, whose last slot is now. */
function simulate(blocks: readonly string[]) {
  const genesisTime = BigInt(Math.floor(Date.now() / 1_000) - (blocks.length + 1) * 6)
  const network = simulatedNetwork({ fulu: 0 }, { genesisTime })
  const simulation = simulateBeacon(
    network,
    blocks.map((hash, number) => ({ blockHash: bytesOf(hash), blockNumber: BigInt(number) })),
  )
  return { simulation, config: toConfigFile(network), checkpoint: toHex(simulation.root(16n)) }
}

/** Says what is trusted: a checkpoint alone, of a network of one's own. */
async function trust(
  page: Page,
  fields: { checkpoint: string; urls: string; config: string },
): Promise<string> {
  await page.getByLabel('what Ethereum’s validators signed').check()
  await page.getByLabel('checkpoint', { exact: true }).fill(fields.checkpoint)
  await page.getByLabel('beacon nodes, one a line').fill(fields.urls)
  await page.getByText('a network of your own').click()
  await page.getByLabel('its config.yaml').fill(fields.config)
  await page.getByRole('button', { name: 'Prove again' }).click()
  return await waitForSeal(page)
}

const receipt = tell('eth_getTransactionReceipt', [
  (tell('eth_getBlockByNumber', ['0x29', true]) as { transactions: { hash: string }[] }).transactions[0]!
    .hash,
]) as { transactionHash: string; gasUsed: string }
const place = `#/receipt/${receipt.transactionHash}`
const forged = `0x${'ab'.repeat(32)}`

/** A false status: everything that the server vouches for, and the number of its chain. */
const lyingStatus = {
  ...sampleStatus,
  chainId: '1',
  anchor: { number: 3, hash: forged, grounds: 'summaries' },
  safe: { number: 3, hash: forged },
  finalized: { number: 3, hash: forged },
  beacon: { api: ['http://127.0.0.1:1/', 7] },
}

test('the light client is in a thread and a part of the page of their own, loaded when it is chosen', () => {
  const assets = readdirSync(`${dist('served')}/assets`)
  const sizes = (pattern: RegExp) =>
    assets
      .filter((name) => pattern.test(name))
      .map((name) => gzipSync(readFileSync(`${dist('served')}/assets/${name}`), { level: 9 }).length)
  const [thread, ...others] = sizes(/^beacon-worker-.*\.js$/)
  expect(others).toEqual([])
  expect(thread).toBeGreaterThan(30_000)
  expect(thread).toBeLessThanOrEqual(64_000)
  expect(sizes(/^beacon-fields-.*\.js$/)).toHaveLength(1)
  expect(readFileSync(`${dist('served')}/sw.js`, 'utf8')).not.toContain('beacon-worker')
})

/** A finality update says that one member more had not signed. */
function forgeSignature(path: string, response: BeaconResponse): BeaconResponse {
  const { body } = structuredClone(response) as { body: any }
  if (path.includes('finality')) body.data.sync_aggregate.sync_committee_bits = '0xfeffffff'
  return { ...response, body }
}

inBrowser((at) => {
  test('a receipt is proven from a checkpoint alone, by a server that lies about everything else', async () => {
    const { simulation, config, checkpoint } = simulate(hashes)
    await using node = await serveBeacon(simulation)
    // Blocks above that of the receipt are true headers; which of them are final, and what the chain is, the server does not say truly.
    await using site = await serveSite({ build: 'static', status: lyingStatus })
    await using tab = await openTab(at.browser, `${site.url}${place}`)
    const loaded: string[] = []
    tab.page.on('request', (request) => loaded.push(request.url()))
    expect(await waitForSeal(tab.page)).toBe('self-consistent')
    const isLoaded = () => loaded.some((url) => url.includes('beacon-worker'))
    expect(isLoaded()).toBe(false)
    expect(await trust(tab.page, { checkpoint, urls: node.url, config })).toBe('anchored')
    expect(isLoaded()).toBe(true)
    const seal = (await tab.page.textContent('.seal'))!
    expect(seal).toContain(
      `32 of 32 signed slot ${head - 1} as attested, from the checkpoint ${checkpoint.slice(0, 8)}`,
    )
    expect(seal).toContain(`an ancestor of block ${head - 1}`)
    expect(node.asked[0]).toContain(checkpoint)
    expect(tab.faults).toEqual([])

    // The same light client proves the next page: the beacon node is not asked for a bootstrap again.
    await tab.page.evaluate(`location.hash = '#/block/50'`)
    await tab.page.waitForSelector('h1 .number')
    expect(await waitForSeal(tab.page)).toBe('anchored')
    expect(node.asked.filter((path) => path.includes('bootstrap'))).toHaveLength(1)
  })

  test.each<[name: string, lie: (method: string, params: readonly unknown[]) => unknown]>([
    [
      'another amount of gas',
      (method) => (method === 'eth_getTransactionReceipt' ? { ...receipt, gasUsed: '0x1' } : undefined),
    ],
    [
      'a header between that is of another block',
      (method, [name, whole]) =>
        method === 'eth_getBlockByNumber' && name === '0x30' && whole === false
          ? { ...(tell(method, ['0x30', false]) as object), gasUsed: '0x1' }
          : undefined,
    ],
    [
      'the header of another block for each one between',
      (method, [name, whole]) =>
        method === 'eth_getBlockByNumber' && whole === false && name !== '0x29'
          ? { ...(tell(method, ['0x2', false]) as object), number: name }
          : undefined,
    ],
  ])('%s is refuted', async (_, result) => {
    const { simulation, config, checkpoint } = simulate(hashes)
    await using node = await serveBeacon(simulation)
    await using site = await serveSite({ build: 'static', status: lyingStatus, result })
    await using tab = await openTab(at.browser, `${site.url}${place}`)
    await waitForSeal(tab.page)
    expect(await trust(tab.page, { checkpoint, urls: node.url, config })).toBe('refuted')
  })

  test('a whole chain that fits together, but that no committee signed, is refuted', async () => {
    const { simulation, config, checkpoint } = simulate(hashes.map((hash) => hash.replace(/..$/, '00')))
    await using node = await serveBeacon(simulation)
    await using site = await serveSite({ build: 'static' })
    await using tab = await openTab(at.browser, `${site.url}${place}`)
    expect(await waitForSeal(tab.page)).toBe('self-consistent')
    expect(await trust(tab.page, { checkpoint, urls: node.url, config })).toBe('refuted')
    expect(await tab.page.textContent('.seal')).toContain('but the trusted chain has')
  })

  test('a beacon node that forges a signature proves nothing, and one that is silent neither', async () => {
    const { simulation, config, checkpoint } = simulate(hashes)
    await using liar = await serveBeacon(simulation, { alter: forgeSignature })
    await using site = await serveSite({ build: 'static' })
    await using tab = await openTab(at.browser, `${site.url}${place}`)
    await waitForSeal(tab.page)
    expect(await trust(tab.page, { checkpoint, urls: liar.url, config })).toBe('refuted')
    expect(await tab.page.textContent('.seal')).toContain('is not signed by the 31 members that it names')
    await tab.page.getByLabel('beacon nodes, one a line').fill('http://127.0.0.1:1')
    await tab.page.getByRole('button', { name: 'Prove again' }).click()
    expect(await waitForSeal(tab.page)).toBe('open')
  })

  test('the server’s beacon nodes are offered, never a checkpoint; what is missing or malformed is said', async () => {
    const beacon = { api: ['http://127.0.0.1:9/', 7] }
    await using site = await serveSite({ build: 'static', status: { ...sampleStatus, beacon } })
    await using tab = await openTab(at.browser, `${site.url}#/block/50`)
    const { page } = tab
    await waitForSeal(page)
    await page.getByLabel('what Ethereum’s validators signed').check()
    expect(await page.getByLabel('beacon nodes, one a line').inputValue()).toBe('http://127.0.0.1:9/')
    expect(await page.getByLabel('checkpoint', { exact: true }).inputValue()).toBe('')
    const complaint = async () => {
      await page.getByRole('button', { name: 'Prove again' }).click()
      return await page.textContent('.trust .complaint')
    }
    expect(await complaint()).toBe('The checkpoint must be 0x and 64 hex digits.')
    await page.getByLabel('checkpoint', { exact: true }).fill(`0x${'12'.repeat(32)}`)
    await page.getByLabel('beacon nodes, one a line').fill('')
    expect(await complaint()).toBe('Name a beacon node.')
    await page.getByLabel('beacon nodes, one a line').fill('http://127.0.0.1:9/')
    await complaint()
    expect(await waitForSeal(page)).toBe('open')
    expect(await page.textContent('.seal')).toContain('The beacon chain of chain 7357 is not built in')
    expect(tab.faults).toEqual([])
  })
})
