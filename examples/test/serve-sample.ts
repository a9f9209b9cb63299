import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { importChain, openStore, readGenesis } from '@lectern/history'
import { lectern, proofs } from '@lectern/server'
import Fastify from 'fastify'

/** Serves the sample chain on a free port of this machine; disposing of it ends that. */
export async function serveSample(): Promise<AsyncDisposable & { readonly url: string }> {
  const chain = fileURLToPath(new URL('../../fixtures/chain/', import.meta.url))
  const folder = await mkdtemp(`${tmpdir()}/lectern-examples-`)
  const genesis = await readGenesis(`${chain}genesis.json`)
  const store = await openStore(folder, { chain: genesis.chain })
  await importChain({ store, genesis, source: `${chain}chain.rlp` })
  const app = Fastify()
  await app.register(lectern, { methods: store })
  await app.register(proofs, { proofs: store.proofs })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    async [Symbol.asyncDispose]() {
      await app.close()
      await store[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}
