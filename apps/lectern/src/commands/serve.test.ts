import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { sample } from '@lectern/fixtures'
import { needs } from '@lectern/fixtures/needs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { importSample, lectern, serve, start, temporaryFolder } from '../../test/command.ts'
import { ask, askLatest, read, until } from '../../test/questions.ts'

/** The sample chain, imported once: servers only read. */
const datadir = mkdtempSync(`${tmpdir()}/lectern-`)
beforeAll(async () => void (await lectern(importSample(datadir))))
afterAll(() => rmSync(datadir, { recursive: true, force: true }))

const hasProc = existsSync('/proc/self/task')

/** The processes of a server's workers; on Linux. */
const workersOf = ({ pid }: ChildProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).map(Number)

describe('several workers', () => {
  test('answer on one port that is logged once, and their metrics are one, whichever is asked', async () => {
    const { url, child, output } = await serve(['--datadir', datadir, '--workers', '3'])
    for (let call = 0; call < 7; call++) await ask(url, 'eth_getBlockByNumber', ['latest', false])
    await ask(url, 'eth_getBlockByNumber', ['none', false])
    await ask(url, 'eth_none', [])
    for (let asked = 0; asked < 3; asked++) {
      const text = await (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).text()
      for (const line of [
        'rpc_requests_total{method="eth_getBlockByNumber",outcome="ok"} 7',
        'rpc_requests_total{method="other",outcome="error"} 1',
        'rpc_errors_total{code="-32602"} 1',
        'server_workers{state="serving"} 3',
        `store_head_number ${sample.headNumber}`,
      ])
        expect(text.split('\n')).toContain(line)
    }
    expect(await read(`${url}/status`)).toMatchObject({
      workers: { asked: 3, serving: 3, restarts: 0 },
      limits: { batchItems: 1_000, connections: 4_000 },
      versions: { node: process.versions.node },
      head: { number: sample.headNumber },
    })
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(output().match(/Serving http/g)).toHaveLength(1)
    expect(output()).toContain(`"anchored":${sample.headNumber},`)
    expect(output().match(/Ended/g)).toHaveLength(1)
  })

  test('see what is imported beside them at once', async () => {
    const folder = temporaryFolder()
    const short = `${temporaryFolder()}/chain.rlp`
    copyFileSync(sample.chain, short)
    truncateSync(short, readFileSync(short).length - 1)
    await lectern(['import', short, '--genesis', sample.genesis, '--datadir', folder])
    const { url } = await serve(['--datadir', folder, '--workers', '2'])
    for (let asked = 0; asked < 4; asked++) expect(await askLatest(url)).toBe(sample.headNumber - 1)
    await lectern(importSample(folder))
    for (let asked = 0; asked < 4; asked++) expect(await askLatest(url)).toBe(sample.headNumber)
  })

  test('are started again where one is killed; counts stay', needs('/proc', hasProc), async () => {
    const { url, child, output } = await serve(['--datadir', datadir, '--workers', '2'])
    for (let call = 0; call < 4; call++) await askLatest(url)
    await fetch(`${url}/metrics`)
    const before = workersOf(child)
    process.kill(before[0]!, 'SIGKILL')
    // A connection that Node had just handed to it would wait for ever.
    await until(
      async () => output(),
      (text) => text.includes('A worker ended by SIGKILL'),
    )
    await until(
      async () => (await read(`${url}/status`)) as { workers: object },
      (status) => JSON.stringify(status.workers) === '{"asked":2,"serving":2,"restarts":1}',
    )
    expect(workersOf(child)).not.toEqual(before)
    for (let asked = 0; asked < 4; asked++) expect(await askLatest(url)).toBe(sample.headNumber)
    const text = await (await fetch(`${url}/metrics`)).text()
    expect(text).toContain('rpc_requests_total{method="eth_getBlockByNumber",outcome="ok"} 8\n')
  })

  test('are killed and started again where one hangs', needs('/proc', hasProc), async () => {
    const hang = `data:text/javascript,process.on('SIGUSR2',()=>{for(;;);})`
    const { url, child, output } = await serve(
      ['--datadir', datadir, '--workers', '2', '--workers.timeout', '3'],
      { NODE_OPTIONS: `--import=${hang}` },
    )
    const [hung, other] = workersOf(child) as [number, number]
    process.kill(hung, 'SIGUSR2')
    await until(
      async () => output(),
      (text) => text.includes('A worker ended by SIGKILL'),
    )
    expect(output()).toContain('A worker hangs: it sent nothing for 3 s. It is killed.')
    await until(
      async () => (await read(`${url}/status`)) as { workers: object },
      (status) => JSON.stringify(status.workers) === '{"asked":2,"serving":2,"restarts":1}',
    )
    expect(workersOf(child)).toContain(other)
    expect(workersOf(child)).not.toContain(hung)
  })

  test(
    'are not taken for hung where all were stopped together, as a machine that slept',
    needs('/proc', hasProc),
    async () => {
      const { url, child, output } = await serve([
        '--datadir',
        datadir,
        '--workers',
        '2',
        '--workers.timeout',
        '2',
      ])
      const workers = workersOf(child)
      for (const signal of ['SIGSTOP', 'SIGCONT'] as const) {
        for (const pid of [child.pid!, ...workers]) process.kill(pid, signal)
        await wait(3_500)
      }
      expect(output()).not.toContain('hangs')
      expect(workersOf(child)).toEqual(workers)
      expect(await askLatest(url)).toBe(sample.headNumber)
    },
  )

  test(
    'are not replaced by one that would serve another chain from the same folder',
    needs('/proc', hasProc),
    async () => {
      const [folder, wrong] = [temporaryFolder(), `${temporaryFolder()}/genesis.json`]
      cpSync(datadir, `${folder}/live`, { recursive: true })
      writeFileSync(
        wrong,
        readFileSync(sample.genesis, 'utf8').replace(/"timestamp": "[^"]*"/, '"timestamp": "0x1"'),
      )
      const { url, child, output } = await serve(['--datadir', `${folder}/live`, '--workers', '2'])
      renameSync(`${folder}/live`, `${folder}/live.old`)
      await lectern(['import', sample.chain, '--genesis', wrong, '--datadir', `${folder}/live`])
      process.kill(workersOf(child)[0]!, 'SIGKILL')
      await until(
        async () => output(),
        (text) =>
          text.includes('/live holds another chain now: its genesis is 0x') &&
          text.includes(`but ${sample.genesisHash} is being served.`),
      )
      for (let asked = 0; asked < 4; asked++)
        expect(await read(`${url}/status`)).toMatchObject({
          genesis: sample.genesisHash,
          workers: { serving: 1 },
        })
      expect(await read(`${url}/readyz`)).toMatchObject({ reasons: ['replaced'] })
    },
  )

  test('that keep ending before they serve are given up with a sentence and exit code 2', async () => {
    const crash = 'data:text/javascript,if(process.env.LECTERN_WORKER)process.exit(3)'
    const { code, stderr } = await lectern(
      ['serve', '--datadir', datadir, '--http.port', '0', '--workers', '2'],
      { NODE_OPTIONS: `--import=${crash}` },
    )
    expect(code).toBe(2)
    expect(stderr).toBe(
      'lectern: 5 workers in a row ended before they served, the last one by exit code 3.\n',
    )
  })
})

describe.each([1, 2])('a drain of %i', (workers) => {
  test('says so, answers on, and ends with 0', async () => {
    const { url, child } = await serve([
      '--datadir',
      datadir,
      '--workers',
      String(workers),
      '--shutdown.delay',
      '2',
    ])
    expect(await read(`${url}/readyz`)).toMatchObject({ status: 'ready' })
    child.kill('SIGTERM')
    await until(
      () => fetch(`${url}/readyz`),
      ({ status }) => status === 503,
    )
    expect(await read(`${url}/readyz`)).toMatchObject({ reasons: ['draining'], criteria: { staying: 0 } })
    expect((await fetch(`${url}/livez`)).status).toBe(200)
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_getBlockByNumber',
        params: ['latest', false],
      }),
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('connection')).toBe('close')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('is cut short by a second signal, with exit code 1', async () => {
    const { url, child } = await serve([
      '--datadir',
      datadir,
      '--workers',
      String(workers),
      '--shutdown.delay',
      '60',
    ])
    child.kill('SIGINT')
    await until(
      () => fetch(`${url}/readyz`),
      ({ status }) => status === 503,
    )
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([1, null])
    await until(
      () =>
        fetch(`${url}/livez`).then(
          () => 'served',
          () => 'gone',
        ),
      (found) => found === 'gone',
    )
  })
})

test(
  'a signal before anything is served ends the command with 0, and its workers',
  needs('/proc', hasProc),
  async () => {
    const child = start(['serve', '--datadir', datadir, '--http.port', '0', '--workers', '2'])
    onTestFinished(() => void child.kill('SIGKILL'))
    await until(
      async () => workersOf(child),
      (pids) => pids.length === 2 && pids[0] !== 0,
    )
    const workers = workersOf(child)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    await until(
      async () => workers.filter((pid) => existsSync(`/proc/${pid}`)),
      (left) => left.length === 0,
    )
  },
)

test('a name of two addresses is served on its first alone, where all limits are', async () => {
  const two = `import dns from 'node:dns'
const { lookup } = dns
const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
dns.lookup = (host, options, done) =>
  host === 'localhost' && options.all ? done(null, addresses) : lookup(host, options, done)`
  const NODE_OPTIONS = `--import=data:text/javascript;base64,${btoa(two)}`
  const flags = ['--datadir', datadir, '--workers', '1', '--http.addr', 'localhost']
  const { url } = await serve(flags, { NODE_OPTIONS })
  expect((await fetch(`${url}/livez`)).status).toBe(200)
  await expect(fetch(`${url.replace('127.0.0.1', '127.0.0.2')}/livez`)).rejects.toThrow('fetch failed')
})
