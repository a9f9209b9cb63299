import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromHex, toHex } from '@lectern/chain'
import { corpus, describeCorpus, sample } from '@lectern/fixtures'
import { needs } from '@lectern/fixtures/needs'
import { afterAll, expect, test } from 'vitest'
import { readBlocks, writeTemporary } from './chain-file.ts'
import { MemoryStore } from './memory-store.ts'
import { digestAnswers } from './store-digest.ts'
import { readGenesis } from '../src/execution/genesis.ts'
import { compactStore } from '../src/import/compact-store.ts'
import { importChain } from '../src/import/import-chain.ts'
import { openEmbeddedStore } from '../src/store/embedded/store.ts'
import type { Forkchoice } from '../src/import/trust.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-'))
afterAll(() => rmSync(folder, { recursive: true }))

// Folder, number, genesis hash, head hash and the number of the finalized block that its headfcu.json names, all from the corpus' own table. The longest takes 5 CPU seconds, the others 7.
// oxfmt-ignore
const chains = [
  ['execution-apis/tests', 54, '0x44fd89d504659cd58f48f4796b77a7e7012cf296a2409afa2f6c3cb99b5b3d99', '0xd226371d0b1551adb03fb52b71f08e3e11247fe9b1af994768af8cdaa8e7dcd7', 54],
  ['chains/hive-sync-3000', 3000, '0x1508e7d0f2ef7cd7ab5cb462696e50628103d94c0cf2b648a7cb8980c5ba22c7', '0xd4a8090b9de16baae99540d32b02b4d970428fb1d07b4ea200bc6bb7894034a0', 2950],
  ['chains/hive-devp2p-3000', 3000, '0xd6f7972e854d4d7812fca9f911e9a1c1db3b89e2650a25b7782a1d8972ced000', '0x08b44ea00a0898751b1561439f7355138dba4561b0f2a5470b6b2daf890585c9', undefined],
  ['chains/hive-graphql-34', 34, '0xf8f01382f5636d02edac7fff679a6feb7a572d37a395daaab77938feb6fe217f', '0x4859ea10d276f6df988eabd48a02e0696cfd3deb769d2a5e0e416a5f3191028a', undefined],
  ['chains/geth-ethtest-600', 600, '0xbd6a252af394d80904c5993b859574bd4669642cea00a116970ec7887db67533', '0x44e3809c9a3cda717f00aea3a9da336d149612c8d5657fbc0028176ef8d94d2a', 600],
  ['chains/amsterdam-75', 75, '0x060e8d942bede601f1f3fcc7b624e536ef96970efd27f56a1bf32a2ce65aa382', '0x1b4c0970be194dcf9e8881e1e1a019217314bbe36a67e8269a25b90e192783b9', 75],
  ['chains/mainnet-1000', 999, '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3', '0xc31b362e591aa07faa977dbc492ae43cd47eef291920435153bbbf3acaf2fc2f', undefined],
] as const

for (const [name, number, genesisHash, head, finalized] of chains) {
  describeCorpus(name, name, (path) => {
    const isLong = name === 'chains/hive-sync-3000'
    test(
      `${number} blocks are executed, verified and stored up to the head that the corpus names`,
      {
        timeout: 1_200_000,
        ...needs('CI=true, since it is long', !isLong || Boolean(process.env['CI'])),
      },
      async () => {
        const source = `${path}/chain.rlp`
        const genesis = await readGenesis(
          corpus(`${name}/genesis.json`) ?? corpus('genesis/mainnet.json.gz')!,
        )
        expect(toHex(genesis.chain.genesisHash)).toBe(genesisHash)
        const datadir = join(folder, name.replace('/', '-'))
        await using store = await openEmbeddedStore(datadir, { chain: genesis.chain })
        const said =
          finalized === undefined ? { head: fromHex(head) } : readForkchoice(`${path}/headfcu.json`)
        await importChain({ store, source, genesis, ...said })
        expect(store.head).toMatchObject({ number: BigInt(number), hash: fromHex(head), lowest: 0n })
        expect(store.head!.anchor).toEqual({ number: BigInt(number), hash: fromHex(head), grounds: 'stated' })
        expect(store.head).toMatchObject({ safe: BigInt(number), finalized: BigInt(finalized ?? number) })
        const again = await importChain({ store, source, genesis, head: fromHex(head) })
        expect(again).toMatchObject({ added: 0, stored: number + 1 })
        const digests = new Set<string>()
        for (const hot of [number + 1, 20, 0]) {
          await compactStore(store, { hot, onProgress: ({ left }) => expect(left).toBeLessThan(number) })
          await using reader = await openEmbeddedStore(datadir, { readOnly: true, renderedBytes: 0 })
          digests.add((await digestAnswers(reader)).digest)
        }
        expect(digests.size).toBe(1)
      },
    )
  })
}

function readForkchoice(path: string): Forkchoice {
  const { params } = JSON.parse(readFileSync(path, 'utf8')) as { params: [Record<string, `0x${string}`>] }
  const [head, safe, finalized] = ['head', 'safe', 'finalized'].map((name) =>
    fromHex(params[0][`${name}BlockHash`]!),
  )
  return { head: head!, safe: safe!, finalized: finalized! }
}

/** Returns the error of a file under the sample's genesis and head, and how many blocks were stored. */
const refuse = async (source: string) => {
  const store = new MemoryStore()
  const importing = importChain({ store, source, genesis: sample.genesis, head: fromHex(sample.head) })
  const error = await importing.catch((caught: unknown) => caught)
  return { error, stored: store.blocks.length }
}

describeCorpus('execution-apis/tests', 'blocks of a foreign chain', (path) => {
  test('are refused from the first', async () => {
    expect(await refuse(`${path}/chain.rlp`)).toMatchObject({ error: { code: 'genesis' }, stored: 0 })
  })

  test('are refused where they take over', async () => {
    const [ours, theirs] = [readBlocks(sample.chain), readBlocks(`${path}/chain.rlp`)]
    const { error, stored } = await refuse(
      writeTemporary(Buffer.concat([...ours.slice(0, 20), ...theirs.slice(20)])),
    )
    expect(error).toMatchObject({
      code: 'parent',
      message: expect.stringMatching(
        /^block 21 \(\w+\): its parentHash is 0x[\da-f]{64}, but block 20 is 0x/,
      ),
    })
    expect(stored).toBe(20)
  })
})
