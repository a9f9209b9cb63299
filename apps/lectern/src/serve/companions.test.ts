import { companions } from '@lectern/spec'
import { sample } from '@lectern/fixtures'
import { expect, test } from 'vitest'
import { importSample, lectern, serve, temporaryFolder } from '../../test/command.ts'

/** A call's reply, or a batch's. */
async function send(url: string, calls: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  return await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(calls) })).json()
}

const call = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params })
const byHash = call('eth_getBlockByHash', sample.head, false)

test('companions are answered from the chain, the head and the version, with the fast lane and without it', async () => {
  const datadir = temporaryFolder()
  await lectern(importSample(datadir))
  const version = (await lectern(['--version'])).stdout.trim()
  const calls = [
    call('eth_chainId'),
    call('eth_blockNumber'),
    call('net_version'),
    call('web3_clientVersion'),
  ]
  const found = [
    '0x1cbd',
    `0x${sample.headNumber.toString(16)}`,
    '7357',
    `Lectern/v${version}/${process.platform}-${process.arch}/node${process.versions.node}`,
  ]
  for (const lane of ['on', 'off']) {
    const { url } = await serve(['--datadir', datadir, '--workers', '1', '--http.fastlane', lane])
    for (const [index, each] of calls.entries())
      expect(await send(url, each)).toEqual({ jsonrpc: '2.0', id: 1, result: found[index] })
    expect(await send(url, [...calls, { ...calls[0], params: undefined }])).toEqual(
      [...found, found[0]].map((result) => ({ jsonrpc: '2.0', id: 1, result })),
    )
    expect(await send(url, byHash)).toMatchObject({ result: { hash: sample.head } })
  }
})

test('--http.companions off serves the three methods and rpc.discover alone', async () => {
  const datadir = temporaryFolder()
  await lectern(importSample(datadir))
  const { url } = await serve(['--datadir', datadir, '--workers', '1', '--http.companions', 'off'])
  for (const name of Object.keys(companions))
    expect(await send(url, call(name))).toMatchObject({ error: { code: -32601 } })
  expect(await send(url, call('eth_getBlockByNumber', 'latest', false))).toMatchObject({
    result: { hash: sample.head },
  })
  expect(await send(url, call('rpc.discover'))).toMatchObject({ result: { openrpc: '1.3.2' } })
})
