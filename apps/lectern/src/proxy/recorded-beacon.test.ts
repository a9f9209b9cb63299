import { decodeHeader, encodeHeader, hashHeader, parseChainConfig, toHex, useEngine } from '@lectern/chain'
import { genesisConfigs, readRecords } from '@lectern/chain/testing'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { ClientError, type Transport } from '@lectern/client'
import { answersOf } from '@lectern/client/testing'
import { blobPrices } from '@lectern/client/verify'
import { beacon, serverHistory } from '@lectern/client/verify/beacon'
import {
  beaconRoot,
  decodeBootstrap,
  decodeUpdate,
  encodeBlockProof,
  forkAt,
  lightClientTypes,
  networks,
} from '@lectern/consensus'
import { fromHex, readMainnetObjects, readYaml } from '@lectern/consensus/testing/vectors'
import { corpus, describeCorpus } from '@lectern/fixtures'
import { listHistoricalRoots, readMainnetRoots } from '@lectern/history/testing'
import { expect, test } from 'vitest'
import { proveTransport } from './prove-transport.ts'

useEngine(await loadWasmEngine())

const { mainnet } = networks
const fork = forkAt(mainnet, 6_718_368n) // of the recorded checkpoint
const types = lightClientTypes(fork, mainnet.preset)
type Json = { readonly [member: string]: any }

/** A block of mainnet, the last before Capella. */
const number = 17_034_869
const quantity = `0x${number.toString(16)}`
const bounds = { signal: new AbortController().signal, deadline: Infinity }

/** The recorded responses of a beacon API, by the ends of their paths; and the trust in what they sign. */
function trustRecorded(folder: string) {
  const objects = readMainnetObjects(`${folder}/beacon_chain/light_client`, fork.name)
  const bootstrap = decodeBootstrap(mainnet, fork.name, objects.bootstrap)
  const finality = decodeUpdate(mainnet, 'finalityUpdate', fork.name, objects.finalityUpdate)
  const optimistic = decodeUpdate(mainnet, 'optimisticUpdate', fork.name, objects.optimisticUpdate)
  const responses: readonly (readonly [path: string, data: unknown])[] = [
    ['/bootstrap/', types.bootstrap.toJson(bootstrap)],
    ['/finality_update', types.finalityUpdate.toJson(finality as never)],
    ['/optimistic_update', types.optimisticUpdate.toJson(optimistic as never)],
  ]
  const answer = async (address: unknown): Promise<Response> => {
    const [, data] = responses.find(([path]) => String(address).includes(path)) ?? []
    return Response.json(data ? { version: fork.name, data } : [])
  }
  return beacon({
    api: 'http://beacon.test',
    checkpoint: toHex(beaconRoot(bootstrap.header.beacon)),
    now: () => Number(mainnet.genesisTime) + 12 * Number(finality.signatureSlot),
    fetch: answer as typeof fetch,
    history: serverHistory({
      findHistory: async (_origin, of) => (of === quantity ? proofOf(folder) : undefined),
    }),
  })
}

/** The proof that the block is in the beacon chain's historical roots. */
function proofOf(folder: string): Json {
  const path = `${folder}/history/headers_with_proof/block_proofs_bellatrix/beacon_block_proof-${number}.yaml`
  const yaml = readYaml<Json>(path)
  const proof = {
    beaconBlockProof: yaml['beacon_block_proof'].map(fromHex),
    beaconBlockRoot: fromHex(yaml['beacon_block_root']),
    executionBlockProof: yaml['execution_block_proof'].map(fromHex),
    slot: BigInt(yaml['slot']),
  }
  const { roots, branch } = listHistoricalRoots(readMainnetRoots())
  const period = Number(proof.slot / 8_192n)
  return {
    kind: 'historicalRoots',
    headers: [],
    root: toHex(roots[period]!),
    branch: branch(period).map((node) => toHex(node)),
    proof: toHex(encodeBlockProof({ kind: 'historicalRoots', proof }, mainnet.preset)),
  }
}

const findRecord = (blocks: string) =>
  [...readRecords(blocks, 'mainnet')].find((each) => each.number === BigInt(number))!

/** A node that has the block alone. */
function nodeOf(blocks: string, lie: (result: Json) => Json = (result) => result): Transport {
  const { hashes, whole, transactions, receipts } = answersOf(
    findRecord(blocks),
    parseChainConfig(genesisConfigs['mainnet']!),
  )
  return async ({ method, params: [name, isFull] }) => {
    const find = (list: readonly object[], member: string) =>
      list.find((each) => (each as Json)[member] === name)
    const results: { readonly [method: string]: () => unknown } = {
      eth_getBlockByNumber: () => (name === quantity ? (isFull ? whole : hashes) : null),
      eth_getBlockReceipts: () => (name === quantity ? receipts.map((each) => lie(each)) : null),
      eth_getTransactionByHash: () => find(transactions, 'hash') ?? null,
      eth_getTransactionReceipt: () => find(receipts, 'transactionHash') ?? null,
    }
    if (!results[method]) throw new ClientError('METHOD_NOT_FOUND', method)
    return { result: structuredClone(results[method]()), url: 'http://node.test' }
  }
}

describeCorpus('consensus/portal/mainnet', 'the beacon chain of mainnet as it was recorded', (folder) => {
  const blocks = corpus('blocks')!
  const trust = trustRecorded(folder)
  const blobs = blobPrices(genesisConfigs['mainnet']!)
  const call = (node: Transport, method: string, ...params: readonly unknown[]) =>
    proveTransport(node, { trust, blobs })({ method, params }, bounds)

  test('proves a block of mainnet from the signatures of a sync committee, with all its receipts', async () => {
    const node = nodeOf(blocks)
    const { result: whole } = await node({ method: 'eth_getBlockByNumber', params: [quantity, true] }, bounds)
    const { transactions } = whole as { transactions: Json[] }
    expect((await call(node, 'eth_getBlockByNumber', quantity, true)).result).toEqual(whole)
    const { result: receipts } = await call(node, 'eth_getBlockReceipts', quantity)
    expect(receipts).toHaveLength(93)
    const { hash } = transactions[92]!
    expect((await call(node, 'eth_getTransactionByHash', hash)).result).toEqual(transactions[92])
    expect((await call(node, 'eth_getTransactionReceipt', hash)).result).toEqual((receipts as Json[])[92])
  })

  test('refuses a receipt that is not of that block, and a block that the proof is not of', async () => {
    const liar = nodeOf(blocks, (receipt) => ({
      ...receipt,
      status: receipt['status'] === '0x1' ? '0x0' : '0x1',
    }))
    await expect(call(liar, 'eth_getBlockReceipts', quantity)).rejects.toMatchObject({
      check: 'receiptsRoot',
    })
    const node = nodeOf(blocks)
    const header = encodeHeader({ ...decodeHeader(findRecord(blocks).header), mixHash: new Uint8Array(32) })
    const other: Transport = async (...asked) => {
      const { result, url } = await node(...asked)
      const text = JSON.stringify(result).replaceAll((result as Json)['hash'], toHex(hashHeader(header)))
      return { result: { ...JSON.parse(text), mixHash: `0x${'00'.repeat(32)}` }, url }
    }
    await expect(call(other, 'eth_getBlockByNumber', quantity, false)).rejects.toMatchObject({
      code: 'UNVERIFIED',
      message: expect.stringContaining('Block 17034869 is not in the'),
    })
  })
})
