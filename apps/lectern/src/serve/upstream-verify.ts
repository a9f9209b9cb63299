import type { Verify } from '@lectern/client'
import { blobPrices, headerChain, type Trust, verifier } from '@lectern/client/verify'
import { sender } from '@lectern/client/verify/sender'
import type { UpstreamFlags } from '../config/upstream-options.ts'
import { describeConfig, type ReportedStore } from '../observe/history-report.ts'

/**
 * Creates the `verify` of an upstream: each value must follow from hashes, and each block from a stored one. `full` also refuses unknown and missing
 * members, and other forms of a value. A transaction that no block holds is proven by its own hash.
 */
export function createUpstreamVerify(
  level: UpstreamFlags['upstream.verify'],
  store: Pick<ReportedStore, 'snapshot' | 'chain'>,
): Verify | undefined {
  if (level === 'none') return undefined
  const options = {
    trust: trustStore(store),
    unsupported: 'refuse' as const,
    members: level === 'full' ? ('exact' as const) : ('tolerant' as const),
    sender,
    blobs: store.chain ? blobPrices(describeConfig(store.chain.config)) : undefined,
  }
  const stored = verifier({ ...options, level: 'full' })
  const pending = verifier({ ...options, level: 'hash' })
  const choose: Verify = (call, reply, ...rest) => {
    const result = reply.result as Readonly<Record<string, unknown>>
    const isPending =
      call.method === 'eth_getTransactionByHash' &&
      ['blockHash', 'blockNumber', 'transactionIndex'].every((name) => result[name] === null)
    return (isPending ? pending : stored)(call, reply, ...rest)
  }
  return Object.assign(choose, { locate: stored.locate })
}

/** How many headers may lie between a block and those that are stored: each costs the upstream a call. */
const mostHeaders = 256

/**
 * Trusts the blocks of a store, their ancestors, and their descendants. A descendant follows the stored head by its hash: that it will stay, nothing
 * says. Without a stored block any block is trusted that agrees with itself.
 */
export function trustStore(store: Pick<ReportedStore, 'snapshot'>): Trust {
  return async (block, ask, signal) => {
    const { head, lowest, stored } = await readStored(store, block.number)
    if (head === undefined) return 'itself alone: nothing is stored'
    if (stored !== undefined) return await chain({ number: block.number, hash: stored })(block, ask, signal)
    if (block.number < head.number) return await chain(lowest)(block, ask, signal)
    await chain(block)(head, ask, signal)
    return `descendant of the stored block ${head.number} ${head.hash}`
  }
}

const chain = (top: { readonly number: bigint; readonly hash: string }): Trust =>
  headerChain({ ...top, maxHeaders: mostHeaders })

async function readStored(store: Pick<ReportedStore, 'snapshot'>, number: bigint) {
  await using snapshot = await store.snapshot()
  const { head } = snapshot
  if (head === null) return {}
  const hashAt = async (at: bigint): Promise<string | undefined> => {
    const hash = await snapshot.blockHash(at)
    return hash && `0x${Buffer.from(hash).toString('hex')}`
  }
  return {
    head: { number: head.number, hash: (await hashAt(head.number))! },
    lowest: { number: head.lowest, hash: (await hashAt(head.lowest))! },
    stored: number >= head.lowest && number <= head.number ? await hashAt(number) : undefined,
  }
}
