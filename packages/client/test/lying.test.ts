import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { expect, test } from 'vitest'
import { type Lie, lieKinds, liesAbout } from './lies.ts'
import { genesisConfig, sampleProofs, sampleTransport } from './sample-node.ts'
import { ClientError, createClient, type Verify } from '../src/index.ts'
import { blobPrices, serverProofs, verifier } from '../src/verify/index.ts'
import { sender } from '../src/verify/sender.ts'

useEngine(await loadWasmEngine()) // 13 times as fast as noble

const lies = [...liesAbout()]
const derivers = { sender, blobs: blobPrices(genesisConfig) }
const byHash = verifier({ level: 'hash', trust: 'none', ...derivers })
const levels: readonly (readonly [name: string, verify: Verify | undefined, hasCompanions?: false])[] = [
  ['binding', undefined],
  ['hash', byHash],
  ['block', verifier({ level: 'block', trust: 'none', ...derivers })],
  ['full, nothing else', verifier({ level: 'full', trust: 'none' }), false],
  ['full', verifier({ level: 'full', trust: 'none', ...derivers })],
  [
    'full, proofs',
    verifier({ level: 'full', trust: 'none', ...derivers, proofs: serverProofs({ fetch: sampleProofs() }) }),
  ],
]

/** The lies that a client takes for the truth. */
async function takenIn(verify: Verify | undefined, hasCompanions?: false): Promise<Lie[]> {
  const taken: Lie[] = []
  for (const lie of lies) {
    const isMine = (method: string, params: readonly unknown[]): boolean =>
      method === lie.method && JSON.stringify(params) === JSON.stringify(lie.params)
    const transport = sampleTransport((...asked) => (isMine(...asked) ? lie : undefined), hasCompanions)
    // At hash a receipt can only be asked for unproven.
    const isUnproven = verify === byHash && lie.method === 'eth_getTransactionReceipt'
    const client = createClient({ transport, verify: isUnproven ? undefined : verify }) as unknown as Record<
      string,
      (...params: readonly unknown[]) => Promise<unknown>
    >
    try {
      await client[lie.method]!(...lie.params)
      taken.push(lie)
    } catch (error) {
      // The last where a lie names a block that is not there.
      const refusals: readonly unknown[] = ['UNVERIFIED', 'WRONG_ANSWER', 'NOT_AVAILABLE']
      if (!(error instanceof ClientError && refusals.includes(error.code))) throw error
    }
  }
  return taken
}

const count = (some: readonly Lie[], by: Partial<Lie>): number =>
  some.filter((lie) => Object.entries(by).every(([name, value]) => lie[name as keyof Lie] === value)).length

test(
  'the full level with the server’s proofs refuses each lie; what each level catches',
  { timeout: 300_000 },
  async () => {
    const taken = new Map<string, Lie[]>()
    for (const [name, ...how] of levels) taken.set(name, await takenIn(...how))
    const accepted = (level: string): string[] =>
      taken.get(level)!.map(({ params, kind, path }) => `${params[0] as string} ${kind} ${path}`)
    expect(accepted('full, proofs')).toEqual([])
    expect(accepted('full')).toEqual([])
    // An unproven member still has its form: it may only be another address, quantity or hash, or one uncle less.
    for (const { kind, path } of taken.get('full, nothing else')!) {
      expect([path, kind]).toEqual([
        expect.stringMatching(/\/(from|contractAddress|blobGasPrice|size|uncles(\/\d+)?)$/),
        expect.stringMatching(/^(flipped|neighbour)$/),
      ])
    }

    const objects = [...new Set(lies.map(({ object }) => object))]
    const table = [
      ...lieKinds.map((kind) => [kind, { kind }] as const),
      ...objects.map((object) => [object, { object }] as const),
      ['all', {}] as const,
    ].map(([name, by]) => {
      const all = count(lies, by)
      const caught = levels.map(([level]) => all - count(taken.get(level)!, by))
      return `| ${[name, all, ...caught].join(' | ')} |`
    })
    const head = ['changed', 'lies', ...levels.map(([name]) => name)]
    const text = [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...table, ''].join('\n')
    await expect(text).toMatchFileSnapshot('./lies-caught.txt')
  },
)
