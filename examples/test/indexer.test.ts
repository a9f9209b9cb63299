import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '@lectern/fixtures'
import { needsLiveNodes, startAnvil } from '@lectern/follow/testing'
import { Contract, ContractFactory, JsonRpcProvider, NonceManager, Wallet } from 'ethers'
import { expect, test } from 'vitest'
import { abi, bytecode, key } from '../dapps/contract.ts'
import { explainFailure } from './readers.ts'
import { serveNode } from './serve-chain.ts'

const folder = fileURLToPath(new URL('../indexer/', import.meta.url))

/** Runs ponder over an endpoint; yields its table each time that it has indexed blocks. */
async function* index(rpc: string, contract: string): AsyncGenerator<Row[], never> {
  const database = await mkdtemp(`${tmpdir()}/lectern-indexer-`)
  const port = `${await freePort()}`
  const args = [
    'start',
    '--schema',
    'public',
    '--hostname',
    '127.0.0.1',
    '--port',
    port,
    '--log-format',
    'json',
  ]
  const child = spawn(`${folder}node_modules/.bin/ponder`, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, RPC: rpc, CONTRACT: contract, DATABASE: database, PONDER_TELEMETRY_DISABLED: '1' },
  })
  const closed = once(child, 'close')
  try {
    for await (const line of createInterface(child.stdout)) {
      const { msg } = JSON.parse(line) as { msg: string }
      if (/^(Indexed block|Started live)/.test(msg)) yield readTable(`http://127.0.0.1:${port}/graphql`)
    }
    throw new Error('ponder ended.')
  } finally {
    child.kill('SIGKILL')
    await closed
    await rm(database, { recursive: true })
  }
}

type Row = { readonly [column: string]: string }

async function readTable(url: string): Promise<Row[]> {
  const query = '{ storeds(orderBy: "id") { items { id block number time transaction from fee value } } }'
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) })
  const { data } = (await response.json()) as { data: { storeds: { items: Row[] } } }
  return data.storeds.items
}

test(
  'ponder indexes a contract through Lectern, past blocks and new ones: its table is that of the node alone',
  { timeout: 2_000_000, ...needsLiveNodes },
  async ({ skip }) => {
    const reason = await explainFailure(['pnpm', 'install', '--frozen-lockfile'], folder)
    if (reason !== undefined) skip(reason)
    await using node = await startAnvil()
    await using served = await serveNode(node.url)
    const provider = new JsonRpcProvider(node.url)
    const wallet = new NonceManager(new Wallet(key, provider))
    const mine = (count: number) => node.ask('anvil_mine', `0x${count.toString(16)}`)
    const deploying = await new ContractFactory(abi, bytecode, wallet).deploy()
    const contract = new Contract(deploying.target, abi, wallet)
    const change = async (...values: readonly number[]) => {
      for (const value of values) await contract['set']!(value)
      await mine(1)
    }
    await change(1, 2, 3)
    await mine(70) // so that those are final to ponder
    await change(4)
    const indexers = [node.url, served.url].map((url) => index(url, String(contract.target)))
    const reach = (count: number) =>
      Promise.all(
        indexers.map(async (tables) => {
          for (;;) {
            const { value: table } = await tables.next()
            if (table.length === count) return table
          }
        }),
      )
    try {
      await reach(4)
      await change(5)
      const [direct, through] = await reach(5)
      expect(through).toEqual(direct)
      expect(direct!.map(({ number, value }) => [number, value])).toEqual([
        ['1', '1'],
        ['1', '2'],
        ['1', '3'],
        ['72', '4'],
        ['73', '5'],
      ])
    } finally {
      await Promise.all(indexers.map((tables) => tables.return(undefined as never)))
      provider.destroy()
    }
  },
)
