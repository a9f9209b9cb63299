import type { FastifyPluginAsync } from 'fastify'
import type { Head, Store } from '@lectern/history'
import { toHex } from '@lectern/chain'
import { document } from '@lectern/spec'

/** What is told of. */
export interface OperationsOptions {
  readonly store: Store
  /** Whether `GET /proof/…` is answered. */
  readonly proofs: boolean
}

/** What an operator asks of a running server: is it alive, is it ready, what does it hold, what does it speak. */
export const operations: FastifyPluginAsync<OperationsOptions> = async (app, { store, proofs }) => {
  app.get('/livez', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_, reply) =>
    store.head === null
      ? reply.code(503).send({ status: 'not ready', reasons: ['no block is held'] })
      : { status: 'ready' },
  )
  app.get('/status', async () => ({ ...describeHistory(store), proofs }))
  app.get('/openrpc.json', async () => document)
}

/** What a store holds and how far it is proven, for programs: block numbers as JSON numbers, the chain id as a decimal string, hashes as `0x` hex. */
export function describeHistory({ chain, head }: Pick<Store, 'chain' | 'head'>): Record<string, unknown> {
  return {
    chainId: chain && String(chain.config.chainId),
    genesis: chain && toHex(chain.genesisHash),
    lowest: head && Number(head.lowest),
    head: head && describePlace(head),
    // Nothing follows the last block, so its hash stands on trust: a person names it (`--head`) or nobody does.
    proven: head?.anchor == null ? 'self-consistent' : 'anchored',
    anchor: head?.anchor == null ? null : describePlace(head.anchor),
  }
}

const describePlace = ({ number, hash }: Pick<Head, 'number' | 'hash'>) => ({
  number: Number(number),
  hash: toHex(hash),
})
