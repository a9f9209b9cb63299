import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Bench } from '../tools/bench.ts'

const methods = `
export const transaction = (hash) => client.getTransaction(hash)
export const receipt = (hash) => client.getTransactionReceipt(hash)
export const block = (number) => client.getBlock(number)`

const calls = `
    export const transaction = (hash) => client.getTransaction(hash)
    export const receipt = (hash) => client.getReceipt(hash)
    export const block = (number) => client.getBlock(number)`

/** The same program of three calls with each library, as its documentation has it. */
const programs: Readonly<Record<string, string>> = {
  'fetch alone, nothing checked': `
    const ask = async (method, params) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const headers = { 'content-type': 'application/json' }
      const reply = await (await fetch('http://127.0.0.1:8545', { method: 'POST', headers, body })).json()
      if (reply.error) throw new Error(reply.error.message)
      return reply.result
    }
    export const transaction = (hash) => ask('eth_getTransactionByHash', [hash])
    export const receipt = (hash) => ask('eth_getTransactionReceipt', [hash])
    export const block = (number) => ask('eth_getBlockByNumber', [number, false])`,
  '**@lectern/client**': `
    import { createClient } from '@lectern/client'
    const client = createClient('http://127.0.0.1:8545')
    ${calls}`,
  '**@lectern/client, every answer proven** (`verifier`, level full)': `
    import { createClient } from '@lectern/client'
    import { verifier } from '@lectern/client/verify'
    const client = createClient({ transport: 'http://127.0.0.1:8545', verify: verifier({ level: 'full', trust: 'none' }) })
    ${calls}`,
  '**the same, by the proofs of a Lectern, and the senders too** (`serverProofs`, `sender`)': `
    import { createClient } from '@lectern/client'
    import { serverProofs, verifier } from '@lectern/client/verify'
    import { sender } from '@lectern/client/verify/sender'
    const verify = verifier({ level: 'full', trust: 'none', sender, proofs: serverProofs() })
    const client = createClient({ transport: 'http://127.0.0.1:8545', verify })
    ${calls}`,
  'viem, its actions one by one': `
    import { createClient, http } from 'viem'
    import { getBlock, getTransaction, getTransactionReceipt } from 'viem/actions'
    const client = createClient({ transport: http('http://127.0.0.1:8545') })
    export const transaction = (hash) => getTransaction(client, { hash })
    export const receipt = (hash) => getTransactionReceipt(client, { hash })
    export const block = (blockNumber) => getBlock(client, { blockNumber })`,
  'viem, `createPublicClient`': `
    import { createPublicClient, http } from 'viem'
    const client = createPublicClient({ transport: http('http://127.0.0.1:8545') })
    export const transaction = (hash) => client.getTransaction({ hash })
    export const receipt = (hash) => client.getTransactionReceipt({ hash })
    export const block = (blockNumber) => client.getBlock({ blockNumber })`,
  ox: `
    import { RpcTransport, Transaction, TransactionReceipt, Block } from 'ox'
    const client = RpcTransport.fromHttp('http://127.0.0.1:8545')
    const ask = (method, params) => client.request({ method, params })
    export const transaction = async (hash) => Transaction.fromRpc(await ask('eth_getTransactionByHash', [hash]))
    export const receipt = async (hash) => TransactionReceipt.fromRpc(await ask('eth_getTransactionReceipt', [hash]))
    export const block = async (number) => Block.fromRpc(await ask('eth_getBlockByNumber', [number, false]))`,
  'ethers, `JsonRpcProvider`': `
    import { JsonRpcProvider } from 'ethers'
    const client = new JsonRpcProvider('http://127.0.0.1:8545')${methods}`,
  'web3, `new Web3(url).eth`': `
    import { Web3 } from 'web3'
    const client = new Web3('http://127.0.0.1:8545').eth${methods}`,
}

/** Measures a program of three calls with each library, the smallest first. */
export const bench: Bench = {
  flags: {},
  async run() {
    const rows: [string, number][] = []
    for (const [title, code] of Object.entries(programs)) rows.push([title, await measureBundle(code)])
    rows.sort(([, one], [, other]) => one - other)
    return { head: ['three calls with', 'gzipped, bytes'], rows }
  },
}

/** Returns the bytes of a program, bundled for browsers and minified by esbuild, then gzipped at level 9. */
export async function measureBundle(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    external: ['node:*'],
    define: { global: 'globalThis' },
    logLevel: 'error',
    legalComments: 'none',
  })
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length
}
