import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import {
  applyUpdate,
  bootstrapFromJson,
  executionBlock,
  networkFromConfig,
  startLightClient,
  updateFromJson,
} from '@lectern/consensus'
import { expect, test } from 'vitest'
import { serveBeacon } from './beacon-server.ts'
import { inventExecutions, simulateBeacon, simulatedNetwork } from './simulation.ts'
import { fromHex, toHex } from './vectors.ts'

const simulation = simulateBeacon(simulatedNetwork(), inventExecutions(200))
const { network } = simulation

const read = async (url: string) => (await (await fetch(url)).json()) as Record<string, unknown>

/** The light client after all that a beacon server has. */
async function sync(url: string, slot: bigint, checkpoint: string) {
  const { data: values } = await read(`${url}/eth/v1/config/spec`)
  const { data: genesis } = await read(`${url}/eth/v1/beacon/genesis`)
  const { genesis_time, genesis_validators_root } = genesis as Record<string, string>
  const of = networkFromConfig(values as Record<string, unknown>, {
    genesisTime: BigInt(genesis_time!),
    genesisValidatorsRoot: fromHex(genesis_validators_root!),
  })
  const path = `${url}/eth/v1/beacon/light_client`
  const bootstrap = bootstrapFromJson(of, await read(`${path}/bootstrap/${checkpoint}`))
  let client = startLightClient(of, fromHex(checkpoint), bootstrap, { slot })
  for (const json of (await read(`${path}/updates?start_period=0&count=9`)) as unknown as unknown[])
    client = applyUpdate(client, updateFromJson(of, 'update', json), { slot })
  client = applyUpdate(client, updateFromJson(of, 'finalityUpdate', await read(`${path}/finality_update`)), {
    slot,
  })
  return client
}

test('a light client that knows a checkpoint alone follows the server, by its own config', async () => {
  await using server = await serveBeacon(simulation)
  const client = await sync(server.url, 199n, toHex(simulation.root(8n)))
  expect(client.network).toEqual(network)
  expect(executionBlock(client.finalized)).toEqual({
    hash: inventExecutions(200)[176]!.blockHash,
    number: 176n,
  })
  const optimistic = await read(`${server.url}/eth/v1/beacon/light_client/optimistic_update`)
  expect(updateFromJson(network, 'optimisticUpdate', optimistic).attestedHeader.beacon.slot).toBe(198n)
})

test('blocks and checkpoints are found by their names, and else there is 404', async () => {
  await using server = await serveBeacon(simulation)
  const rootOf = async (id: string) =>
    ((await read(`${server.url}/eth/v1/beacon/blocks/${id}/root`))['data'] as { root: string } | undefined)
      ?.root
  for (const [id, slot] of [
    ['head', 199n],
    ['genesis', 0n],
    ['finalized', 176n],
    ['64', 64n],
    [toHex(simulation.root(5n)), 5n],
  ] as const)
    expect(await rootOf(id)).toBe(toHex(simulation.root(slot)))
  expect(await rootOf('200')).toBeUndefined()
  const { data } = await read(`${server.url}/eth/v1/beacon/states/head/finality_checkpoints`)
  expect(data).toMatchObject({ finalized: { epoch: '22', root: toHex(simulation.root(176n)) } })
  for (const path of [
    '/eth/v1/beacon/light_client/bootstrap/0x12',
    `/eth/v1/beacon/light_client/bootstrap/0x${'12'.repeat(32)}`,
    '/',
  ])
    expect((await fetch(server.url + path)).status).toBe(404)
})

test('what is altered is sent instead, and what is asked is written down', async () => {
  await using server = await serveBeacon(simulation, { alter: (path) => ({ status: 503, body: { path } }) })
  const response = await fetch(`${server.url}/eth/v1/config/spec?x=1`)
  expect([response.status, await response.json()]).toEqual([503, { path: '/eth/v1/config/spec' }])
  expect(server.asked).toEqual(['/eth/v1/config/spec?x=1'])
})

const hashOf = (number: number) => toHex(inventExecutions(number + 1)[number]!.blockHash)

test('the command serves a beacon over an execution node, and follows its new blocks', async () => {
  let head = 20
  const node = createServer(async (request, response) => {
    const { params } = (await new Response(request as unknown as ReadableStream).json()) as {
      params: [string]
    }
    const number = params[0] === 'latest' ? head : Number(params[0])
    const result =
      number > head ? null : { hash: hashOf(number), number: `0x${number.toString(16)}`, timestamp: '0x1' }
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const rpc = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  const main = fileURLToPath(new URL('beacon.ts', import.meta.url))
  const child = spawn(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    main,
    '--rpc',
    rpc,
    '--port',
    '0',
  ])
  try {
    let text = ''
    for await (const chunk of child.stdout) if (/Checkpoint: .*\n/.test((text += String(chunk)))) break
    const [, url, checkpoint] = /Beacon API: (\S+)\nCheckpoint: (\S+)/.exec(text)!
    const slot = BigInt(100_000)
    expect(executionBlock((await sync(url!, slot, checkpoint!)).finalized)?.number).toBe(8n)
    head = 60
    await expect
      .poll(async () => executionBlock((await sync(url!, slot, checkpoint!)).finalized), { timeout: 50_000 })
      .toEqual({ number: 43n, hash: fromHex(hashOf(43)) })
  } finally {
    child.kill()
    node.closeAllConnections()
    node.close()
  }
})
