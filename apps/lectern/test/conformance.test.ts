import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { httpTarget, plan, reportText, run, type Check } from '@lectern/conformance'
import { conformanceTests } from '@lectern/conformance/vitest'
import { fromHex } from '@lectern/chain'
import { type Hex } from '@lectern/chain/internal'
import { describeCorpus, sample } from '@lectern/fixtures'
import { importChain, openStore, readGenesis, type Store } from '@lectern/history'
import { MemoryStore } from '@lectern/history/testing'
import { createServerOptions, jsonRpc, proofs } from '@lectern/server'
import { document } from '@lectern/spec'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientVersion } from '../src/version.ts'

interface Chain {
  readonly genesis: string
  readonly chain: string
  readonly head: string
}

/** An imported chain behind a server on a free port. */
async function serveChain(
  { genesis: path, chain, head }: Chain,
  kind: 'embedded' | 'asynchronous' = 'embedded',
): Promise<{ url: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-conformance-'))
  const genesis = await readGenesis(path)
  const store: Store =
    kind === 'embedded' ? await openStore(folder, { chain: genesis.chain }) : new MemoryStore(genesis.chain)
  await importChain({ store, source: chain, genesis, head: fromHex(head as Hex) })
  const app = Fastify(createServerOptions())
  await app.register(jsonRpc, { methods: store, companions: { web3_clientVersion: () => clientVersion } })
  await app.register(proofs, { proofs: store.proofs })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await app.close()
    await store[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  }
  return { url, [Symbol.asyncDispose]: close }
}

describe.each(['embedded', 'asynchronous'] as const)(
  'our server over the sample chain in the %s store',
  (kind) => {
    let server: Awaited<ReturnType<typeof serveChain>>
    beforeAll(async () => {
      server = await serveChain(sample, kind)
    })
    afterAll(() => server[Symbol.asyncDispose]())

    conformanceTests(() => server.url, {
      title: 'D2 D4 passes each check of the document, on every block',
      examples: 'exact',
      heavy: true,
      blocks: 100,
      fanout: 100,
    })

    test('D4 passes with other seeds too', async () => {
      const checks = plan(document, { examples: 'exact' })
      for (const seed of [2, 3, 4]) await expectNoFailure(checks, server.url, seed)
    })
  },
)

describeCorpus('execution-apis/tests', 'our server over the chain of the official suite', (path) => {
  test('D4 passes each check of the document, on every block', async () => {
    const head = '0xd226371d0b1551adb03fb52b71f08e3e11247fe9b1af994768af8cdaa8e7dcd7'
    await using server = await serveChain({
      genesis: `${path}/genesis.json`,
      chain: `${path}/chain.rlp`,
      head,
    })
    await expectNoFailure(plan(document, { blocks: 100, fanout: 100 }), server.url)
  })
})

async function expectNoFailure(checks: readonly Check[], url: string, seed = 1): Promise<void> {
  const report = await run(checks, httpTarget(url), { seed })
  expect(report.summary.failed, reportText(report)).toBe(0)
}
