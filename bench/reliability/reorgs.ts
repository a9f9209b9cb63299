import { createRandom } from '@lectern/fixtures'
import { toHex } from '@lectern/chain'
import { createFollower } from '@lectern/follow'
import { account, judge, type LiveNode, startAnvil } from '@lectern/follow/testing'
import { openStore, type StoreLocation } from '@lectern/history'
import { digest } from '@lectern/history/testing'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Finding, scaled, type Scope, show, logProgress } from './finding.ts'
import { listFamily } from './processes.ts'
import { serve, type Served, temporaryFolder } from './served.ts'

const DEEPEST = 64

/** Reorgs of a live node at random depths under readers, the follower killed at every tenth. */
export const measure = (scope: Scope): Promise<readonly Finding[]> =>
  measureReorgs(scope, { datadir: temporaryFolder() })

/** The same of a store anywhere. */
export async function measureReorgs(scope: Scope, location: StoreLocation): Promise<readonly Finding[]> {
  const random = createRandom(scope.seed)
  const reorgs = scaled(500, scope)
  await using node = await startAnvil()
  await node.ask('anvil_mine', `0x${(2 * DEEPEST).toString(16)}`)
  const isFolder = 'datadir' in location
  const place = isFolder ? ['--datadir', location.datadir] : ['--store', location.url]
  const lag = isFolder ? 0 : 500 // a reader of a cluster looks for a new state every 250 ms
  // oxfmt-ignore
  const served = await serve([
    ...place, '--workers', '2', '--follow', node.url, '--follow.genesis', 'node', '--follow.poll', '20',
  ])
  const known = new Set<string>()
  await learn(node, known, 2 * DEEPEST)
  await catchUp(served, node)
  const seen = new Set<string>()
  const reading = judge(served.url, (hash) => (seen.add(hash), true), lag)
  let [done, kills] = [0, 0]
  while (done < reorgs && !scope.signal.aborted) {
    const depth = 1 + random(DEEPEST)
    const transaction = { from: account, to: account, value: `0x${random(1e6).toString(16)}` }
    await node.ask('anvil_reorg', depth, [[transaction, random(depth)]])
    await learn(node, known, depth + 1)
    await node.ask('anvil_mine', `0x${(1 + random(2)).toString(16)}`)
    await learn(node, known, 3)
    done++
    if (done % 10 === 0) {
      await wait(random(60)) // at any moment of what it does
      const follower = listFamily(served.pid).find((pid) => commandOf(pid).includes('follow-child'))
      if (follower !== undefined) process.kill(follower, 'SIGKILL')
      kills++
    }
    if (random(2) === 0) await catchUp(served, node) // else the next one comes before this one is stored
    logProgress(`reorgs: ${done} of ${show(reorgs)}, ${kills} kills`)
  }
  await catchUp(served, node)
  const { asked, faults } = await reading.stop()
  const code = await served.stop()
  const strangers = [...seen].filter((hash) => !known.has(hash))
  const [stored, fresh] = [await readDigests(location), await readDigests(await importFresh(node))]
  const different = fresh.filter((one, number) => one !== stored[number]).length
  return [
    {
      claim: `${show(done)} reorgs of 1 to ${DEEPEST} blocks, the follower killed ${kills} times: the store equals a fresh import, block by block`,
      measured: `${different} of ${show(fresh.length)} blocks differ; ${stored.length - fresh.length} too many`,
      holds: different === 0 && stored.length === fresh.length && code === 0,
    },
    {
      claim: 'no reader of two workers sees a head that the node never had',
      measured: `${show(asked)} batches, ${seen.size} heads, ${strangers.length} of them unknown`,
      holds: strangers.length === 0 && asked > 0,
    },
    {
      claim: `no receipt without its block, no batch of two heads, no finalized that goes back${lag > 0 ? ` behind what any worker knew ${lag} ms before` : ''}`,
      measured: faults[0] ?? 'none',
      holds: faults.length === 0,
    },
  ]
}

/** Learns the newest blocks of a node. */
async function learn(node: LiveNode, known: Set<string>, count: number): Promise<void> {
  const top = Number(await node.ask('eth_blockNumber'))
  for (let number = Math.max(0, top - count); number <= top; number++) {
    const { hash } = (await node.ask('eth_getBlockByNumber', `0x${number.toString(16)}`, false)) as {
      hash: string
    }
    known.add(hash)
  }
}

const newest = (url: string) => headOf(url).catch(() => undefined)

/** Waits until a server has the node's newest block. */
async function catchUp(served: Served, node: LiveNode): Promise<void> {
  for (let tries = 0; tries < 3_000; tries++) {
    const [head, stored] = [await newest(node.url), await newest(served.url)]
    if (head !== undefined && head === stored) return
    await wait(20)
  }
  throw new Error(`The server never had the node's newest block: ${served.log().slice(-2_000)}`)
}

async function headOf(url: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["latest",false]}',
  })
  return ((await response.json()) as { result: { hash: string } }).result.hash
}

/** A store that a follower fills from the node as it is now. */
async function importFresh(node: LiveNode): Promise<StoreLocation> {
  const datadir = temporaryFolder()
  await using store = await openStore(datadir, { chain: await node.identity() })
  const { exitCode, message } = await createFollower({ store, urls: [node.url], once: true }).run()
  if (exitCode !== 0) throw new Error(message)
  return { datadir }
}

async function readDigests(location: StoreLocation): Promise<string[]> {
  await using store = await openStore(location, { readOnly: true })
  await using snapshot = await store.snapshot()
  return await Array.fromAsync(snapshot.blocks(), (block) => `${toHex(block.hash)} ${digest(block)}`)
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // it has ended
  }
}
