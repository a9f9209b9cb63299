import { setTimeout as wait } from 'node:timers/promises'
import { type LiveNode, needsLiveNodes, startAnvil } from '@lectern/follow/testing'
import { expect, test } from 'vitest'
import type { Step } from '../dapps/step.ts'
import { readers } from './readers.ts'
import { serveNode } from './serve-chain.ts'

const dapps = readers.filter(({ dapp }) => dapp !== undefined)

/** Starts a chain that is the same each time: hashes and times too. */
const startChain = () => startAnvil('--timestamp', '1700000000')

/** Runs a dapp to its end; the node makes a block for each transaction, after the dapp began to wait for it. */
async function run(steps: AsyncGenerator<Step>, node: LiveNode): Promise<Step[]> {
  const seen: Step[] = []
  let mined: Promise<unknown> = Promise.resolve()
  for (;;) {
    const { done, value: step } = await Promise.race([steps.next(), hang(seen)])
    if (done) break
    seen.push(step)
    if ('sent' in step) mined = wait(200).then(() => node.ask('anvil_mine', '0x1'))
  }
  await mined
  return seen
}

/** Throws an Error after three minutes. */
async function hang(seen: readonly Step[]): Promise<never> {
  await wait(180_000, undefined, { ref: false })
  throw new Error(`The dapp hangs after its step ${seen.length}: ${JSON.stringify(seen.at(-1))}`)
}

/**
 * anvil's own members: wrong sizes of blocks, prices of blob gas where none is used, difficulties in total, times of receipts. Lectern computes
 * its members.
 */
const ownMembers = new Set(['size', 'blobGasPrice', 'totalDifficulty', 'blockTimestamp'])

const withoutOwn = (steps: Step[]): unknown =>
  JSON.parse(JSON.stringify(steps), (name, value: unknown) => (ownMembers.has(name) ? undefined : value))

const title =
  '$client runs a dapp through Lectern and sees what it sees at the node alone: pending and stored transactions, logs, calls, new blocks'
test.for(dapps)(title, { timeout: 2_000_000, ...needsLiveNodes }, async ({ prepare, dapp }, { skip }) => {
  const reason = await prepare()
  if (reason !== undefined) return skip(reason)
  await using one = await startChain()
  const direct = await run(dapp!(one.url), one)
  await using two = await startChain()
  await using served = await serveNode(two.url)
  const through = await run(dapp!(served.url), two)
  expect(withoutOwn(through)).toEqual(withoutOwn(direct))
  const hashes = through.flatMap(({ sent }) => (typeof sent === 'string' ? [sent] : []))
  expect(hashes).toHaveLength(3)
  for (const hash of hashes) await expect.poll(() => findSource(served.url, hash)).toBe('store')
})

/** Asks for a receipt, and returns where it is from. */
async function findSource(url: string, hash: string): Promise<string | null> {
  const headers = { 'content-type': 'application/json' }
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(call) })
  return response.headers.get('x-lectern-source')
}
