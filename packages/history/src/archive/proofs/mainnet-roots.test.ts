import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { toHex } from '@lectern/chain'
import { historicalRoots } from '@lectern/consensus'
import { corpus, corpusNeed } from '@lectern/fixtures'
import { needs } from '@lectern/fixtures/needs'
import { expect, onTestFinished, test } from 'vitest'
import { readMainnetRoots } from './mainnet-roots.ts'

// The hash_tree_root of `historical_roots` in each state of mainnet's beacon chain since Capella.
const published = '0x4df6b89755125d4f6c5575039a04e22301a5a49ee893c1d27e559e3eeab73da7'

test('the historical roots that are built in are those of mainnet’s state, each byte of them', () => {
  const roots = readMainnetRoots()
  expect(roots).toHaveLength(758)
  expect(toHex(historicalRoots.root(roots))).toBe(published)
  const changed = roots.with(
    400,
    Uint8Array.from(roots[400]!, (octet, at) => (at === 31 ? octet ^ 1 : octet)),
  )
  expect(toHex(historicalRoots.root(changed))).not.toBe(published)
})

test('they are those of the corpus', needs(corpusNeed, corpus('consensus/history') !== undefined), () => {
  const bytes = readFileSync(corpus('consensus/history/historical_roots.ssz')!)
  expect(Buffer.concat(readMainnetRoots()).equals(bytes)).toBe(true)
})

/** Runs the script that compares a source with what is built in. */
function checkRoots(source: string): Promise<{ readonly code: number; readonly output: string }> {
  const script = fileURLToPath(new URL('../../../test/check-roots.ts', import.meta.url))
  return new Promise((resolve) => {
    execFile(process.execPath, [script, source], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

/** The beginning of a state with these roots, as far as a reader of them goes, and something after it. */
function stateOf(roots: Uint8Array): Buffer {
  const start = 2_736_653 // what is fixed in a state of Capella has so many bytes
  const state = Buffer.alloc(start + roots.length + 1_000_000)
  state.writeUInt32LE(start, 524_464)
  state.writeUInt32LE(start + roots.length, 524_540)
  state.set(roots, start)
  return state
}

test('a script compares them with a file or with the state of a beacon node', async () => {
  const folder = mkdtempSync(`${tmpdir()}/lectern-roots-`)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const roots = Buffer.concat(readMainnetRoots())
  const server = createServer(({ url }, response) => {
    if (url === '/eth/v2/debug/beacon/states/finalized') response.end(stateOf(roots))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const write = (name: string, bytes: Uint8Array) => {
    writeFileSync(`${folder}/${name}`, bytes)
    return `${folder}/${name}`
  }
  const same = `has 758 historical roots, whose root is ${published}: they are those that are built in.`
  for (const source of [write('roots.ssz', roots), write('state.ssz', stateOf(roots)), url])
    expect(await checkRoots(source)).toEqual({ code: 0, output: `${source} ${same}\n` })
  const fewer = await checkRoots(write('fewer.ssz', stateOf(roots.subarray(32))))
  expect(fewer.code).toBe(1)
  expect(fewer.output).toMatch(/has 757 historical roots, .*: they are not those that are built in\.\n$/)
  expect(await checkRoots(write('none.ssz', roots.subarray(1)))).toMatchObject({ code: 2 })
  expect(await checkRoots(`${url}/other`)).toEqual({
    code: 2,
    output: `${url}/other gives no finalized state: HTTP 404.\n`,
  })
})
