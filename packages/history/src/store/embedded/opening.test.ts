import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { makeChain, syntheticConfig } from '../../../test/synthetic.ts'
import { openEmbeddedStore } from './store.ts'

const child = fileURLToPath(new URL('../../../test/opening-child.ts', import.meta.url))
const TIMES = 150

// LMDB's last user destroys its mutexes as it closes: without a lock whoever opens at that moment can never use them.
test.each([
  ['three readers', ['reader', 'reader', 'reader']],
  ['a writer, a reader and two that ask for the status', ['writer', 'reader', 'status', 'status']],
])(
  '%s that open and close a store beside each other are never refused',
  { timeout: 120_000 },
  async (_, roles) => {
    const datadir = await mkdtemp(join(tmpdir(), 'lectern-'))
    onTestFinished(() => rm(datadir, { recursive: true }))
    const blocks = makeChain(3, 2)
    {
      await using store = await openEmbeddedStore(datadir, {
        chain: { genesisHash: blocks[0]!.hash, config: syntheticConfig },
      })
      store.commit({ blocks })
    }
    const refused = roles.map(async (role) => {
      const one = spawn(process.execPath, [child, datadir, role, String(TIMES)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      onTestFinished(() => void one.kill('SIGKILL'))
      const [said] = await Promise.all([text(one.stdout), once(one, 'close')])
      return JSON.parse(said) as string[]
    })
    expect(await Promise.all(refused)).toEqual(roles.map(() => []))
  },
)
