import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { toHex } from '@lectern/chain'
import {
  needsLiveNodes,
  judge,
  makeTestChain,
  type PaperNode,
  startAnvil,
  startPaperNode,
} from '@lectern/follow/testing'
import { openStore } from '@lectern/history'
import { needs } from '@lectern/fixtures/needs'
import { expect, onTestFinished, test } from 'vitest'
import { lectern, serve, start, temporaryFolder } from './command.ts'
import { askLatest, read, until } from './questions.ts'

const chain = makeTestChain(60)

async function prepare(last: number): Promise<{ node: PaperNode; datadir: string; args: string[] }> {
  const node = await startPaperNode(chain.blocks.slice(0, last + 1))
  onTestFinished(() => node[Symbol.asyncDispose]())
  const datadir = temporaryFolder()
  await (await openStore(datadir, { chain: chain.identity }))[Symbol.asyncDispose]()
  return {
    node,
    datadir,
    args: ['--datadir', datadir, '--follow', node.url, '--follow.poll', '20', '--follow.workers', '1'],
  }
}

interface Status {
  readonly follow: {
    readonly phase: string
    readonly lagBlocks: number
    readonly reorgs: number
    readonly sources: { up: boolean }[]
  }
}
const statusOf = (url: string) => read(`${url}/status`) as Promise<Status>

test.each([['1'], ['2']])(
  'serve --follow with %s workers follows nodes in a child process, and reports both',
  async (workers) => {
    const { node, args } = await prepare(40)
    const { url, child, output } = await serve([...args, '--workers', workers])
    await until(
      () => askLatest(url),
      (number) => number === 40,
    )
    node.blocks = chain.blocks.slice(0, 43)
    await until(
      () => askLatest(url),
      (number) => number === 42,
    )
    node.blocks = chain.branch(40, 4)
    await until(
      () => askLatest(url),
      (number) => number === 44,
    )
    await until(
      () => statusOf(url),
      ({ follow }) => follow.lagBlocks === 0 && follow.reorgs === 1,
    )
    expect(await statusOf(url)).toMatchObject({
      follow: { phase: 'follow', sources: [{ name: node.url, up: true }] },
    })
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).toMatch(/^lectern_follow_reorgs_total 1$/m)
    expect(metrics).toMatch(/^lectern_follow_lag_blocks 0$/m)
    expect(metrics).toContain(`lectern_follow_source_up{source="${node.url}"} 1`)
    expect(output()).toContain('"code":"reorg"')
    expect(await lectern(['health', url])).toMatchObject({
      code: 0,
      stdout: `${url} is ready, 0 blocks behind the nodes that it follows.\n`,
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  },
)

test('32: while all nodes are down /readyz says behind, and what is stored is served; then it is ready again', async () => {
  const { node, args } = await prepare(20)
  const { url } = await serve([...args, '--workers', '2'])
  const reasons = async () => ((await read(`${url}/readyz`)) as { reasons?: string[] }).reasons ?? []
  await until(reasons, (all) => all.length === 0)
  node.intercept = (_, response) => {
    response.destroy()
    return true
  }
  await until(reasons, (all) => all.includes('behind'))
  expect(await askLatest(url)).toBe(20)
  node.intercept = () => false
  await until(reasons, (all) => all.length === 0)
})

test('a follower that needs a person leaves the server as it is, and says why', async () => {
  const { node, args } = await prepare(20)
  const { url, output } = await serve([...args, '--workers', '2', '--follow.reorg.limit', '3'])
  await until(
    () => askLatest(url),
    (number) => number === 20,
  )
  node.blocks = chain.branch(10, 12)
  await until(
    () => statusOf(url),
    ({ follow }) => follow.phase === 'halted',
  )
  expect(await askLatest(url)).toBe(20)
  expect(output()).toContain('"code":"reorg-deep"')
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
})

test('a store that another process writes ends the server before it serves, with exit code 2 and one sentence', async () => {
  const { args, datadir } = await prepare(3)
  await using other = await openStore(datadir)
  expect(other.head).toBe(null)
  const child = start(['serve', '--http.port', '0', ...args])
  let stderr = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(2)
  expect(stderr).toBe(`lectern: ${datadir} is being written by another process.\n`)
})

/** The pids of a process's children whose program is a file of this name. */
function childrenOf(pid: number, program: string): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(program))
}

test(
  '33 and 37: readers of two workers see one chain or the other through reorgs, killed workers and killed followers',
  needs('/proc', existsSync('/proc/self/task')),
  async () => {
    const { node, args } = await prepare(40)
    Object.assign(node, { safe: 12n, finalized: 10n })
    const branches = [50, 51, 52, 53].map((last, index) =>
      chain.branch(last - 13 - index, 13 + index, index + 2),
    )
    const known = new Set<string>([...chain.blocks, ...branches.flat()].map(({ hash }) => toHex(hash)))
    const { url, child, output } = await serve([...args, '--workers', '2'])
    await until(
      () => askLatest(url),
      (number) => number === 40,
    )
    const { stop } = judge(url, (hash) => known.has(hash))
    for (const [index, branch] of branches.entries()) {
      node.blocks = branch
      Object.assign(node, { finalized: BigInt(11 + index), safe: BigInt(12 + index) })
      await wait(5 * index) // at another moment each time
      const [victim] = childrenOf(child.pid!, index % 2 === 0 ? 'follow-child' : 'serve-worker')
      process.kill(victim!, 'SIGKILL')
      await until(
        () => askLatest(url),
        (number) => number === branch.length - 1,
      )
    }
    const { asked, faults, heads } = await stop()
    expect(faults).toEqual([])
    expect(asked).toBeGreaterThan(20)
    expect(new Set(heads).size).toBeLessThanOrEqual(branches.length + 1) // nothing in between
    expect(output()).toMatch(/The follower ended by SIGKILL; it is restarted\./)
    expect(output()).toMatch(/A worker ended by SIGKILL; it is restarted\./)
  },
)

test(
  'anvil is followed by a server through its reorgs, and no reader sees a head that it never had',
  needsLiveNodes,
  async () => {
    await using node = await startAnvil()
    await node.ask('anvil_mine', '0x28')
    const datadir = temporaryFolder()
    const { url } = await serve([
      '--datadir',
      datadir,
      '--follow',
      node.url,
      '--follow.genesis',
      'node',
      '--follow.poll',
      '20',
      '--follow.finality',
      'none',
      '--workers',
      '2',
    ])
    const known = new Set<string>()
    const learn = async () => {
      const top = Number((await node.ask('eth_blockNumber')) as string)
      for (let number = 0; number <= top; number++) {
        const { hash } = (await node.ask('eth_getBlockByNumber', `0x${number.toString(16)}`, false)) as {
          hash: string
        }
        known.add(hash)
      }
      return top
    }
    await learn()
    await until(
      () => askLatest(url),
      (number) => number === 40,
    )
    const seen: string[] = []
    const { stop } = judge(url, (hash) => (seen.push(hash), true))
    for (const depth of [1, 7, 20]) {
      await node.ask('anvil_reorg', depth, [])
      await learn()
      await node.ask('anvil_mine', '0x1')
      const top = await learn()
      await until(
        () => askLatest(url),
        (number) => number === top,
      )
    }
    const { asked, faults } = await stop()
    expect(faults).toEqual([])
    expect(asked).toBeGreaterThan(20)
    expect(seen.filter((hash) => !known.has(hash))).toEqual([])
  },
)
