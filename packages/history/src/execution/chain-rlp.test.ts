import { readFileSync } from 'node:fs'
import { hashHeader, toHex } from '@lectern/chain'
import { countItems, encodeList, listItems, type RlpInput } from '@lectern/chain/internal'
import { sample } from '@lectern/fixtures'
import { describe, expect, test } from 'vitest'
import { editBlock, flip, readBlocks, writeTemporary } from '../../test/chain-file.ts'
import { openChain } from './chain-rlp.ts'
import { parseGenesis } from './genesis.ts'

type Json = Record<string, any>

/** The sample's genesis.json with an edited config, and the hash and fork of the last block that it executes to. */
const execute = async (edit: (config: Json) => void, chain = sample.chain) => {
  const json = JSON.parse(readFileSync(sample.genesis, 'utf8')) as Json
  edit(json['config'] as Json)
  let last = { hash: '', fork: '' }
  for await (const { header, fork } of openChain({ genesis: await parseGenesis(json), chain }))
    last = { hash: toHex(hashHeader(header)), fork }
  return last
}

describe('a chain.rlp is executed from its genesis', () => {
  test('with the receipts and requests of each block, the genesis block first', async () => {
    const blocks = await Array.fromAsync(openChain({ genesis: sample.genesis, chain: sample.chain }))
    expect(blocks.map(({ number }) => Number(number))).toEqual([...Array(sample.headNumber + 1).keys()])
    expect(toHex(hashHeader(blocks[0]!.header))).toBe(sample.genesisHash)
    for (const { transactions, receipts } of blocks) expect(receipts).toHaveLength(transactions.length)
    // A deposit, a withdrawal and a consolidation: type, then data (EIP-7685).
    const requests = blocks.find(({ number }) => number === 52n)!.requests!
    expect(requests.map((request) => [request[0], request.length])).toEqual([
      [0, 193],
      [1, 77],
      [2, 117],
    ])
    expect(blocks[40]).not.toHaveProperty('requests')
  })

  test('also where genesis.json does not say when proof of stake took over', async () => {
    expect(await execute((config) => delete config['mergeNetsplitBlock'])).toEqual({
      hash: sample.head,
      fork: 'amsterdam',
    })
  })

  test('by the blob limits of genesis.json, under forks that ethereumjs has no definition of', async () => {
    const blocks = readBlocks(sample.chain).slice(0, 65) // those before Amsterdam, which comes before BPO3
    const renamed = await execute(
      (config) => {
        delete config['amsterdamTime']
        for (const [from, to] of [
          ['bpo1', 'bpo3'],
          ['bpo2', 'bpo5'],
        ] as const) {
          config[`${to}Time`] = config[`${from}Time`]
          config['blobSchedule'][to] = config['blobSchedule'][from]
          delete config[`${from}Time`]
        }
      },
      writeTemporary(Buffer.concat(blocks)),
    )
    expect(renamed).toEqual({ hash: toHex(hashHeader(listItems(blocks.at(-1)!)[0]!)), fork: 'bpo5' })
  })

  test.each([
    [
      'the blob limits',
      (config: Json) => (config['blobSchedule'].bpo1.target = 3),
      /^block 59 \(bpo1\): excessBlobGas is \d+, but its parent gives \d+ \(EIP-4844\)\.$/,
    ],
    [
      'the time of a fork',
      (config: Json) => (config['londonBlock'] = 28),
      /^block 27 \(berlin\): A base fee for a block can only be set with EIP1559/,
    ],
    [
      'the total difficulty of the merge, where no block of it is given',
      (config: Json) => (config['terminalTotalDifficulty']++, delete config['mergeNetsplitBlock']),
      /^block 35 \(grayGlacier\): difficulty is not what its parent gives\.$/,
    ],
    [
      'the block of the merge, where no total difficulty is given',
      (config: Json) => ((config['mergeNetsplitBlock'] = 36), delete config['terminalTotalDifficulty']),
      /^block 35 \(grayGlacier\): difficulty is not what its parent gives\.$/,
    ],
    [
      'the chain',
      (config: Json) => (config['chainId'] = 1),
      /^block \d+ \(\w+\): a transaction (with the v \d+ is not signed for chain 1 \(EIP-155\)|is signed for chain 7357)\.$/,
    ],
    [
      'the deposit contract',
      (config: Json) => delete config['depositContractAddress'],
      /^block 52 \(prague\): requestsHash is not the hash of the requests that execution gives \(EIP-7685\)\.$/,
    ],
  ])('and not, where genesis.json is wrong about %s', async (_, edit, reason) => {
    await expect(execute(edit)).rejects.toMatchObject({
      code: 'block',
      message: expect.stringMatching(reason),
    })
  })
})

/** The sample chain with the data of a legacy transaction as long as is wanted. */
const withData = (number: number, position: number, size: number) =>
  editBlock(readBlocks(sample.chain), number, (block) => {
    const transaction = (block[1] as RlpInput[][])[position]!
    transaction[5] = new Uint8Array(size)
  })
const executeFile = (file: Uint8Array) =>
  Array.fromAsync(openChain({ genesis: sample.genesis, chain: writeTemporary(file) }))

test('a block of more than 8 MiB is refused from Osaka on (EIP-7934)', async () => {
  const most = 8_388_608
  const others = readBlocks(sample.chain).toSpliced(54, 1)
  const rest = withData(55, 1, most).length - Buffer.concat(others).length - most
  await expect(executeFile(withData(55, 1, most - rest + 1))).rejects.toThrow(
    /^block 55 \(osaka\): it is 8388609 bytes long, but 8388608 are the most\.$/,
  )
  // One byte less, or an earlier fork, and the next check is the one that fails.
  const next = /transaction \d: gasLimit is too low/
  await expect(executeFile(withData(55, 1, most - rest))).rejects.toThrow(next)
  await expect(executeFile(withData(7, 0, most))).rejects.toThrow(next)
})

test('a block of millions of tiny items, wherever they are, is refused, and memory stays small', async () => {
  const peak = process.resourceUsage().maxRSS
  const bomb = encodeList([new Uint8Array(30e6).fill(0x80)])
  const [first, second] = readBlocks(sample.chain)
  const [header] = listItems(second!)
  for (const [parts, reason] of [
    [[bomb], /header: 30000005 bytes are more than 131072, or hold more than 64 items\.$/],
    [
      [header!, bomb, encodeList([])],
      /^block 2 \(frontier\): it holds 300000\d\d items of RLP, but 1048576 are the most\.$/,
    ],
    [
      [header!, bomb.subarray(5)],
      /^block 2 \(frontier\): it holds 300000\d\d items of RLP, but 1048576 are the most\.$/,
    ],
  ] as const)
    await expect(executeFile(Buffer.concat([first!, encodeList(parts)]))).rejects.toMatchObject({
      code: 'block',
      message: expect.stringMatching(reason),
    })
  const most = (more: number) => {
    const rest = countItems(encodeList([header!, encodeList([]), encodeList([])]))
    const items = encodeList([new Uint8Array(2 ** 20 - rest + more).fill(0x80)])
    return Buffer.concat([first!, encodeList([header!, items, encodeList([])])])
  }
  await expect(executeFile(most(1))).rejects.toThrow(
    'it holds 1048577 items of RLP, but 1048576 are the most.',
  )
  await expect(executeFile(most(0))).rejects.toThrow(/^block 2 \(frontier\): (?!it holds)/) // the next check
  expect(process.resourceUsage().maxRSS - peak).toBeLessThan(1_000_000) // KiB; such a header alone was 3.7 GB
})

test('a block of Amsterdam is refused if it names another list of accesses than execution gives', async () => {
  const changed = editBlock(readBlocks(sample.chain), 66, (block) => flip(block, 0, 21))
  await expect(executeFile(Buffer.from(changed))).rejects.toThrow(
    /^block 66 \(amsterdam\): blockAccessListHash is 0x[\da-f]{64}, but execution gives 0x[\da-f]{64} \(EIP-7928\)\.$/,
  )
})

test('a genesis block may name a parent', async () => {
  const json = JSON.parse(readFileSync(sample.genesis, 'utf8')) as Json
  const genesis = await parseGenesis({ ...json, parentHash: `0x${'11'.repeat(32)}` })
  const blocks = openChain({ genesis, chain: sample.chain })
  const first = await blocks.next()
  expect(hashHeader(first.value!.header)).toEqual(genesis.chain.genesisHash)
  await expect(blocks.next()).rejects.toThrow(/^block 1 \(frontier\): its parentHash is 0x/)
})
