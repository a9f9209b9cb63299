import { ChainError, parseChainConfig, useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { describeCorpus } from '@lectern/fixtures'
import type { MethodName } from '@lectern/spec'
import { expect, test } from 'vitest'
import { genesisConfigs, networks, readRecords } from '@lectern/chain/testing'
import { type Answers, answersOf } from './real-blocks.ts'
import { blobPrices, type Report, verifier, type VerifierOptions } from '../src/verify/index.ts'
import { sender } from '../src/verify/sender.ts'

useEngine(await loadWasmEngine()) // noble would take 1.3 ms a sender, this takes 0.09

/** Receipts and transactions are asked for one by one, each with its full block: some of each block. All of them (LECTERN_PER_BLOCK=Infinity) take half an hour. */
const perBlock: number = Number(process.env['LECTERN_PER_BLOCK'] ?? 3)

/** Verifies an answer, with a node that has the rest of the block. */
async function report(
  options: Partial<VerifierOptions>,
  answers: Answers,
  method: MethodName,
  params: readonly unknown[],
  result: object,
): Promise<Report> {
  const verify = verifier({ level: 'full', trust: 'none', ...options })
  return await verify({ method, params }, { result }, async (method, [name]) => {
    if (method === 'eth_getBlockByNumber') return answers.whole ?? null
    const at = answers.transactions.findIndex((json) => (json as { hash: string }).hash === name)
    return answers.receipts[at] ?? null
  })
}

/** Some of a list: the first, the last and others between. */
function some<T>(list: readonly T[]): T[] {
  const step = Math.max(1, Math.ceil((list.length - 1) / (perBlock - 1)))
  return list.filter((_, index) => index % step === 0 || index === list.length - 1)
}

describeCorpus('blocks', 'real blocks', (folder) => {
  test.each(Object.entries(genesisConfigs))(
    'of %s verify, each answer with all that it says',
    { timeout: 3_600_000 },
    async (network, config) => {
      const counts = { hash: 0, blocks: 0, transactions: 0, receipts: 0 }
      const full = { level: 'full', sender, blobs: blobPrices(config) } as const
      for (const record of readRecords(folder, network)) {
        const answers = answersOf(record, parseChainConfig(config))
        const number = `0x${record.number.toString(16)}`
        const hashes = answers.whole ? answers.hashes : { ...answers.hashes, transactions: [record.hash] } // the corpus has only its header
        counts.hash++
        const { proven } = await report(
          { level: 'hash' },
          answers,
          'eth_getBlockByNumber',
          [number, false],
          hashes,
        )
        expect(proven.length).toBeGreaterThan(15)
        const { whole, transactions, receipts } = answers
        if (!whole) continue
        counts.blocks++
        const uncles = record.uncles!.length > 0 ? ['/size', '/uncles'] : []
        for (const [isWhole, block] of [
          [false, answers.hashes],
          [true, whole],
        ] as const) {
          const { unproven, unsupported } = await report(
            full,
            answers,
            'eth_getBlockByNumber',
            [number, isWhole],
            block,
          )
          expect({ unproven, unsupported }).toEqual({ unproven: uncles, unsupported: [] })
        }
        counts.transactions += transactions.length // each is in the full block
        for (const transaction of some(transactions)) {
          const json = transaction as { hash: string }
          const { unproven, unsupported } = await report(
            full,
            answers,
            'eth_getTransactionByHash',
            [json.hash],
            json,
          )
          expect({ unproven, unsupported }).toEqual({ unproven: [], unsupported: [] })
        }
        for (const receipt of some(receipts)) {
          counts.receipts++
          const json = receipt as { transactionHash: string }
          const { unproven, unsupported } = await report(
            full,
            answers,
            'eth_getTransactionReceipt',
            [json.transactionHash],
            json,
          )
          expect({ unproven, unsupported }).toEqual({ unproven: [], unsupported: [] })
        }
      }
      expect(counts.blocks).toBeGreaterThan(2)
    },
  )

  test(
    'of other chains break nothing, and nothing of an unknown type is called proven',
    { timeout: 600_000 },
    async () => {
      const seen = { answers: 0, unsupported: 0, unreadable: 0 }
      for (const network of networks(folder).filter((name) => !(name in genesisConfigs)))
        for (const record of readRecords(folder, network)) {
          const answers = orUnreadable(() => answersOf(record, undefined))
          if (!answers) {
            seen.unreadable++
            continue
          }
          const isUnknown = record.transactions?.some((bytes) => bytes[0]! > 4 && bytes[0]! < 0xc0) ?? false
          const level = answers.whole ? 'full' : 'hash'
          for (const [method, params, json] of questionsOf(record, answers)) {
            if (level === 'hash' && method === 'eth_getTransactionReceipt') continue // refused
            const { proven, unsupported } = await report({ level, sender }, answers, method, params, json)
            seen.answers++
            if (level === 'hash') continue
            expect(unsupported.length > 0).toBe(isUnknown)
            if (!isUnknown) continue
            seen.unsupported++
            const open = new Set([
              '/transactions',
              '/size',
              '/blockHash',
              '/transactionIndex',
              '/status',
              '/gasUsed',
            ])
            const isBlock = method === 'eth_getBlockByNumber'
            expect(proven.filter((name) => open.has(name) && !(isBlock && name === '/gasUsed'))).toEqual([])
          }
        }
      expect(seen.answers).toBeGreaterThan(200)
      expect(seen.unsupported).toBeGreaterThan(30)
      expect(seen.unreadable).toBe(2) // made up by somebody, with a hash for excessBlobGas
    },
  )
})

/** Each question that a block's answers answer. */
function* questionsOf(
  { number }: { number: bigint },
  { hashes, whole, transactions, receipts }: Answers,
): Generator<[MethodName, readonly unknown[], object]> {
  const name = `0x${number.toString(16)}`
  yield ['eth_getBlockByNumber', [name, false], hashes]
  if (whole) yield ['eth_getBlockByNumber', [name, true], whole]
  for (const json of some(transactions))
    yield ['eth_getTransactionByHash', [(json as { hash: string }).hash], json]
  for (const json of some(receipts))
    yield ['eth_getTransactionReceipt', [(json as { transactionHash: string }).transactionHash], json]
}

function orUnreadable<V>(read: () => V): V | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ChainError && error.check === 'header') return undefined
    throw error
  }
}
