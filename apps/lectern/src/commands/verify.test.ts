import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HistoryError, type HistoryCode } from '@lectern/history'
import { expect, onTestFinished, test } from 'vitest'
import { importSample, lectern, temporaryFolder } from '../../test/command.ts'
import { isFault } from './verify.ts'

const [PAGE, HEAD, FLAGS, LOWER, LEAF, LAST] = [8_192, 24, 18, 20, 2, 144]

/** Makes every value of a six-byte key 16 MB long, as one flipped bit of LMDB may. Cuts off the file after its last page. */
function stretchValues(path: string): void {
  const file = readFileSync(path)
  for (let page = 2 * PAGE; page + PAGE <= file.length; page += PAGE) {
    if (file.readUInt16LE(page + FLAGS) !== LEAF) continue
    const end = page + HEAD + file.readUInt16LE(page + LOWER)
    for (let at = page + HEAD; at < end; at += 2) {
      const node = page + HEAD + file.readUInt16LE(at)
      if (file.readUInt16LE(node + 6) === 6) file.writeUInt16LE(0x00ff, node + 2)
    }
  }
  const last = Math.max(...[0, PAGE].map((page) => Number(file.readBigUInt64LE(page + LAST))))
  writeFileSync(path, file.subarray(0, (last + 1) * PAGE))
}

test('damage that ends the process which reads it is reported by a sentence and the exit code', async () => {
  const datadir = temporaryFolder()
  await lectern(importSample(datadir))
  stretchValues(join(datadir, 'store.mdb'))
  const { code, stdout } = await lectern(['verify', '--datadir', datadir])
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /^Not verified: reading the store ended the process by SIG(BUS|SEGV), so the pages of its file are damaged\. Import the chain again\.\n$/,
  )
  const { stdout: json } = await lectern(['verify', '--datadir', datadir, '--json'])
  expect(JSON.parse(json)).toMatchObject({ holds: false })
})

test.each(['SIGKILL', 'SIGABRT', 'SIGINT', 'SIGTERM'] as const)(
  'a verification that %s ends reports no fault',
  async (signal) => {
    const datadir = temporaryFolder()
    await lectern(importSample(datadir))
    const preload = join(datadir, '..', `lectern-end-${process.pid}-${signal}.mjs`)
    writeFileSync(
      preload,
      `if (process.env.LECTERN_CHILD) process.kill(process.pid, '${signal}'), await new Promise((r) => setTimeout(r, 5000))`,
    )
    onTestFinished(() => rmSync(preload))
    const outcome = await lectern(['verify', '--datadir', datadir], { NODE_OPTIONS: `--import=${preload}` })
    const sentence = /INT|TERM/.test(signal)
      ? 'Interrupted.'
      : `Ended by ${signal} before it was done; no fault was found until then.`
    expect(outcome).toEqual({ code: 2, stdout: '', stderr: `lectern: ${sentence}\n` })
  },
)

test.each<[HistoryCode, boolean]>([
  ['block', true],
  ['damaged', true],
  ['unavailable', false],
  ['closed', false],
  ['conflict', false],
  ['archive', false], // a thread that runs out of memory
  ['store', false],
])('an error %s is a fault of what is stored: %s', (code, expected) => {
  expect(isFault(new HistoryError(code, 'x'))).toBe(expected)
})
