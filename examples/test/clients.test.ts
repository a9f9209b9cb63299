import { readFileSync } from 'node:fs'
import { describeCorpus, sample } from '@lectern/fixtures'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, ReadBlock } from '../clients/reading.ts'
import { compare, createDifferences } from './differences.ts'
import { expectations } from './expectations.ts'
import { type Reader, readers } from './readers.ts'
import { type ChainFiles, serveChain } from './serve-chain.ts'

test('each program of clients/ is run here', () => {
  expect(readers.map(({ client }) => client)).toEqual(Object.keys(expectations))
})

describe('the sample chain', () => {
  readAll(sample, { blocks: sample.headNumber + 1, transactions: sample.transactions }, true)
})

describe('the lines of docs/clients.md', () => {
  let served: Awaited<ReturnType<typeof serveChain>>
  beforeAll(async () => void (served = await serveChain()))
  afterAll(() => served[Symbol.asyncDispose]())
  const page = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8')

  // Those in TypeScript are run by snippets.test.ts.
  test.for([
    ['py', 'web3py'],
    ['go', 'ethclient'],
  ])('in %s print the head of the chain', { timeout: 2_000_000 }, async ([language, client], { skip }) => {
    const reader = await prepareOrSkip(
      readers.find((each) => each.client === client)!,
      skip,
    )
    const lines = page
      .matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))
      .map(([, code]) => code!)
    const printed = lines.map((code) =>
      reader.runLines!(code.replaceAll('http://127.0.0.1:8545', served.url)),
    )
    expect(await Promise.all(printed)).toEqual([expect.stringContaining(`block ${sample.headNumber}`)])
  })
})

describeCorpus('execution-apis/tests', 'the official chain', (folder) => {
  const files = {
    chain: `${folder}/chain.rlp`,
    genesis: `${folder}/genesis.json`,
    head: `${folder}/headfcu.json`,
  }
  readAll(files, { blocks: 55, transactions: 249 })
})

function readAll(
  files: ChainFiles,
  counts: { blocks: number; transactions: number },
  hasAmsterdam = false,
): void {
  let served: Awaited<ReturnType<typeof serveChain>>
  beforeAll(async () => void (served = await serveChain(files)))
  afterAll(() => served[Symbol.asyncDispose]())

  const title =
    '$client decodes each block, transaction and receipt as they are served, and computes the same hashes'
  test.for(readers)(title, { timeout: 2_000_000 }, async (reader, { skip }) => {
    await prepareOrSkip(reader, skip)
    const { computes, lacks, lacksOfAmsterdam = [] } = expectations[reader.client]!
    const result = await readChain(reader, served.url)
    expect(result).toEqual({
      ...counts,
      differences: [],
      computed: computes.toSorted(),
      added: [],
      missing: [...lacks, ...(hasAmsterdam ? lacksOfAmsterdam : [])].toSorted(),
    })
  })
}

/** Returns a reader that is ready, or skips the test and says why. */
async function prepareOrSkip(reader: Reader, skip: (note: string) => never): Promise<Reader> {
  const reason = await reader.prepare()
  if (reason === undefined) return reader
  console.warn(`Skipped: ${reader.client} is not run here, since ${reason}.`)
  return skip(reason)
}

/** Reads a chain with a client, and compares what it decoded and computed with what the server's own JSON says. */
async function readChain(reader: Reader, url: string): Promise<object> {
  const [decoded, computed] = [createDifferences(), createDifferences()]
  let [blocks, transactions] = [0, 0]
  for await (const reading of reader.read(url)) {
    if (!('block' in reading)) {
      compare({ ...reading }, await askChain(url), 'chain', decoded)
      continue
    }
    const facts = await askBlock(url, blocks)
    compare(reading.block, facts.block, 'block', decoded)
    compare(reading.byHash, facts.byHash, 'block', decoded)
    compare(reading.transactions, facts.transactions, 'transactions', decoded)
    compare(reading.receipts, facts.receipts, 'receipts', decoded)
    compare({ ...reading.computed }, { block: facts.byHash, transactions: facts.transactions }, '', computed)
    blocks++
    transactions += reading.transactions.length
  }
  return {
    blocks,
    transactions,
    differences: [...decoded.unequal, ...computed.unequal],
    computed: namesOf(computed.equal),
    added: namesOf(decoded.added),
    missing: namesOf(decoded.missing),
  }
}

/** Paths in order; a transaction is one whether alone or in its block. */
const namesOf = (paths: Set<string>): string[] =>
  [...new Set([...paths].map((path) => path.replace('block.transactions[].', 'transactions[].')))].toSorted()

async function call(url: string, method: string, ...params: unknown[]): Promise<Json> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body })
  return ((await response.json()) as { result: Json }).result
}

async function askChain(url: string): Promise<Json> {
  return {
    chainId: await call(url, 'eth_chainId'),
    blockNumber: await call(url, 'eth_blockNumber'),
    networkId: await call(url, 'net_version'),
    clientVersion: await call(url, 'web3_clientVersion'),
  }
}

async function askBlock(url: string, number: number): Promise<Omit<ReadBlock, 'computed'>> {
  const quantity = `0x${number.toString(16)}`
  const byHash = (await call(url, 'eth_getBlockByNumber', quantity, false)) as { transactions: string[] }
  const each = (method: string) => Promise.all(byHash.transactions.map((hash) => call(url, method, hash)))
  return {
    byHash,
    block: await call(url, 'eth_getBlockByNumber', quantity, true),
    transactions: await each('eth_getTransactionByHash'),
    receipts: await each('eth_getTransactionReceipt'),
  }
}
