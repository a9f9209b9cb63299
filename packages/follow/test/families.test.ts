import { families } from '@lectern/chain/families'
import { compareJson, readRecorded } from '@lectern/chain/testing'
import { describeCorpus } from '@lectern/fixtures'
import { type ChainIdentity, rulesOf, useFastEngine, verifyHistory } from '@lectern/history'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askIdentity } from '../src/index.ts'
import { follow, temporaryStore, until } from './following.ts'
import { type JsonBlock, relink, startRecordedNode } from './recorded-node.ts'

await useFastEngine()

type Json = Record<string, any>

const read = (bytes: unknown): Json => JSON.parse(Buffer.from(bytes as Uint8Array).toString())

/** A chain of one family: the recorded blocks of a network, which are linked anew. */
const chains = [
  ['OP Mainnet', 'op', 10, /^op(-legacy)?\/op-mainnet/],
  ['Base Goerli', 'op', 84_531, /^op\/base-goerli/],
  ['Polygon', 'polygon', 137, /^polygon\/polygon-pos/],
  ['Polygon Mumbai', 'polygon', 80_001, /^polygon\/polygon-mumbai/],
  ['Arbitrum One', 'arbitrum', 42_161, /^arb\/arbitrum-one/],
] as const

async function startNode(chainId: number, blocks: readonly JsonBlock[]) {
  const node = await startRecordedNode(chainId, blocks)
  onTestFinished(() => node[Symbol.asyncDispose]())
  return node
}

describeCorpus('l2', 'recorded blocks of other chains', (folder) => {
  const recorded = readRecorded(folder).filter(({ receipts }) => receipts)

  describe.each(chains)('%s', (_, family, chainId, pattern) => {
    const own = recorded.filter(({ name }) => pattern.test(name))
    const identity: ChainIdentity = {
      genesisHash: new Uint8Array(32),
      config: { chainId: BigInt(chainId), blobSchedule: [], family },
    }

    test.each(['as it was recorded', 'of number 0'])('is followed from a block %s', async (first) => {
      const chain = relink(own, families[family], first === 'of number 0' ? 0 : undefined)
      const node = await startNode(chainId, chain)
      const chosen = first === 'of number 0' ? await askIdentity([node.url]) : identity
      expect(rulesOf(chosen.config).name).toBe(family)
      const store = await temporaryStore(chosen)
      const from = BigInt(chain[0]!.block['number'] as string)
      const last = BigInt(chain.at(-1)!.block['number'] as string)
      const { lines, follower, stop } = follow({ store, urls: [node.url], from })
      await until(
        () => store.head?.finalized,
        (finalized) => finalized === last,
      )
      expect(follower.status().sources).toMatchObject([{ up: true, blamed: {} }])
      await stop()
      expect(lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
      for (const { block, receipts } of chain) {
        const number = block['number'] as `0x${string}`
        const written = {
          block: read(store.eth_getBlockByNumber(number, true)),
          receipts: read(store.eth_getBlockReceipts(number)),
        }
        const { lost } = compareJson({ block, receipts }, written)
        expect(lost.filter((path) => path !== '/block/totalDifficulty')).toEqual([])
      }
      const result = { number: last, blocks: chain.length }
      expect(await verifyHistory(store, { workers: 0 })).toMatchObject(result)
    })

    test('is refused with one number changed, and its node is blamed', async () => {
      const chain = relink(own, families[family], 0)
      const { block, receipts } = structuredClone(chain.at(-1)!) as { block: Json; receipts: Json[] }
      receipts[0]!['cumulativeGasUsed'] = '0x7'
      const node = await startNode(chainId, [...chain.slice(0, -1), { block, receipts }])
      const store = await temporaryStore(await askIdentity([node.url]))
      const { codes, stop } = follow({ store, urls: [node.url], once: true })
      await until(() => codes().includes('source-blamed'))
      await stop()
      expect(store.head?.number).not.toBe(BigInt(chain.length - 1))
    })
  })

  test('nodes of a family that is not known are of no chain, and none is blamed', async () => {
    for (const each of recorded.filter(({ name }) => /^(tempo|other\/stable)/.test(name))) {
      const node = await startNode(each.chainId, [each])
      await expect(askIdentity([node.url])).rejects.toThrow(
        `Chain ${each.chainId} is of no known family, so its blocks cannot be verified: its id is not listed`,
      )
    }
  })

  test('an Arbitrum block whose JSON lacks what its hash needs stops the follower, which names the member', async () => {
    const each = recorded.find(({ name }) => name.startsWith('arb/arbitrum-one'))!
    const [block] = relink([each], families.arbitrum, 0) as [JsonBlock]
    const json = structuredClone(block.block) as Json
    json['transactions'][0] = { ...json['transactions'][0], type: '0x69' }
    const node = await startNode(42_161, [{ ...block, block: json }])
    const store = await temporaryStore(await askIdentity([node.url]))
    const { ended, lines } = follow({ store, urls: [node.url], once: true })
    expect(await ended).toMatchObject({ exitCode: 1, message: expect.stringContaining('no requestId') })
    expect(lines.map(({ code }) => code)).not.toContain('source-blamed')
  })
})
