import { useEngine } from '@lectern/chain'
import { readRecorded, type RecordedBlock } from '@lectern/chain/testing'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { createRandom, describeCorpus } from '@lectern/fixtures'
import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { plan, type Report, reportText, run, type RunOptions } from '../src/index.ts'
import { type Edit, familyDefects, spoil } from './family-defects.ts'
import { recordedNode } from './recorded-node.ts'

useEngine(await loadWasmEngine())
const checks = plan(document)
const judging = ['schema/*', 'invariant/*', 'agree/*', 'proof/*']
const only = [...judging, 'valid/*', 'link/*', 'same/*', 'envelope/*']

describeCorpus('l2', 'conformance of recorded blocks', (folder) => {
  const recorded = readRecorded(folder)

  const honest = recorded.filter(({ name }) => !/^(scroll|other|ethereum|negative)\//.test(name))

  // The largest block has nothing that the others do not have, and takes as long as all of them.
  test.each(
    honest.filter((each) => countOf(each) < 200).map((each, index) => [each.name, each, index] as const),
  )('%s raises no alarm', async (_, each, index) => {
    const skip = each.receipts ? [] : ['link/*eceipt*', 'valid/eth_getTransactionReceipt/*']
    for (const seed of countOf(each) < 10 ? [index, index + 100, index + 200] : [index]) {
      const report = await run(checks, recordedNode(each), { only, skip, seed })
      expect(report.summary.failed, reportText(report)).toBe(0)
      expect(report.summary.passed).toBeGreaterThan(300)
    }
  })

  test.each([10, 8453, 42161, 137])('several blocks of chain %i raise no alarm', async (chainId) => {
    const own = honest.filter((each) => each.chainId === chainId && each.receipts && countOf(each) < 50)
    const inOrder = own.toSorted((one, other) => Number(one.block['number']) - Number(other.block['number']))
    // That check is right: the numbers between the blocks are not there.
    const report = await run(checks, recordedNode(...inOrder), { skip: 'link/*/between', seed: chainId })
    expect(inOrder.length).toBeGreaterThan(1)
    expect(report.summary.failed, reportText(report)).toBe(0)
  })

  test('a receipt that lost its logs raises one', async () => {
    const each = recorded.find(({ name }) => name.startsWith('negative/'))!
    const { results } = await run(checks, recordedNode(each), { only: judging })
    const failed = results.flatMap(({ id, verdict }) => (verdict === 'failed' ? [id] : []))
    expect(failed).toContain('proof/eth_getBlockByNumber/receiptsRoot')
  })
})

const runOn = (each: RecordedBlock, options: RunOptions = {}) =>
  run(checks, recordedNode(each), { only: judging, ...options })
const failed = ({ results }: Report) =>
  results.flatMap(({ id, verdict }) => (verdict === 'failed' ? [id] : []))
const countOf = ({ block }: RecordedBlock) => (block['transactions'] as unknown[]).length

/** Places of a defect in a folder's blocks of at most 50 transactions: the first ones of each, and the last. */
const placesOf = (recorded: readonly RecordedBlock[], folder: string, edit: Edit) =>
  recorded
    .filter(({ name }) => name.startsWith(`${folder}/`))
    .flatMap((each) => {
      const length = countOf(each)
      const indexes = length > 50 ? [] : [...new Set([0, 1, 2, length - 1])].filter((at) => at < length)
      return indexes.flatMap((index) => spoil(each, index, edit) ?? [])
    })

const rows = Object.entries(familyDefects).flatMap(([folder, defects]) =>
  defects.map(([kind, edit]) => [folder, kind, edit] as const),
)

describeCorpus('l2', 'conformance of recorded blocks with a defect', (folder) => {
  const recorded = readRecorded(folder)

  test.each(rows)('%s: %s is found', async (family, _, edit) => {
    const places = placesOf(recorded, family, edit)
    const random = createRandom(1)
    for (let turn = 0; turn < 10; turn++) {
      const spoilt = places[random(places.length)]!
      const { results } = await run(checks, recordedNode(spoilt), { only: 'proof/*', seed: turn + 1 })
      const failed = results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
      expect(
        failed.filter((id) => !id.startsWith('link/')),
        spoilt.name,
      ).not.toEqual([])
    }
  })
})

describeCorpus('l2', 'the family of a chain', (folder) => {
  const recorded = readRecorded(folder)
  const find = (name: string) => recorded.find((each) => each.name === name)!

  test.each([
    ['op/mode-8017051', 'op'],
    ['arb/arbitrum-sepolia-185232421', 'arbitrum'],
    ['eth/gnosis-20000000', 'gnosis'],
    ['ethereum/ethereum-1000000', undefined],
    ['tempo/tempo-moderato-6541', 'unknown'],
  ])('%s shows that it is of %s', async (name, family) => {
    expect(await runOn({ ...find(name), chainId: 123_456_789 })).toMatchObject(family ? { family } : {})
  })

  test('--family overrides the chain id', async () => {
    const each = find('op/mode-8017051')
    const report = await runOn(each, { family: 'ethereum' })
    expect(failed(report)).toContain('schema/eth_getBlockByNumber/Transaction/type')
    expect(reportText(await runOn({ ...each, chainId: 1 }, { family: 'op' }))).toContain('; family op')
  })

  test('no chain id makes a lie of Ethereum true', async () => {
    const each = find('ethereum/ethereum-1000000')
    const lie = { ...each, block: { ...each.block, stateRoot: each.block['parentHash'] } }
    for (const chainId of [1, 10, 137, 42161, 100])
      expect(failed(await runOn({ ...lie, chainId })), `${chainId}`).toContain(
        'proof/eth_getBlockByNumber/hash',
      )
  })

  test.each<[string, string, Record<string, unknown>]>([
    ['arb/arbitrum-sepolia-185232421', '/timeboosted', { timeboosted: 'yes' }],
    ['op/mode-8017051', '/l1Fee', { l1Fee: '1' }],
    ['op/mode-8017051', '/depositNonce', { depositNonce: null }],
    ['op/mode-8017051', '/other', { other: '0x1' }],
  ])('%s: %s is as the document of the family says', async (name, path, members) => {
    const each = find(name)
    const receipts = each.receipts!.map((json) => Object.assign({}, json, members))
    const { results } = await runOn({ ...each, receipts }, { only: 'schema/eth_getTransactionReceipt/*' })
    const reasons = results.flatMap(({ verdict, reason }) => (verdict === 'failed' ? [reason] : []))
    expect(reasons).toEqual([expect.stringContaining(path)])
  })

  test('of an unknown family nothing is proven, and the report says why', async () => {
    const report = await runOn(find('tempo/tempo-moderato-6000178'))
    const proofs = report.results.filter(({ id }) => id.startsWith('proof/'))
    expect(new Set(proofs.map(({ reason }) => reason))).toEqual(
      new Set(['the rules of the chain are not known: name its family']),
    )
    expect(reportText(report)).toContain('; family unknown')
  })
})

describeCorpus('l2', 'a node that answers anything', (folder) => {
  const small = readRecorded(folder).filter(
    (each) => /^(op|op-legacy|arb|polygon)\//.test(each.name) && countOf(each) < 8,
  )
  const odd = [null, 1, 1e300, '', '0x', '0xzz', '1e400', `0x${'f'.repeat(80)}`, {}, [], [null], true]

  test.each([1, 2, 3])('ends no run, with seed %i', async (seed) => {
    const random = createRandom(seed)
    const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
    for (let turn = 0; turn < 60; turn++) {
      const { block, receipts, ...rest } = structuredClone(pick(small))
      const side: object = pick([block, pick(block['transactions'] as object[]), pick(receipts ?? [block])])
      Object.assign(side, { [pick(Object.keys(side))]: pick(odd) })
      if (!Array.isArray(block['transactions']) || block['transactions'].some((item) => item === null))
        continue
      await run(checks, recordedNode({ ...rest, block, receipts }), { only: 'proof/*', seed })
    }
  })
})
