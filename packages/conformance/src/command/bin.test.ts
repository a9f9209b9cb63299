import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listen, runCommand } from '../../test/commands.ts'
import type { Report } from '../report/report.ts'
import type { Defect } from '../../test/mini-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-bin-'))
afterAll(() => rmSync(folder, { recursive: true }))

const bin = fileURLToPath(new URL('bin.ts', import.meta.url))
const conformance = (...args: string[]) => runCommand(process.execPath, [bin, ...args])

describe('the command of the package', () => {
  let [sound, faulty]: Awaited<ReturnType<typeof listen>>[] = []
  beforeAll(async () => {
    const wrong: Defect = {
      result: (method, result) => (method === 'eth_getBlockByNumber' ? 'wrong' : result),
    }
    ;[sound, faulty] = [await listen(), await listen(wrong)]
    return () => [sound, faulty].forEach((server) => server!.close())
  })

  test('exit code 0 where nothing fails, and a summary', async () => {
    const { code, stdout, stderr } = await conformance(sound!.url, '--only', 'envelope/*')
    expect(stdout).toMatch(/^✓ envelope {2}\d+ passed\n/)
    expect(stdout).toContain(' 0 failed')
    expect([code, stderr]).toEqual([0, ''])
  })

  test('without --document the levels are those of Lectern’s own', async () => {
    const { stdout } = await conformance(sound!.url, '--only', 'discover/*', '--reporter', 'json')
    const { results } = JSON.parse(stdout) as Report
    expect(results.map(({ level }) => level)).toEqual(['SHOULD', 'SHOULD'])
  })

  test('exit code 1 where a check fails, and as many reports as were asked for', async () => {
    const [html, junit] = [join(folder, 'report.html'), join(folder, 'junit.xml')]
    const reporters = ['json', `html=${html}`, `junit=${junit}`].flatMap((name) => ['--reporter', name])
    const { code, stdout } = await conformance(
      faulty!.url,
      '--only',
      'schema/eth_getBlockByNumber/*',
      ...reporters,
    )
    expect(JSON.parse(stdout).summary.failed).toBeGreaterThan(0)
    expect(readFileSync(html, 'utf8')).toContain('checks failed')
    expect(readFileSync(junit, 'utf8')).toContain('<failure type="MUST"')
    expect(code).toBe(1)
  })

  test('exit code 2 where nothing was checked, after the report', async () => {
    const { code, stdout, stderr } = await conformance(sound!.url, '--request-budget', '1')
    expect(stdout).toMatch(/0 passed, 0 failed, \d+ skipped/)
    expect(stderr).toMatch(
      /^conformance: Nothing was checked: (\d+) of \1 checks that ask the endpoint were skipped, the last since .*the limit of 1 requests is reached\.\n$/,
    )
    expect(code).toBe(2)
  })

  test('exit code 2 where the endpoint says to each of three questions that it is asked too much', async () => {
    let requests = 0
    const server = createServer((_, response) => {
      const [status, body] = requests++ === 0 ? [200, '{"result":1}'] : [429, '']
      response.writeHead(status as number, { 'retry-after': '3' }).end(body)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const args = ['--only', 'invalid/*', '--patience', '2', '--concurrency', '1']
    const { code, stderr } = await conformance(`http://127.0.0.1:${port}`, ...args)
    server.close()
    expect(stderr).toMatch(
      /^conformance: Checked in part only: .* since http\S+ says that it is asked too much: /,
    )
    expect([code, requests]).toEqual([2, 2])
  })

  test('a signal ends it with the report of what was found, and the exit code of that', async () => {
    let asked = 0
    const server = createServer((request, response) => {
      asked++
      request
        .resume()
        .on('end', () => setTimeout(() => response.end('{"jsonrpc":"2.0","id":1,"result":1}'), 20))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const file = join(folder, 'stopped.json')
    const args = [`http://127.0.0.1:${port}`, '--only', 'invalid/*', '--reporter', `json=${file}`]
    const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = once(child, 'close')
    let stderr = ''
    child.stdout.resume()
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    await vi.waitFor(() => expect(asked).toBeGreaterThan(9), { timeout: 60_000 })
    child.kill('SIGINT')
    const [code] = (await ended) as [number]
    server.close()
    const { results, ended: why } = JSON.parse(readFileSync(file, 'utf8')) as Report
    expect(why).toBe('the run was stopped')
    expect(results.filter(({ verdict }) => verdict === 'skipped').length).toBeGreaterThan(50)
    expect(results.filter(({ verdict }) => verdict === 'failed').length).toBeGreaterThan(0)
    expect([code, stderr]).toEqual([1, ''])
  })

  test('it prints its version', async () => {
    const { code, stdout } = await conformance('--version')
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(code).toBe(0)
  })

  test.each([
    [
      'nothing that answers',
      ['http://127.0.0.1:1'],
      /^conformance: http:\/\/127\.0\.0\.1:1 gave no response: .*\.\n$/,
    ],
    ['no address', ['here'], /^conformance: "here" is not an http or https address\.\n$/],
    [
      'more patience than a timer has',
      ['http://127.0.0.1:1', '--patience', '2147484'],
      /It must be a whole number from 0 to 2147483\./,
    ],
    [
      'recorded exchanges beside a second endpoint',
      ['http://127.0.0.1:1', '--exchanges', '/no/such', '--against', 'http://127.0.0.1:1'],
      /^conformance: Give --exchanges or --against, not both: .*\.\n$/,
    ],
    ['no argument', [], /^error: missing required argument 'rpc-url'\n$/],
    [
      'a reporter that is none',
      ['http://127.0.0.1:1', '--reporter', 'pdf'],
      /'pdf' is invalid. It must be one of text, json/,
    ],
    [
      'a file in no folder',
      ['http://127.0.0.1:1', '--reporter', 'html=/no/such/a.html'],
      /^conformance: The html report cannot be written: ENOENT: no such file or directory, open '\/no\/such\/a\.html'\.\n$/,
    ],
  ])('exit code 2 and one sentence for %s', async (_, args, sentence) => {
    const { code, stdout, stderr } = await conformance(...args)
    expect(stderr).toMatch(sentence)
    expect([code, stdout]).toEqual([2, ''])
    expect(existsSync('/no/such')).toBe(false)
  })
})

test('an older Node reports which one is needed, before anything is loaded that it may not know', async () => {
  const alone = join(folder, 'alone.mjs') // nothing that it could import is beside it
  copyFileSync(bin, alone)
  const older = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.9.0"}})'
  const { code, stderr } = await runCommand(process.execPath, ['--import', older, alone])
  expect(stderr).toBe(`conformance: Node 24 or newer is needed; this is ${process.version}.\n`)
  expect(code).toBe(2)
})
