import { join } from 'node:path'
import { toHex } from '@lectern/chain'
import { sample } from '@lectern/fixtures'
import { makeTestChain, startPaperNode } from '@lectern/follow/testing'
import { openStore } from '@lectern/history'
import { expect, test } from 'vitest'
import { importSample, lectern, temporaryFolder } from './command.ts'

async function readHashes(datadir: string): Promise<string[]> {
  await using store = await openStore(datadir, { readOnly: true })
  return Array.from(store.headers(), ({ hash }) => toHex(hash))
}

test('the sample chain is exported as JSON lines, and imported again to the same chain', async () => {
  const [datadir, other, out] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
  await lectern(importSample(datadir))
  const exported = await lectern([
    'export',
    '--datadir',
    datadir,
    '--format',
    'jsonl',
    '--out',
    out,
    '--network',
    'sample',
    '--json',
  ])
  const [{ path, last }] = JSON.parse(exported.stdout) as [{ path: string; last: number }]
  expect(path).toBe(join(out, `sample-0-${last}.jsonl`))
  const args = ['import', path, '--datadir', other]
  expect(await lectern(args)).toMatchObject({
    code: 2,
    stderr: `lectern: ${path} does not say of which chain it is: name its genesis.json with --genesis.\n`,
  })
  const head = (await readHashes(datadir)).at(-1)!
  expect(await lectern([...args, '--genesis', sample.genesis, '--head', head])).toMatchObject({ code: 0 })
  expect(await readHashes(other)).toEqual(await readHashes(datadir))
  expect(await lectern(args)).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing to add') }) // the store says which chain
  expect(await lectern(['verify', '--datadir', other])).toMatchObject({ code: 0 })
})

test('an archive that was imported is continued by the nodes: nothing is brought twice, and the join is verified', async () => {
  const { blocks, identity, branch } = makeTestChain(60)
  const datadir = temporaryFolder()
  {
    await using store = await openStore(datadir, { chain: identity })
    store.commit({ blocks: blocks.slice(0, 20) })
  }
  const out = temporaryFolder()
  await lectern(['export', '--datadir', datadir, '--format', 'jsonl', '--out', out, '--network', 'test'])
  const joined = temporaryFolder()
  await (await openStore(joined, { chain: identity }))[Symbol.asyncDispose]()
  await lectern([
    'import',
    join(out, 'test-0-19.jsonl'),
    '--head',
    toHex(blocks[19]!.hash),
    '--datadir',
    joined,
  ])
  await using node = await startPaperNode(blocks)
  const follow = ['follow', node.url, '--datadir', joined, '--once', '--log.level', 'silent']
  expect(await lectern(follow)).toMatchObject({ code: 0 })
  expect(await readHashes(joined)).toEqual(blocks.map(({ hash }) => toHex(hash)))
  const asked = node.calls
    .filter(({ method }) => method === 'eth_getBlockByHash')
    .map(({ params }) => params[0])
  expect(asked.toSorted()).toEqual(
    blocks
      .slice(20)
      .map(({ hash }) => toHex(hash))
      .toSorted(),
  )
  node.blocks = branch(15, 60) // it leaves below the anchor
  expect(await lectern(follow)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('leaves the stored chain after block 15, but block 19 is trusted'),
  })
})
