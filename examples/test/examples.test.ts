import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sample } from '@lectern/fixtures'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runProgram } from './run-program.ts'
import { serveChain } from './serve-chain.ts'

let served: Awaited<ReturnType<typeof serveChain>>
beforeAll(async () => void (served = await serveChain()))
afterAll(() => served[Symbol.asyncDispose]())

/** The output of each program for the sample chain, whose head is HEAD, with the hash HASH. */
const printed: Readonly<Record<string, RegExp>> = {
  lookup:
    /^block HEAD has \d+ transactions\n(0x[0-9a-f]{64} of type 0x[0-4] paid \d+ wei\n(with \d+ blobs\n)?)+an unknown hash is null\nor, where it must be there: NOT_FOUND\n$/,
  'proven-receipt': /^status 0x[01], \d+ logs\n\d+ members proven, 0 not, from trusted block HASH/,
  'several-nodes': /^passed over http:\/\/127\.0\.0\.1:9: NETWORK\nblock HEAD\ntwo agree on HASH/,
  viem: /^viem: block HEAD, (success|reverted), \d+ gas\n$/,
  gateway: /^serves on http:\/\/.*\nblock HEAD through the gateway\n$/,
}

test('a program is run by its name, and a name that is none is answered with those that are', async () => {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  expect(nameHead(await runProgram(main, 'viem', served.url))).toMatch(printed['viem']!)
  await expect(runProgram(main, 'vime')).rejects.toThrow(
    'The program must be one of gateway, lookup, proven-receipt, several-nodes, viem; got "vime".',
  )
})

const folder = fileURLToPath(new URL('../src/', import.meta.url))
const programs = globSync('*.ts', { cwd: folder }).map((file) => basename(file, '.ts'))

test('each program is run here', () => {
  expect(programs.filter((name) => name !== 'endpoint').toSorted()).toEqual(Object.keys(printed).toSorted())
})

test.each(Object.entries(printed))('%s prints what its reader expects', async (name, text) => {
  expect(nameHead(await runProgram(`${folder}${name}.ts`, served.url))).toMatch(text)
})

/** Returns a program's output, with HEAD and HASH for the number and the hash of the sample chain's head. */
function nameHead(output: string): string {
  const { head, headNumber } = sample
  return output.replaceAll(`block ${headNumber}`, 'block HEAD').replaceAll(head.slice(0, 10), 'HASH')
}
