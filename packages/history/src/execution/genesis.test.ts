import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { decodeHeader, fromHex, toHex } from '@lectern/chain'
import { describeCorpus, sample } from '@lectern/fixtures'
import { describe, expect, test } from 'vitest'
import { writeTemporary } from '../../test/chain-file.ts'
import { openChain } from './chain-rlp.ts'
import { parseGenesis, readGenesis } from './genesis.ts'

type Json = Record<string, any>
const original = (): Json => JSON.parse(readFileSync(sample.genesis, 'utf8')) as Json
const hashOf = async (json: unknown) => toHex((await parseGenesis(json)).chain.genesisHash)
const edited = (edit: (json: Json) => void) => {
  const json = original()
  edit(json)
  return json
}

function rename(object: Json, from: string, to: string): void {
  if (!(from in object)) return
  object[to] = object[from]
  delete object[from]
}

/** Every fork that has rules holds at block 0. */
function allForksAtGenesis(): Json {
  return edited((json) => {
    const { config } = json
    for (const key of Object.keys(config)) if (/Block$|Time$/.test(key)) config[key] = 0
    config.amsterdamTime = 0
    config.terminalTotalDifficulty = 0
  })
}

const first = (json: Json) => Object.values<Json>(json['alloc'])[0]!

describe('a genesis.json', () => {
  test('gives the hash of its block and the config of its chain', async () => {
    const { chain, block } = await readGenesis(sample.genesis)
    expect(toHex(chain.genesisHash)).toBe(sample.genesisHash)
    expect(chain.config.chainId).toBe(7357n)
    expect(chain.config.blobSchedule.map(({ updateFraction }) => updateFraction)).toEqual([
      3338477n,
      5007716n,
      5007716n,
      1000000n,
      700000n,
      700000n,
    ])
    expect(block).toMatchObject({ transactions: [], uncles: [], receipts: [] })
    expect(block).not.toHaveProperty('withdrawals')
  })

  test('may be gzipped', async () => {
    const path = writeTemporary(gzipSync(readFileSync(sample.genesis)))
    expect(toHex((await readGenesis(path)).chain.genesisHash)).toBe(sample.genesisHash)
  })

  test.each([
    [
      'a zero storage slot, which is no slot',
      (json: Json) => (first(json)['storage'] = { '0x01': '0x0000', '0x2': '0x' }),
    ],
    [
      'a nonce and a timestamp that are numbers',
      (json: Json) => Object.assign(json, { nonce: 0, timestamp: 1_750_000_000 }),
    ],
    [
      'decimal text and leading zeros',
      (json: Json) =>
        Object.assign(json, { timestamp: '1750000000', difficulty: '0x020000', gasLimit: '0x001c9c380' }),
    ],
    ['mixhash in lower case', (json: Json) => ((json['mixhash'] = json['mixHash']), delete json['mixHash'])],
    [
      'addresses with 0x and in upper case',
      (json: Json) =>
        (json['alloc'] = Object.fromEntries(
          Object.entries(json['alloc']).map(([address, account]) => [`0x${address.toUpperCase()}`, account]),
        )),
    ],
    [
      'names in other cases, as Go reads them',
      (json: Json) => {
        const config = json['config']
        rename(config, 'chainId', 'chainID')
        rename(config, 'terminalTotalDifficulty', 'TerminalTotalDifficulty')
        rename(config, 'londonBlock', 'LondonBlock')
        rename(config, 'shanghaiTime', 'shanghaitime')
        rename(config.blobSchedule, 'bpo1', 'BPO1')
        rename(config.blobSchedule.cancun, 'baseFeeUpdateFraction', 'baseFeeUpdatefraction')
        for (const name of ['balance', 'code', 'nonce', 'storage'])
          for (const account of Object.values<Json>(json['alloc'])) rename(account, name, name.toUpperCase())
        for (const name of ['alloc', 'config', 'gasLimit', 'extraData'])
          rename(json, name, name.toUpperCase())
      },
    ],
    ['a fork that is null', (json: Json) => (json['config'].amsterdamTime = null)],
    [
      'a blob schedule of a fork without a time',
      (json: Json) =>
        (json['config'].blobSchedule.amsterdam = { target: 9, max: 9, baseFeeUpdateFraction: 9 }),
    ],
    [
      'no parentHash, number and gasUsed',
      (json: Json) => ['parentHash', 'number', 'gasUsed'].forEach((key) => delete json[key]),
    ],
  ])('with %s has the same block', async (_, edit) => {
    expect(await hashOf(edited(edit))).toBe(sample.genesisHash)
  })

  test('with a slot that is set, or a nonce, has another', async () => {
    expect(await hashOf(edited((json) => (first(json)['storage'] = { '0x01': '0x01' })))).not.toBe(
      sample.genesisHash,
    )
    expect(await hashOf(edited((json) => (json['nonce'] = 66)))).not.toBe(sample.genesisHash)
  })

  test('gives each fork without blob limits those of the fork before', async () => {
    const { config } = await parseGenesis(edited((json) => delete json['config'].blobSchedule))
    const standard = {
      cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3338477 },
      prague: { target: 6, max: 9, baseFeeUpdateFraction: 5007716 },
    }
    expect(config.blobSchedule).toEqual({
      ...standard,
      osaka: standard.prague,
      bpo1: standard.prague,
      bpo2: standard.prague,
      amsterdam: standard.prague,
    })
  })

  test.each([
    [
      'a fork without the one before it',
      (json: Json) => (json['config'] = { chainId: 1, londonBlock: 0 }),
      'genesis: config.londonBlock is 0, but config.berlinBlock, which comes before it, is absent.',
    ],
    [
      'a fork without one further before it',
      (json: Json) => delete json['config'].byzantiumBlock,
      'genesis: config.constantinopleBlock is 16, but config.byzantiumBlock, which comes before it, is absent.',
    ],
    [
      'Istanbul without Petersburg, which Constantinople alone stands for',
      (json: Json) => delete json['config'].petersburgBlock,
      'genesis: config.istanbulBlock is 20, but config.petersburgBlock, which comes before it, is absent.',
    ],
    [
      'a fork before the one before it',
      (json: Json) => (json['config'].arrowGlacierBlock = 1),
      'genesis: config.arrowGlacierBlock is 1, but config.londonBlock, which comes before it, is 27.',
    ],
    [
      'a fork by time before the one before it',
      (json: Json) => (json['config'].bpo1Time = 1),
      /^genesis: config\.bpo1Time is 1, but config\.osakaTime, which comes before it, is \d+\.$/,
    ],
    [
      'a fork without rules here before the one before it',
      (json: Json) => (json['config'].bogotaTime = json['config'].amsterdamTime - 1),
      /^genesis: config\.bogotaTime is \d+, but config\.amsterdamTime, which comes before it, is \d+\.$/,
    ],
    [
      'a fork by time without the one before it',
      (json: Json) => delete json['config'].shanghaiTime,
      /^genesis: config\.cancunTime is \d+, but config\.shanghaiTime, which comes before it, is absent\.$/,
    ],
    [
      'Shanghai without a merge',
      (json: Json) => {
        for (const key of ['terminalTotalDifficulty', 'mergeNetsplitBlock']) delete json['config'][key]
      },
      /^genesis: config\.shanghaiTime is \d+, but config\.terminalTotalDifficulty, which comes before it, is absent\.$/,
    ],
    ['no config', (json: Json) => delete json['config'], 'genesis: config must be an object, not absent.'],
    [
      'no chain id',
      (json: Json) => delete json['config'].chainId,
      'genesis: config.chainId must be a number, not absent.',
    ],
    [
      'a chain id beyond what is exact',
      (json: Json) => (json['config'].chainId = 2 ** 60),
      'genesis: config.chainId must be at most 9007199254740991, not "1152921504606846976".',
    ],
    [
      'a fork at no number',
      (json: Json) => (json['config'].londonBlock = 'soon'),
      'genesis: config.londonBlock must be a number, not "soon".',
    ],
    [
      'a blob limit that is none',
      (json: Json) => (json['config'].blobSchedule.bpo1.max = -1),
      'genesis: config.blobSchedule.bpo1.max must be a number, not -1.',
    ],
    [
      'a balance that is none',
      (json: Json) => (first(json)['balance'] = 'much'),
      /^genesis: alloc\.[\da-f]{40}\.balance must be a number, not "much"\.$/,
    ],
    [
      'an address that is none',
      (json: Json) => (json['alloc']['0xabc'] = {}),
      'genesis: an address of alloc must be 20 bytes in hex, not "0xabc".',
    ],
    [
      'a slot of 33 bytes',
      (json: Json) => (first(json)['storage'] = { '0x1': `0x${'11'.repeat(33)}` }),
      /must be at most 32 bytes, not "0x1111/,
    ],
    [
      'code of half a byte',
      (json: Json) => (first(json)['code'] = '0x123'),
      /\.code must be whole bytes, not "0x123"\.$/,
    ],
    [
      'a deposit contract that is no address',
      (json: Json) => (json['config'].depositContractAddress = '0x00'),
      'genesis: config.depositContractAddress must be an address, not "0x00".',
    ],
  ])('with %s is refused', async (_, edit, message) => {
    const refused = parseGenesis(edited(edit))
    await expect(refused).rejects.toMatchObject({ name: 'HistoryError', code: 'genesis' })
    await expect(refused).rejects.toThrow(message)
  })

  test.each([
    [
      'a fork that has a name only',
      (json: Json) => (json['config'].bogotaTime = 2 ** 40),
      'genesis: config.bogotaTime names a fork that cannot be executed yet.',
    ],
    [
      'a fork that nobody knows, in any case',
      (json: Json) => (json['config'].LaterTIME = 2 ** 40),
      'genesis: config.LaterTIME names a fork that cannot be executed yet.',
    ],
    [
      'a fork at a block that nobody knows',
      (json: Json) => (json['config'].shanghaiBlock = 1),
      'genesis: config.shanghaiBlock names a fork that cannot be executed yet.',
    ],
    [
      'EIP-155 and EIP-158 at two blocks',
      (json: Json) => (json['config'].eip158Block = 11),
      'genesis: config.eip155Block 10 and eip158Block 11 must be equal; the executor knows them as one fork.',
    ],
    [
      'proof of authority',
      (json: Json) => (json['config'].clique = { period: 15 }),
      'genesis: config.clique (proof of authority) cannot be executed.',
    ],
  ])('with %s is read, and refused where blocks are executed', async (_, edit, message) => {
    const genesis = await parseGenesis(edited(edit))
    expect(toHex(genesis.chain.genesisHash)).toBe(sample.genesisHash)
    const executing = openChain({ genesis, chain: sample.chain }).next()
    await expect(executing).rejects.toMatchObject({ code: 'genesis', message })
  })

  test.each([
    ['laterTime', 0],
    ['laterBlock', 0],
  ])('with a fork that has no rules here and holds at block 0 is refused: %s', async (fork, value) => {
    const refused = parseGenesis(edited((json) => (json['config'][fork] = value)))
    await expect(refused).rejects.toThrow(
      `genesis: config.${fork} names a fork that holds at its block, and is not known: a newer lectern is needed.`,
    )
  })

  test('has the blob prices of each fork in the order of their times, of unknown ones too', async () => {
    const { chain, config } = await parseGenesis(
      edited(({ config }) => {
        const { bpo2Time: last } = config
        Object.assign(config, { amsterdamTime: last, bpo3Time: last + 1, laterTime: last + 2 })
        Object.assign(config.blobSchedule, {
          bpo3: { target: 3, max: 3, baseFeeUpdateFraction: 3 },
          later: { target: 4, max: 4, baseFeeUpdateFraction: 4 },
        })
      }),
    )
    expect(config.blobSchedule['amsterdam']).toEqual(config.blobSchedule['bpo2'])
    expect(chain.config.blobSchedule.map(({ updateFraction }) => Number(updateFraction))).toEqual([
      3338477, 5007716, 5007716, 1000000, 700000, 700000, 3, 4,
    ])
  })

  test('that begins in Amsterdam has the fields of that fork, its slot from the file or 0', async () => {
    const headerOf = async (slotNumber?: string) => {
      const json = allForksAtGenesis()
      return decodeHeader((await parseGenesis({ ...json, slotNumber })).block.header)
    }
    expect(await headerOf('0x7')).toMatchObject({
      slotNumber: 7n,
      blockAccessListHash: fromHex('0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'),
    })
    expect(await headerOf()).toMatchObject({ slotNumber: 0n })
    const genesis = await parseGenesis(allForksAtGenesis())
    const first = await openChain({ genesis, chain: sample.chain }).next()
    expect(first.value).toMatchObject({ number: 0n, fork: 'genesis', withdrawals: [] })
  })

  test('that is not there, or no JSON, is refused', async () => {
    await expect(readGenesis('/nowhere/genesis.json')).rejects.toThrow(
      '/nowhere/genesis.json cannot be read: no such file or directory.',
    )
    await expect(readGenesis(writeTemporary('{'))).rejects.toThrow(/is no genesis: .*JSON/)
    const zero = edited((json) => (json['config'].blobSchedule.cancun.baseFeeUpdateFraction = 0))
    await expect(readGenesis(writeTemporary(JSON.stringify(zero)))).rejects.toThrow(
      /is no genesis: config: blobSchedule\.cancun\.baseFeeUpdateFraction must not be 0\.$/,
    )
  })

  test('that is malformed is refused in a sentence that begins with its path', async () => {
    for (const [text, fault] of [
      ['[]', 'the file must be an object, not [].'],
      ['{}', 'config must be an object, not absent.'],
    ] as const) {
      const path = writeTemporary(text)
      await expect(readGenesis(path)).rejects.toMatchObject({
        code: 'genesis',
        message: `${path}: ${fault}`,
      })
    }
  })

  test('keeps a total difficulty that is too big for a number of JSON', async () => {
    const text = readFileSync(sample.genesis, 'utf8').replace(
      /("terminalTotalDifficulty": )\d+/,
      '$158750000000000000000001',
    )
    const { config } = await readGenesis(writeTemporary(text))
    expect(config.terminalTotalDifficulty).toBe(58750000000000000000001n)
  })
})

describeCorpus('genesis', 'the genesis of', (path) => {
  test.each([
    ['mainnet', '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3'],
    ['sepolia', '0x25a5cc106eea7138acab33231d7160d69cb777ee0c2c553fcddf5138993e6dd9'],
    ['holesky', '0xb5f7f912443c940f21fd611f12828d75b534364ed9e95ca4e307729a4661bde4'],
    ['hoodi', '0xbbe312868b376a3001692a646dd2d7d1e4406380dfd86b98aa8a34d1557c971b'],
  ])('%s has the hash that everyone knows', async (network, hash) => {
    const { chain } = await readGenesis(`${path}/${network}.json.gz`)
    expect(toHex(chain.genesisHash)).toBe(hash)
  })
})
