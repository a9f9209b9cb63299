import { makeTestChain } from '@lectern/follow/testing'
import { openStore } from '@lectern/history'
import { expect, test } from 'vitest'
import { lectern, serve, temporaryFolder } from './command.ts'
import { askLatest, until } from './questions.ts'

/** Blocks of mainnet's density: transactions of 322 bytes and receipts of 329 without their blooms, 1.74 logs each. */
const chain = makeTestChain(24, 240)
const newest = chain.blocks.length - 1
const { identity } = chain

/** A folder with the first blocks of the chain. */
async function prepare(count: number): Promise<string> {
  const datadir = temporaryFolder()
  await using store = await openStore(datadir, { chain: identity })
  await store.commit({ blocks: chain.blocks.slice(0, count) })
  return datadir
}

const send = async (url: string, method: string, ...params: unknown[]) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  return await (await fetch(url, { method: 'POST', headers, body })).text()
}

test('Lectern follows Lectern, both with their defaults, over blocks of mainnet’s density', async () => {
  const { url } = await serve(['--datadir', await prepare(newest + 1)])
  const datadir = await prepare(1)
  const once = await lectern(['follow', url, '--datadir', datadir, '--once'])
  expect(once.code, once.stderr + once.stdout).toBe(0)
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).toMatch(/method="eth_getBlockReceipts"[^}]*\} [1-9]/)
  expect(metrics.match(/method="eth_getTransactionReceipt"[^}]*\} [0-9]+/)?.[0] ?? ' 1').toMatch(/ [01]$/) // the probe
  const { url: second } = await serve(['--datadir', datadir])
  for (const { number } of chain.blocks) {
    const name = `0x${number.toString(16)}`
    for (const [method, ...more] of [['eth_getBlockReceipts'], ['eth_getBlockByNumber', true]] as const)
      expect(await send(second, method, name, ...more)).toBe(await send(url, method, name, ...more))
  }
})

test('serve --follow follows another Lectern, and says that it is not syncing', async () => {
  const { url } = await serve(['--datadir', await prepare(newest + 1)])
  const { url: second } = await serve(['--datadir', await prepare(1), '--follow', url])
  await until(
    () => askLatest(second),
    (number) => number === newest,
  )
  expect(await send(second, 'eth_syncing')).toBe('{"jsonrpc":"2.0","id":1,"result":false}')
})
