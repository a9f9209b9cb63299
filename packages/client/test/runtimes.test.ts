import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { blob, withUncles } from './report.ts'
import { genesisConfig, origin, sampleProofs, truthOf } from './sample-node.ts'

const program = `
import { createClient, failover, http, strictShape, bigints } from '@lectern/client'
import { toEip1193 } from '@lectern/client/eip1193'
import { agreement, blobPrices, serverProofs, tracePath, verifier } from '@lectern/client/verify'
import { sender } from '@lectern/client/verify/sender'
import { beacon } from '@lectern/client/verify/beacon'

globalThis.run = async (receipt, block, config) => {
  const url = '${origin}'
  const transport = failover(['http://away.test', http(url, { batchItems: 50 })])
  const blobs = blobPrices(config)
  const byBlock = verifier({ level: 'full', sender, blobs, trace: tracePath, trust: agreement([url]) })
  const byProof = verifier({ level: 'full', trust: 'none', sender, blobs, proofs: serverProofs() })
  const found = []
  for (const verify of [byBlock, byProof]) {
    const client = createClient({ transport, verify, validate: strictShape, decode: bigints })
    found.push(...(await Promise.all([client.getReceipt(receipt), client.getReceipt(receipt), client.getBlock(block)])))
  }
  const chainId = await toEip1193(createClient(url)).request({ method: 'eth_chainId' })
  const trust = beacon({ api: url, checkpoint: '0x' + '12'.repeat(32) })
  const untrusted = await createClient({ transport: url, verify: verifier({ level: 'full', trust }) })
    .getBlock(block)
    .catch(({ code }) => code)
  const controller = new AbortController()
  const aborted = createClient('http://slow.test').getBlock(block, { signal: controller.signal }).catch(({ name, message }) => name + ': ' + message)
  controller.abort()
  return JSON.stringify([found.map(({ transactionHash, hash }) => transactionHash ?? hash), chainId, untrusted, await aborted])
}`

/** Removes the members of built-in objects that are newer than ES2022. */
const newer = `
const drop = (object, ...names) => names.forEach((name) => delete object[name])
for (const { prototype } of [Array, Object.getPrototypeOf(Uint8Array)])
  drop(prototype, 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with')
drop(Array, 'fromAsync')
drop(Object, 'groupBy')
drop(Map, 'groupBy')
drop(Map.prototype, 'getOrInsert', 'getOrInsertComputed')
drop(WeakMap.prototype, 'getOrInsert', 'getOrInsertComputed')
drop(Promise, 'withResolvers', 'try')
drop(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom')
drop(String.prototype, 'isWellFormed', 'toWellFormed')
drop(RegExp, 'escape')
drop(Error, 'isError')
drop(Uint8Array, 'fromHex', 'fromBase64')
drop(Uint8Array.prototype, 'toHex', 'toBase64', 'setFromHex', 'setFromBase64')
drop(ArrayBuffer.prototype, 'transfer', 'transferToFixedLength', 'resize')
drop(globalThis, 'Iterator', 'WebAssembly', 'SharedArrayBuffer')`

/** React Native's: without a reason, throwIfAborted, any and timeout. */
class Signal extends EventTarget {
  aborted = false
}
class Controller {
  readonly signal = new Signal()
  abort(): void {
    if (this.signal.aborted) return
    this.signal.aborted = true
    this.signal.dispatchEvent(new Event('abort'))
  }
}

/** An URL without canParse. */
class Address {
  readonly href: string
  readonly origin: string
  readonly protocol: string
  constructor(address: string) {
    ;({ href: this.href, origin: this.origin, protocol: this.protocol } = new URL(String(address)))
  }
}

/** React Native's fetch: its responses have no stream. */
async function fetch(address: string, { body }: { readonly body?: string }): Promise<unknown> {
  if (address.startsWith('http://away')) throw new TypeError('Network request failed')
  if (address.startsWith('http://slow')) return await new Promise(() => {})
  const { status, headers, text } = await give(address, body)
  return { status, headers, text: async () => text }
}

const proofs = sampleProofs()
async function give(
  address: string,
  body?: string,
): Promise<{ status: number; headers: Headers; text: string }> {
  const headers = new Headers()
  if (!body) {
    const response = await proofs(address)
    return { status: response.status, headers, text: await response.text() }
  }
  const asked: unknown = JSON.parse(body)
  return {
    status: 200,
    headers,
    text: JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)),
  }
}

const answer = ({ id, method, params }: any): object => ({
  jsonrpc: '2.0',
  id,
  result: method === 'eth_chainId' ? '0x1' : truthOf(method, params),
})

test('a runtime as old as React Native’s, with nothing that came after ES2022, runs every part of the client', async () => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  })
  const context = createContext({
    AbortController: Controller,
    clearTimeout,
    fetch,
    Headers,
    queueMicrotask,
    setTimeout,
    TextEncoder,
    URL: Address,
  })
  runInContext(newer, context)
  runInContext(outputFiles[0]!.text, context)
  const [receipt, block] = [blob.params[0] as string, withUncles.params[0] as string]
  const run = context['run'] as (...params: unknown[]) => Promise<string>
  const found = [receipt, receipt, withUncles.result['hash']]
  expect(JSON.parse(await run(receipt, block, genesisConfig))).toEqual([
    [...found, ...found],
    '0x1',
    'HTTP_ERROR',
    'AbortError: The call was aborted.',
  ])
})
