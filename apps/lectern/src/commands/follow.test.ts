import { existsSync } from 'node:fs'
import { toHex } from '@lectern/chain'
import {
  needsLiveNodes,
  makeTestChain,
  type PaperNode,
  startAnvil,
  startPaperNode,
} from '@lectern/follow/testing'
import { openStore } from '@lectern/history'
import { expect, onTestFinished, test } from 'vitest'
import { lectern, start, temporaryFolder } from '../../test/command.ts'
import { until } from '../../test/questions.ts'

const chain = makeTestChain(50)

/** A node of the test chain, and a folder whose store is of that chain. */
async function prepare(last = 49): Promise<{ node: PaperNode; datadir: string }> {
  const node = await startPaperNode(chain.blocks.slice(0, last + 1))
  onTestFinished(() => node[Symbol.asyncDispose]())
  const datadir = temporaryFolder()
  await (await openStore(datadir, { chain: chain.identity }))[Symbol.asyncDispose]()
  return { node, datadir }
}

async function readHashes(datadir: string): Promise<string[]> {
  await using store = await openStore(datadir, { readOnly: true })
  return Array.from(store.headers(), ({ hash }) => toHex(hash))
}

test('--once stores all blocks, says the newest one and ends with exit code 0; --json says it for programs', async () => {
  const { node, datadir } = await prepare()
  const args = ['follow', node.url, '--datadir', datadir, '--once']
  const newest = chain.blocks.at(-1)!
  expect(await lectern(args)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`The newest block is stored: block 49 ${toHex(newest.hash)}.\n`),
  })
  expect(await readHashes(datadir)).toEqual(chain.blocks.map(({ hash }) => toHex(hash)))
  const { stdout } = await lectern([...args, '--json'])
  expect(JSON.parse(stdout)).toMatchObject({
    phase: 'follow',
    head: { number: 49, hash: toHex(newest.hash) },
    lagBlocks: 0,
    sources: [{ name: node.url, up: true, blamed: {} }],
  })
})

test('it compresses all but the newest blocks as it follows', async () => {
  const { node, datadir } = await prepare(45)
  const follow = ['follow', node.url, '--datadir', datadir, '--poll', '20', '--hot', '4']
  const child = start([...follow, '--log.level', 'silent'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const readCold = async () => {
    await using store = await openStore(datadir, { readOnly: true })
    return store.report().cold
  }
  await until(readCold, (cold) => cold === 42)
  node.blocks = chain.blocks
  await until(readCold, (cold) => cold === 46)
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(await lectern(['verify', '--datadir', datadir])).toMatchObject({ code: 0 })
})

test('it follows until SIGTERM, a line for each block, and ends with exit code 0', async () => {
  const { node, datadir } = await prepare(30)
  const child = start(['follow', node.url, '--datadir', datadir, '--poll', '20', '--log.format', 'json'])
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  child.stdout!.setEncoding('utf8').on('data', (some: string) => (text += some))
  const numbers = () =>
    Array.from(text.matchAll(/"code":"block[^}]*"number":(\d+)/g), ([, number]) => Number(number))
  await until(
    async () => numbers().at(-1),
    (number) => number === 30,
  )
  for (const last of [31, 32]) {
    node.blocks = chain.blocks.slice(0, last + 1)
    await until(
      async () => numbers().at(-1),
      (number) => number === last,
    )
  }
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test.each<[string, (node: PaperNode) => string[], number, RegExp]>([
  [
    'a URL that is none',
    () => ['ws://127.0.0.1:1'],
    2,
    /^lectern: "ws:\/\/127\.0\.0\.1:1" is not an http or https address\.\n$/,
  ],
  [
    'a URL with a password',
    () => ['http://me:secret@127.0.0.1:1'],
    2,
    /It must be the http:\/\/ or https:\/\/ URL of a node, without a password/,
  ],
  [
    'a node that is not there',
    () => ['http://127.0.0.1:2'],
    1,
    /^lectern: No node answers\. http:\/\/127\.0\.0\.1:2 cannot be reached/,
  ],
  [
    'a quorum of more hosts than there are',
    ({ url }) => [url, '--quorum', '2'],
    2,
    /A quorum of 2 hosts needs as many of them; there are 1\./,
  ],
  [
    'a header that is none',
    ({ url }) => [url, '--rpc.header', 'key'],
    2,
    /It must be a name, a colon and a value/,
  ],
  ['a timeout below its bounds', ({ url }) => [url, '--rpc.timeout', '0'], 2, /whole number from 1 to 600/],
])('%s gets one sentence', async (_, args, code, sentence) => {
  const { node, datadir } = await prepare()
  const outcome = await lectern([
    'follow',
    ...args(node),
    '--datadir',
    datadir,
    '--once',
    '--log.level',
    'silent',
  ])
  expect(outcome).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(sentence) })
})

test('a node of another chain, and a chain that nobody knows, get one sentence and exit code 2', async () => {
  const { node, datadir } = await prepare()
  node.chainId = 5n
  const flags = ['--once', '--log.level', 'silent']
  expect(await lectern(['follow', node.url, '--datadir', datadir, ...flags])).toEqual({
    code: 2,
    stdout: '',
    stderr: `lectern: No node can be followed. ${node.url} serves chain 5, not chain 1.\n`,
  })
  const empty = `${temporaryFolder()}/none`
  expect(await lectern(['follow', node.url, '--datadir', empty, ...flags])).toEqual({
    code: 2,
    stdout: '',
    stderr: `lectern: The nodes are of chain 5 with the genesis ${toHex(chain.identity.genesisHash)}, which is none of mainnet and sepolia: name its genesis.json with --genesis, or take their word with --genesis node.\n`,
  })
  expect(existsSync(empty)).toBe(false)
})

test('35: a second follower of a folder gets one sentence and exit code 2, and the first one goes on', async () => {
  const { node, datadir } = await prepare()
  await using first = await openStore(datadir)
  const { code, stderr } = await lectern(['follow', node.url, '--datadir', datadir, '--once'])
  expect([code, stderr]).toEqual([2, `lectern: ${datadir} is being written by another process.\n`])
  first.commit({ blocks: chain.blocks.slice(0, 1) })
  expect(first.head!.number).toBe(0n)
})

test('headers go to the node, and nowhere into the log', async () => {
  const { node, datadir } = await prepare()
  const headers: unknown[] = []
  node.intercept = (_, response) => {
    headers.push(response.req.headers['x-key'])
    return false
  }
  const { code, stdout } = await lectern([
    'follow',
    node.url,
    '--datadir',
    datadir,
    '--once',
    '--rpc.header',
    'x-key: secret',
  ])
  expect([code, new Set(headers)]).toEqual([0, new Set(['secret'])])
  expect(stdout).not.toContain('secret')
})

test('with --genesis node the chain is the one that the node says: anvil', needsLiveNodes, async () => {
  await using node = await startAnvil()
  await node.ask('anvil_mine', '0x8')
  const datadir = temporaryFolder()
  const { code } = await lectern(['follow', node.url, '--datadir', datadir, '--genesis', 'node', '--once'])
  expect([code, (await readHashes(datadir)).length]).toEqual([0, 9])
  const { stdout } = await lectern(['verify', '--datadir', datadir])
  expect(stdout).toMatch(/^Verified: blocks 0 to 8 /)
})
