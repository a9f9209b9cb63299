import { sample } from '@lectern/fixtures'
import { openStore } from '@lectern/history'
import { expect, test } from 'vitest'
import { importSample, lectern, temporaryFolder } from '../../test/command.ts'

const blocks = sample.headNumber + 1

test('old blocks are compressed, and are served, verified, exported and copied as they were', async () => {
  const datadir = temporaryFolder()
  await lectern(importSample(datadir))
  const read = async () => {
    await using store = await openStore(datadir, { readOnly: true })
    return [...store.blocks()]
  }
  const before = await read()
  const compact = async (...flags: string[]) => await lectern(['compact', '--datadir', datadir, ...flags])
  expect((await compact()).stdout).toMatch(/^Nothing to compress: only the newest 100000 blocks/)
  const { code, stdout, stderr } = await compact('--hot', '5')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(`Compressed ${blocks - 5} blocks, up to block ${sample.headNumber - 5}. `)
  expect(JSON.parse((await compact('--hot', '2', '--json')).stdout)).toEqual({ moved: 3, hot: 2 })
  expect(await read()).toEqual(before)
  expect(await lectern(['verify', '--datadir', datadir])).toMatchObject({ code: 0 })
  const copy = temporaryFolder()
  expect(await lectern(['copy', '--from', datadir, '--to', copy, '--hot', '0'])).toMatchObject({ code: 0 })
  expect(
    JSON.parse((await lectern(['compact', '--datadir', copy, '--hot', '0', '--json'])).stdout).moved,
  ).toBe(0)
  expect(await lectern(['verify', '--datadir', copy])).toMatchObject({ code: 0 })
})

test('an import compresses old blocks as it goes', async () => {
  const datadir = temporaryFolder()
  expect(await lectern([...importSample(datadir), '--hot', '4', '--batch', '7'])).toMatchObject({ code: 0 })
  expect(
    JSON.parse((await lectern(['compact', '--datadir', datadir, '--hot', '4', '--json'])).stdout).moved,
  ).toBe(0)
  expect(
    JSON.parse((await lectern(['compact', '--datadir', datadir, '--hot', '3', '--json'])).stdout).moved,
  ).toBe(1)
  expect(await lectern(['verify', '--datadir', datadir])).toMatchObject({ code: 0 })
})

async function refuse(...args: string[]): Promise<string> {
  const { code, stderr } = await lectern(args)
  expect(code).toBe(2)
  return stderr
}

test('what cannot be compressed gets a sentence', async () => {
  const folder = temporaryFolder()
  expect(await refuse('compact', '--datadir', folder)).toMatch(/holds no store: import a chain into it first/)
  await lectern(['store', 'create', '--datadir', folder])
  const none = `lectern: ${folder} has no block: import a chain into it first.\n`
  expect(await refuse('compact', '--datadir', folder)).toBe(none)
  const url = 'cassandra://127.0.0.1:1/history?dc=one'
  expect(await refuse('compact', '--store', url)).toMatch(/No node of the cluster answers at 127\.0\.0\.1:1/)
})
