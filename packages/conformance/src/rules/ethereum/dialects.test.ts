import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { document } from '@lectern/spec'
import { describe, expect, test } from 'vitest'
import { plan, run } from '../../index.ts'
import { dialects } from '../../../test/dialects.ts'
import { miniTarget } from '../../../test/mini-server.ts'
import { makePaperChain } from '../../../test/paper-chain.ts'

useEngine(await loadWasmEngine())
const blocks = makePaperChain()
const checks = plan(document, { blocks: 20 })

describe('D4 a habit of a sound node breaks no MUST, and is reported as SHOULD', () => {
  test.each(dialects)('%s', async (_, shown, dialect) => {
    const { results } = await run(checks, miniTarget(blocks, dialect))
    const failed = results.filter(({ verdict }) => verdict === 'failed')
    const ids = failed.map(({ id }) => id)
    expect(failed.filter(({ level }) => level === 'MUST').map(({ id, reason }) => [id, reason])).toEqual([])
    for (const each of shown) expect(ids).toContainEqual(expect.stringMatching(new RegExp(`^${each}$`)))
    expect(ids.length > 0).toBe(shown.length > 0)
  })
})
