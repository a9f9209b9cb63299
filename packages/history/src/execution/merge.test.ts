import { readFileSync } from 'node:fs'
import { decodeHeader, encodeHeader, hashHeader } from '@lectern/chain'
import { encodeList } from '@lectern/chain/internal'
import { sample } from '@lectern/fixtures'
import { describe, expect, test } from 'vitest'
import { readBlocks, writeTemporary } from '../../test/chain-file.ts'
import { openChain, findMerge } from './chain-rlp.ts'
import { type Genesis, parseGenesis } from './genesis.ts'

type Json = Record<string, any>
const original = () => JSON.parse(readFileSync(sample.genesis, 'utf8')) as Json
const edited = (edit: (config: Json) => void) => {
  const json = original()
  edit(json['config'] as Json)
  return parseGenesis(json)
}

const merge = async (edit: (config: Json) => void, chain = sample.chain) =>
  await findMerge(await edited(edit), chain)
const unsaid = (difficulty?: number | null) => (config: Json) => {
  delete config['mergeNetsplitBlock']
  if (difficulty !== undefined) config['terminalTotalDifficulty'] = difficulty
}

const netsplit = (block: number, difficulty?: number | null) => (config: Json) => {
  unsaid(difficulty)(config)
  config['mergeNetsplitBlock'] = block
}
const total = 4_597_952 // of blocks 0 to 34

/** The sample's first blocks, up to the last before Shanghai. */
const untilParis = () => writeTemporary(Buffer.concat(readBlocks(sample.chain).slice(0, 37)))

/** A chain of proof of stake from block 1: empty blocks, which leave the state as it is. */
const emptyBlocks = (genesis: Genesis, count: number) => {
  const blocks: Uint8Array[] = []
  let parent = genesis.block.header
  for (let i = 0; i < count; i++) {
    const { timestamp, baseFeePerGas, gasLimit, ...fields } = decodeHeader(parent)
    const header = encodeHeader({
      ...fields,
      parentHash: hashHeader(parent),
      difficulty: 0n,
      number: BigInt(i + 1),
      gasLimit,
      timestamp: timestamp + 12n,
      baseFeePerGas: baseFeePerGas! - baseFeePerGas! / 8n,
    })
    const lists = genesis.block.withdrawals ? 3 : 2 // transactions, uncles, withdrawals
    blocks.push(encodeList([header, ...Array<Uint8Array>(lists).fill(encodeList([]))]))
    parent = header
  }
  return Buffer.concat(blocks)
}

describe('proof of stake is executed', () => {
  const times = [undefined, 2 ** 40] // of Shanghai: never, and far

  test.each([
    ['the terminal total difficulty', unsaid()],
    ['a mergeNetsplitBlock', netsplit(35, null)],
    ['both', netsplit(35)],
    ['both, the block later, as on Sepolia', netsplit(1000)],
    ['a mergeForkBlock', (config: Json) => (unsaid(null)(config), (config['mergeForkBlock'] = 35))],
  ])('from the block that %s gives, whether a later fork has a time or not', async (_, edit) => {
    for (const shanghaiTime of times) {
      const genesis = await edited((config) => (edit(config), dropTimes(config, shanghaiTime)))
      const blocks = await Array.fromAsync(openChain({ genesis, chain: untilParis() }))
      expect(blocks.slice(34).map(({ fork }) => fork)).toEqual(['grayGlacier', 'paris', 'paris', 'paris'])
    }
  })

  test.each([
    ['a terminal total difficulty of zero', { terminalTotalDifficulty: 0 }],
    ['one that the genesis has', { terminalTotalDifficulty: 131_072 }],
    ['one less than the genesis has', { terminalTotalDifficulty: 1 }],
    ['a mergeNetsplitBlock of 0', { mergeNetsplitBlock: 0 }],
    ['a mergeNetsplitBlock of 1', { mergeNetsplitBlock: 1 }],
    ['a mergeForkBlock of 0', { mergeForkBlock: 0 }],
    ['both', { mergeNetsplitBlock: 0, terminalTotalDifficulty: 131_072 }],
  ])(
    'from block 1 with %s, whether Shanghai has no time, a far one, or that of the genesis',
    async (_, members) => {
      for (const shanghaiTime of [...times, 0]) {
        const genesis = await edited((config) => {
          for (const key of Object.keys(config)) if (key.endsWith('Block')) config[key] = 0
          unsaid(null)(config)
          dropTimes(config, shanghaiTime)
          Object.assign(config, members)
        })
        const chain = writeTemporary(emptyBlocks(genesis, 3))
        const blocks = await Array.fromAsync(openChain({ genesis, chain }))
        const fork = shanghaiTime === 0 ? 'shanghai' : 'paris'
        expect(blocks.map(({ fork }) => fork)).toEqual(['genesis', fork, fork, fork])
      }
    },
  )
})

const dropTimes = (config: Json, shanghaiTime: number | undefined) => {
  for (const key of Object.keys(config))
    if (key.endsWith('Time') || key === 'blobSchedule') delete config[key]
  if (shanghaiTime !== undefined) config['shanghaiTime'] = shanghaiTime
}

describe('the first block of proof of stake', () => {
  test.each([
    ['as genesis.json says', () => {}, 35],
    ['the one after the terminal total difficulty, whatever fork id comes later', netsplit(40), 35],
    ['the one that genesis.json says, where it gives no difficulty', netsplit(36, null), 36],
    ['the one that genesis.json says, where the difficulty is not reached', netsplit(36, total + 1), 36],
    ['the one that genesis.json says, where the difficulty is zero', netsplit(36, 0), 36],
    ['the one after the terminal total difficulty', unsaid(), 35],
    ['the one after a total difficulty that is met exactly', unsaid(total), 35],
    ['none of this file, where a difficulty of one more was asked', unsaid(total + 1), Infinity],
    ['block 1, where the genesis block has it', unsaid(131_072), 1],
    ['block 0, where it is zero', unsaid(0), 0],
  ])('is %s', async (_, edit, number) => {
    expect(await merge(edit)).toBe(number)
  })

  test('is not reached in a file that stops before, or is cut off', async () => {
    const file = readFileSync(sample.chain)
    expect(await merge(unsaid(), writeTemporary(file.subarray(0, 9000)))).toBe(Infinity)
  })
})
