import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sample } from '@lectern/fixtures'
import { openStore, type Store } from '@lectern/history'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { importSample, lectern, main } from './command.ts'

// Each command is started while something that it needs is taken or missing. It ends, with one sentence and a code, and leaves no process.

const root = mkdtempSync(join(tmpdir(), 'lectern-taken-'))
const inRoot = (name: string) => join(root, name)
const [sound, locked, file, missing, config] = [
  'sound',
  'locked',
  'file',
  'missing/below',
  'lectern.toml',
].map(inRoot)
let port: Server
let writer: Store
beforeAll(async () => {
  await Promise.all([lectern(importSample(sound!)), lectern(importSample(locked!))])
  writer = await openStore(locked!)
  writeFileSync(file!, '')
  writeFileSync(config!, 'datadir = [')
  port = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(port, 'listening')
})
afterAll(async () => {
  await writer[Symbol.asyncDispose]()
  port.close()
  rmSync(root, { recursive: true })
})

/** Runs a command to its end. `PORT` in its arguments is the port that is taken. */
async function end(args: readonly string[]) {
  const { port: taken } = port.address() as AddressInfo
  const shown = args.map((arg) => arg.replace('PORT', `${taken}`))
  const child = spawn(process.execPath, [main, ...shown], {
    detached: true, // in a new process group, which its children share
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => process.kill(-child.pid!, 'SIGKILL')
  let stderr = ''
  child.stdout.resume()
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  let left = true
  onTestFinished(() => void (left && kill()))
  const [code] = (await once(child, 'close')) as [number | null]
  try {
    kill()
  } catch {
    left = false
  }
  return { code, left, stderr: stderr.replaceAll(`${taken}`, 'PORT').replaceAll(root, 'ROOT') }
}

const node = ['--follow', 'http://127.0.0.1:PORT', '--follow.workers', '1']
const chain = [sample.chain, '--genesis', sample.genesis]
const at = (folder: string | undefined) => ['--datadir', folder!]

describe.for<[string, readonly (readonly string[])[], number, string]>([
  [
    'the port',
    ['1', '2'].flatMap((workers) => [
      ['serve', ...at(sound), '--http.port', 'PORT', '--workers', workers],
      [
        'serve',
        ...at(sound),
        '--http.port',
        'PORT',
        '--workers',
        workers,
        '--follow',
        'http://localhost:1',
        '--follow.genesis',
        sample.genesis,
      ],
    ]),
    1,
    'Cannot listen on 127.0.0.1:PORT: the port is in use; --http.port takes another, 0 any free one.',
  ],
  [
    'the port of metrics',
    [
      ['serve', ...at(sound), '--http.port', '0', '--metrics.port', 'PORT'],
      ['serve', ...at(sound), '--http.port', '0', '--metrics.port', 'PORT', ...node],
    ],
    1,
    'Cannot listen on 127.0.0.1:PORT: the port is in use; --metrics.port takes another, 0 any free one.',
  ],
  [
    'the port, by the node that is followed',
    [['serve', ...at(sound), '--http.port', 'PORT', ...node]],
    2,
    'The server would follow itself: http://127.0.0.1:PORT is its own address. Give it another port by --http.port.',
  ],
  [
    'the store, by another writer',
    [
      ['import', ...chain, ...at(locked)],
      ['follow', 'http://127.0.0.1:PORT', ...at(locked)],
      ['serve', '--http.port', '0', ...at(locked), ...node],
      ['copy', '--from', sound!, '--to', locked!],
    ],
    2,
    'ROOT/locked is being written by another process.',
  ],
])('%s is taken', ([, commands, code, sentence]) => {
  test.for(commands.map((args) => [args.join(' ').replaceAll(root, ''), args] as const))(
    '%s',
    async ([, args]) => {
      expect(await end(args)).toEqual({ code, left: false, stderr: `lectern: ${sentence}\n` })
    },
  )
})

describe('what is named is missing, or something else:', () => {
  test.for<readonly [readonly string[], number?]>([
    [['serve', '--http.port', '0', ...at(missing)]],
    [['serve', '--http.port', '0', ...at(file)]],
    [['serve', '--http.port', '0', ...at(file), ...node]],
    [['serve', '--http.port', '0', ...at(sound), '--proofs.eras', missing!]],
    [['serve', '--http.port', '0', '--config', missing!]],
    [['serve', '--http.port', '0', '--config', config!]],
    [['import', missing!, '--genesis', sample.genesis, ...at(inRoot('new'))]],
    [['import', sample.chain, '--genesis', missing!, ...at(inRoot('new'))]],
    [['import', ...chain, ...at(file)]],
    [['import', ...chain, ...at(join(file!, 'below'))]],
    [['follow', 'http://127.0.0.1:PORT', '--genesis', missing!, ...at(inRoot('new'))]],
    [['follow', 'http://127.0.0.1:PORT', '--genesis', sample.genesis, ...at(file)]],
    [['follow', 'http://127.0.0.1:PORT', '--genesis', sample.genesis, '--once', ...at(inRoot('new'))], 1],
    [['export', '--format', 'ere', '--out', inRoot('out'), ...at(missing)]],
    [['export', '--format', 'ere', '--out', file!, '--network', 'sample', ...at(sound)]],
    [['verify', ...at(missing)]],
    [['verify', ...at(file)]],
    [['copy', '--from', missing!, '--to', inRoot('copy')]],
    [['copy', '--from', sound!, '--to', file!]],
    [['store', 'status', ...at(missing)]],
    [['store', 'create', ...at(file)]],
    [['conform', 'http://127.0.0.1:PORT']],
    [['conform', 'http://127.0.0.1:PORT', '--reporter', `json=${missing!}`]],
    [['config', 'print', 'serve', '--config', missing!]],
  ])('%s', async ([args, code = 2]) => {
    const { stderr, ...rest } = await end(args as readonly string[])
    expect(rest, stderr).toEqual({ code, left: false })
    expect(stderr).toMatch(/^lectern: \S[^\n]+\.\n$/)
  })
})
