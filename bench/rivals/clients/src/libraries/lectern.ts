import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { createClient, failover, http } from '@lectern/client'
import { blobPrices, serverProofs, verifier } from '@lectern/client/verify'
import { sender } from '@lectern/client/verify/sender'
import genesis from '../../../../../fixtures/chain/genesis.json' with { type: 'json' }
import { timeout, type Library } from '../library.ts'

useEngine(await loadWasmEngine()) // the same answers as noble's, sooner
const blobs = blobPrices(genesis.config)

export const library: Library = {
  features: ['batch', 'failover', 'signal'],
  connect({ urls, level }) {
    const transports = urls.map((url) => http(url, { timeout }))
    const client = createClient({
      transport: transports.length === 1 ? transports[0]! : failover(transports),
      verify: level && verifier({ level, sender, blobs, proofs: serverProofs() }),
    })
    return (questions, signals = []) =>
      questions.map(({ method, params }, index) =>
        (client[method] as (...params: unknown[]) => Promise<unknown>)(...params, { signal: signals[index] }),
      )
  },
}
