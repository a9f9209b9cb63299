import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { makeChain, syntheticConfig } from '../../../test/synthetic.ts'
import { lockOpening } from './lock.ts'
import { openEmbeddedStore } from './store.ts'

const child = fileURLToPath(new URL('../../../test/opening-child.ts', import.meta.url))
const TIMES = 150

async function makeStore(): Promise<string> {
  const datadir = await mkdtemp(join(tmpdir(), 'lectern-'))
  onTestFinished(() => rm(datadir, { recursive: true }))
  const blocks = makeChain(3, 2)
  {
    await using store = await openEmbeddedStore(datadir, {
      chain: { genesisHash: blocks[0]!.hash, config: syntheticConfig },
    })
    store.commit({ blocks })
  }
  return datadir
}

// LMDB's last user destroys its mutexes as it closes: without a lock whoever opens at that moment can never use them.
test.each([
  ['three readers', ['reader', 'reader', 'reader']],
  ['a writer, a reader and two that ask for the status', ['writer', 'reader', 'status', 'status']],
])(
  '%s that open and close a store beside each other are never refused',
  { timeout: 120_000 },
  async (_, roles) => {
    const datadir = await makeStore()
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

test(
  'a process that exits without closing a store closes it when nobody opens one',
  { timeout: 60_000 },
  async () => {
    const datadir = await makeStore()
    const one = spawn(process.execPath, [child, datadir, 'leaver', '1'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    onTestFinished(() => void one.kill('SIGKILL'))
    await once(one.stdout, 'data')
    const closed = once(one, 'close')
    {
      using _ = lockOpening(datadir)
      one.stdin.write('leave')
      await setTimeout(500)
      expect(one.exitCode).toBeNull()
    }
    expect((await closed)[0]).toBe(0)
  },
)
