import { readFileSync, writeFileSync } from 'node:fs'
import {
  decodeHeader,
  encodeHeader,
  hashHeader,
  type Header,
  orderedTrieRoot,
  splitBlock,
  toHex,
} from '@lectern/chain'
import {
  blockSize,
  concatBytes,
  encodeBlock,
  encodeRlp,
  fromVerification,
  rlpLength,
  splitHeader,
  toQuantity,
} from '@lectern/chain/internal'
import { createClient } from '@lectern/client'
import { verifier } from '@lectern/client/verify'
import { sample } from '@lectern/fixtures'
import { importChain, openStore, readGenesis } from '@lectern/history'
import { MemoryStore } from '@lectern/history/testing'
import { createServerOptions, jsonRpc as serveMethods } from '@lectern/server'
import type { Companions, Methods } from '@lectern/spec'
import Fastify from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { importSample, lectern, serve, temporaryFolder } from './command.ts'

type Json = Record<string, any>

/** The changes of an invented fork to the block after the sample's head: header, transactions, and their JSON. */
interface Invention {
  readonly named: RegExp
  readonly header?: Partial<Header>
  readonly members?: Json
  readonly transactions?: readonly Uint8Array[]
  readonly receipts?: readonly Uint8Array[]
  readonly transaction?: Json
}

const root = new Uint8Array(32).fill(0xab)
const payload = encodeRlp([Uint8Array.of(1)])
const gas = Uint8Array.of(0x52, 0x08)
const receipt = encodeRlp([Uint8Array.of(1), gas, new Uint8Array(256), []])

const inventions: Readonly<Record<string, Invention>> = {
  "a header's field": {
    named: /0xabab|inventedRoot/,
    header: { unknown: [encodeRlp(root)] },
    members: { inventedRoot: toHex(root) },
  },
  'a transaction type': {
    named: /the type 0x3f/,
    transactions: [concatBytes([Uint8Array.of(0x3f), payload])],
    receipts: [concatBytes([Uint8Array.of(0x3f), receipt])],
    transaction: { type: '0x3f', inventedList: ['0x1'] },
  },
}

const isNeeded = /a newer Lectern is needed/
const isBlame = /blamed|refuted|is not asked for/

describe.each(Object.entries(inventions))('an invented fork with %s', (_, invention) => {
  test('stops a follower, which blames nobody', async () => {
    const { url } = await serveNext(invention)
    const args = ['follow', url, '--once', '--genesis', sample.genesis, '--datadir', temporaryFolder()]
    const { code, stderr } = await lectern(args)
    expect(code, stderr).toBe(1)
    expect(stderr).toMatch(/^lectern: The chain has blocks that cannot be verified here\. /)
    expect(stderr).toMatch(invention.named)
    expect(stderr).toMatch(isNeeded)
    expect(stderr).not.toMatch(isBlame)
  })

  test('stops an import by execution and one of JSON lines, and both say so', async () => {
    const { rlp, line } = makeNext(invention)
    const [folder, datadir] = [temporaryFolder(), temporaryFolder()]
    writeFileSync(`${folder}/chain.rlp`, Buffer.concat([readFileSync(sample.chain), rlp]))
    writeFileSync(`${folder}/next.jsonl`, `${JSON.stringify(line)}\n`)
    await lectern(importSample(datadir))
    for (const source of ['chain.rlp', 'next.jsonl']) {
      const args = ['import', `${folder}/${source}`, '--genesis', sample.genesis, '--datadir', datadir]
      const { code, stderr } = await lectern(args)
      expect(code, stderr).not.toBe(0)
      expect(stderr).toMatch(invention.named)
      expect(stderr).toMatch(isNeeded)
    }
  })

  test('stops a verification of a store that a newer Lectern wrote, which is not called damaged', async () => {
    const datadir = temporaryFolder()
    await lectern(importSample(datadir))
    await storeNext(invention, datadir)
    const { code, stdout, stderr } = await lectern(['verify', '--datadir', datadir])
    expect(code, stderr).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^lectern: The store has a fork that is not known here: block \d+: /)
    expect(stderr).toMatch(invention.named)
    expect(stderr).toMatch(isNeeded)
    expect(stderr).not.toMatch(/damaged|wrong|Not verified/)
  })

  test('is not judged by conform, which fails nothing', async () => {
    const { url } = await serveNext(invention)
    const { code, stdout } = await lectern(['conform', url, '--reporter', 'json', '--skip', 'example/*'])
    const { results, summary } = JSON.parse(stdout) as { results: Json[]; summary: Json }
    expect(results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)).toEqual([])
    expect(summary['failed']).toBe(0)
    expect(code).toBe(0)
    expect(results.map(({ reason }) => reason).join('\n')).toContain('not judged: unknown fork')
  })

  test('is listed as unsupported by the client', async () => {
    const { url, block } = await serveNext(invention)
    const client = createClient({ transport: url, verify: verifier({ level: 'full', trust: 'none' }) })
    const { report } = await client.proven.getBlock(block['number'], { transactions: true })
    const { unsupported } = report
    expect(unsupported.map(({ reason }) => reason).join()).toMatch(invention.named)
    expect(unsupported.map(({ reason }) => reason).join()).toMatch(isNeeded)
  })
})

test('blobs without a price in the config stop a follower, which blames nobody', async () => {
  const datadir = temporaryFolder()
  await lectern(importSample(datadir))
  const { url } = await serve(['--datadir', datadir])
  const genesis = JSON.parse(readFileSync(sample.genesis, 'utf8')) as { config: Json }
  for (const name of ['cancun', 'prague', 'osaka', 'bpo1', 'bpo2', 'amsterdam'])
    delete genesis.config[`${name}Time`]
  const file = `${temporaryFolder()}/genesis.json`
  writeFileSync(file, JSON.stringify(genesis))
  const args = ['follow', url, '--once', '--genesis', file, '--datadir', temporaryFolder()]
  const { code, stderr } = await lectern(args)
  expect(code, stderr).toBe(1)
  expect(stderr).toMatch(/^lectern: The chain has blocks that cannot be verified here\. /)
  expect(stderr).toMatch(/prices blobs, but no fork up to its time/)
  expect(stderr).not.toMatch(isBlame)
})

/** The block after the sample's head, as RLP and as nodes write it. */
function makeNext({ header: changes, members, transactions = [], receipts = [], transaction }: Invention): {
  readonly rlp: Uint8Array
  readonly line: { readonly block: Json; readonly receipts: Json[] }
} {
  const blocks = readFileSync(sample.chain)
  let at = 0
  let last = blocks.subarray(0)
  while (at < blocks.length) {
    last = blocks.subarray(at, at + lengthOf(blocks.subarray(at)))
    at += last.length
  }
  const parent = decodeHeader(splitHeader(last))
  const head: Header = {
    ...parent,
    parentHash: hashHeader(splitHeader(last)),
    number: parent.number + 1n,
    timestamp: parent.timestamp + 12n,
    transactionsRoot: orderedTrieRoot(transactions),
    receiptsRoot: orderedTrieRoot(receipts),
    withdrawalsRoot: orderedTrieRoot([]),
    logsBloom: new Uint8Array(256),
    gasUsed: 21_000n,
    blobGasUsed: 0n,
    slotNumber: parent.slotNumber! + 2n,
    ...changes,
  }
  const header = encodeHeader(head)
  const rlp = encodeBlock({ header, transactions, uncles: [], withdrawals: [] })
  const hash = toHex(hashHeader(header))
  const number = toQuantity(head.number)
  const { unknown: _, ...known } = head
  const context = { blockHash: hash, blockNumber: number, transactionIndex: '0x0' }
  const transactionHash = `0x${'55'.repeat(32)}`
  const sender = `0x${'66'.repeat(20)}`
  const block = {
    ...Object.fromEntries(
      Object.entries(known).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? toHex(value) : toQuantity(value as bigint),
      ]),
    ),
    ...members,
    hash,
    size: toQuantity(rlp.length),
    uncles: [],
    withdrawals: [],
    transactions: transactions.map(() => ({
      ...context,
      ...transaction,
      hash: transactionHash,
      from: sender,
    })),
  }
  const receiptJson = {
    ...context,
    transactionHash,
    type: '0x3f',
    status: '0x1',
    cumulativeGasUsed: '0x5208',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x7',
    contractAddress: null,
    from: sender,
    to: sender,
    logs: [],
    logsBloom: toHex(new Uint8Array(256)),
  }
  return { rlp, line: { block, receipts: receipts.map(() => receiptJson) } }
}

/** Stores that block after the sample's head, as a Lectern does that knows the fork. */
async function storeNext(invention: Invention, datadir: string): Promise<void> {
  const { rlp } = makeNext(invention)
  const { receipts = [] } = invention
  const raw = { ...splitBlock(rlp), receipts }
  const { number } = decodeHeader(raw.header)
  const transactions = new Uint8Array(64 * raw.transactions.length)
  const hash = hashHeader(raw.header)
  const verification = { number, hash, size: blockSize(raw), blobGasPrice: 1n, transactions }
  await using store = await openStore(datadir)
  await store.commit({ blocks: [fromVerification(raw, verification)] })
}

/** The length of the RLP list that bytes begin with. */
function lengthOf(bytes: Uint8Array): number {
  const size = bytes[0]! - 0xf7
  const length = Number(toHex(bytes.subarray(1, 1 + size)))
  return rlpLength(length)
}

/** A node over the sample chain, whose newest block is that of the invented fork. */
async function serveNext(invention: Invention): Promise<{ readonly url: string; readonly block: Json }> {
  const genesis = await readGenesis(sample.genesis)
  const store = new MemoryStore(genesis.chain)
  await importChain({ store, source: sample.chain, genesis })
  const stored = await store.snapshot()
  const { block, receipts } = makeNext(invention).line
  const [transaction] = block['transactions'] as Json[]
  const short = {
    ...block,
    transactions: (block['transactions'] as Json[]).map(({ hash }) => hash as string),
  }
  const read = (name: string, isWhole: boolean) =>
    ['latest', 'safe', 'finalized', block['number'], block['hash']].includes(name)
      ? ((isWhole ? block : short) as never)
      : undefined
  const methods: Methods & Partial<Companions> = {
    eth_getBlockByNumber: (name, isWhole) =>
      read(name, isWhole) ?? stored.eth_getBlockByNumber(name, isWhole),
    eth_getBlockByHash: (hash, isWhole) => read(hash, isWhole) ?? stored.eth_getBlockByHash(hash, isWhole),
    eth_getTransactionByHash: (hash) =>
      hash === transaction?.['hash'] ? (transaction as never) : stored.eth_getTransactionByHash(hash),
    eth_getTransactionReceipt: (hash) =>
      hash === transaction?.['hash'] ? (receipts[0] as never) : stored.eth_getTransactionReceipt(hash),
    eth_chainId: () => stored.eth_chainId(),
    eth_blockNumber: () => block['number'],
    eth_getUncleByBlockHashAndIndex: (hash, index) =>
      hash === block['hash'] ? null : stored.eth_getUncleByBlockHashAndIndex(hash, index),
  }
  const app = Fastify(createServerOptions())
  await app.register(serveMethods, { methods })
  onTestFinished(() => app.close())
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), block }
}
