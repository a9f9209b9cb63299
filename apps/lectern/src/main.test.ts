import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { once } from 'node:events'
import { copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { describeCorpus, sample } from '@lectern/fixtures'
import { describe, expect, onTestFinished, test } from 'vitest'
import { importSample, lectern, serve, temporaryFolder } from '../test/command.ts'

const question = (method: string, params: unknown[]) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
})

test('the parts of a chain in a folder are imported in the order of their numbers', async () => {
  const [folder, datadir] = [temporaryFolder(), temporaryFolder()]
  const file = readFileSync(sample.chain)
  let [at, block] = [0, 0]
  const cut = (name: string, blocks: number) => {
    const start = at
    for (const last = block + blocks; block < last && at < file.length; block++) {
      const lengthSize = Math.max(0, file[at]! - 0xf7)
      at += 1 + lengthSize + (lengthSize === 0 ? file[at]! - 0xc0 : file.readUIntBE(at + 1, lengthSize))
    }
    writeFileSync(`${folder}/${name}`, file.subarray(start, at))
  }
  cut('1.rlp', 10)
  cut('9.rlp', 10)
  cut('10.rlp', Infinity)
  const args = ['--genesis', sample.genesis, '--head', sample.head, '--datadir', datadir]
  const { code, stdout, stderr } = await lectern(['import', folder, ...args])
  expect([code, stderr.split('\n').at(-2) ?? '']).toEqual([0, expect.not.stringMatching(/^lectern:/)])
  expect(stdout).toContain(`The chain ends with block ${sample.headNumber} ${sample.head}`)
})

describe('a chain that is imported', () => {
  test('S1 S2 D4 is served over POST, verified again, and conforms', async () => {
    const datadir = temporaryFolder()
    const imported = await lectern([...importSample(datadir), '--json'])
    expect(JSON.parse(imported.stdout)).toMatchObject({
      head: { number: sample.headNumber, hash: sample.head },
      anchor: sample.headNumber,
    })

    const verified = await lectern(['verify', '--datadir', datadir, '--json'])
    expect(verified.code).toBe(0)
    expect(JSON.parse(verified.stdout)).toMatchObject({
      holds: true,
      blocks: sample.headNumber + 1,
      anchor: { number: sample.headNumber, grounds: 'stated' },
    })

    const { url, child } = await serve(['--datadir', datadir])
    const page = await fetch(url, { headers: { accept: 'text/html' } }) // what follows holds beside it
    expect(await page.text()).toContain('<!doctype html>')
    const answer = await fetch(url, question('eth_getBlockByNumber', ['latest', false]))
    expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', id: 1, result: { hash: sample.head } })

    const exchanges = await lectern(['conform', url, '--exchanges', sample.exchanges, '--reporter', 'json'])
    const { summary, results } = JSON.parse(exchanges.stdout)
    expect(summary).toMatchObject({ failed: 0, skipped: 0 })
    const different = results.filter(({ identical }: { identical?: boolean }) => !identical)
    // The wording of an error is each node's own, so the recorded one only fixes its code.
    expect(different.filter(({ id }: { id: string }) => !id.includes('/error-'))).toEqual([])

    const conform = await lectern(['conform', url])
    expect(conform.stdout).toMatch(/\b0 failed\b/)
    expect(conform.code).toBe(0)

    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('is served until a signal, also to a client that never ends its request', async () => {
    const datadir = temporaryFolder()
    await lectern(importSample(datadir))
    const { url, child } = await serve(['--datadir', datadir])
    const client = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
    client.write(
      'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n[',
    )
    const drip = setInterval(() => client.write(' '), 100)
    onTestFinished(() => clearInterval(drip))
    await setTimeout(500)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    client.destroy()
  })

  test('adds nothing the second time, and goes on where a shorter file ended', async () => {
    const datadir = temporaryFolder()
    const short = `${temporaryFolder()}/chain.rlp`
    copyFileSync(sample.chain, short)
    truncateSync(short, readFileSync(short).length - 1)
    const cut = await lectern(['import', short, '--genesis', sample.genesis, '--datadir', datadir])
    expect(cut.code).toBe(2)
    expect(cut.stderr).toContain(`after block ${sample.headNumber - 1}`)
    expect(JSON.parse((await lectern([...importSample(datadir), '--json'])).stdout)).toMatchObject({
      added: 1,
    })
    const again = await lectern(importSample(datadir))
    expect(again.stdout).toContain('Nothing to add')
    expect(again.code).toBe(0)
  })

  test('stays anchored, and says so, when it is imported again without --head', async () => {
    const datadir = temporaryFolder()
    await lectern(importSample(datadir))
    const args = ['import', sample.chain, '--genesis', sample.genesis, '--datadir', datadir]
    const again = await lectern(args)
    expect(again.stdout).toContain(`Block ${sample.headNumber} has the hash that --head named`)
    expect(again.stdout).not.toContain('not trusted')
    expect(JSON.parse((await lectern([...args, '--json'])).stdout)).toMatchObject({
      anchor: sample.headNumber,
    })
  })

  test('without a trusted head has no safe block, and verify says that it is only consistent with itself', async () => {
    const datadir = temporaryFolder()
    await lectern(['import', sample.chain, '--genesis', sample.genesis, '--datadir', datadir])
    const { url } = await serve(['--datadir', datadir])
    const answer = await fetch(url, question('eth_getBlockByNumber', ['safe', false]))
    expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 1, result: null })
    expect((await lectern(['verify', '--datadir', datadir])).stdout).toContain('consistent with itself')
  })
})

test('serve gives the proof of a receipt, unless a flag disables it', async () => {
  const datadir = temporaryFolder()
  await lectern(importSample(datadir))
  const { url } = await serve(['--datadir', datadir])
  const latest = (await (await fetch(url, question('eth_getBlockByNumber', ['latest', false]))).json()) as {
    result: { transactions: string[] }
  }
  const path = `/proof/receipt/${latest.result.transactions[0]}`
  expect(await (await fetch(url + path)).json()).toMatchObject({
    index: '0x0',
    receiptNodes: expect.any(Array),
  })
  expect(await (await fetch(`${url}/status`)).json()).toMatchObject({ proofs: true })
  const silent = await serve(['--datadir', datadir, '--http.proofs', 'off'])
  expect((await fetch(silent.url + path)).status).toBe(404)
  expect(await (await fetch(`${silent.url}/status`)).json()).toMatchObject({ proofs: false })
})

/** Returns the sentence on standard error; standard output is empty, and the exit code is 2. */
const refused = async (args: string[], env?: Record<string, string>) => {
  const { code, stderr, stdout } = await lectern(args, env)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3)
  return stderr.trim()
}

describe('one clear sentence and exit code 2:', () => {
  test('an unknown flag', async () => {
    expect(await refused(['serve', '--datadr', 'x'])).toMatchInlineSnapshot(`
      "error: unknown option '--datadr'
      (Did you mean --datadir?)"
    `)
  })

  test('an unknown command', async () => {
    expect(await refused(['sreve'])).toMatchInlineSnapshot(`
      "error: unknown command 'sreve'
      (Did you mean serve?)
      lectern --help lists the commands."
    `)
  })

  test('an unknown command that every object has', async () => {
    expect(await refused(['constructor'])).toMatchInlineSnapshot(`
      "error: unknown command 'constructor'
      lectern --help lists the commands."
    `)
  })

  test('a glob that leaves no check', async () => {
    expect(await refused(['conform', 'http://127.0.0.1:1', '--only', 'prof/*'])).toMatchInlineSnapshot(
      `"lectern: No check is left by --only, --skip and --level; an id looks like protocol/S01, and 'proof/*' is a glob."`,
    )
  })

  test('a value that is none', async () => {
    expect(await refused(['serve', '--datadir', 'x', '--http.port', '99999'])).toMatchInlineSnapshot(
      `"error: option '--http.port <number>' argument '99999' is invalid. It must be a whole number from 0 to 65535."`,
    )
  })

  test('the same value from the environment', async () => {
    expect(await refused(['serve', '--datadir', 'x'], { LECTERN_HTTP_PORT: 'http' })).toMatchInlineSnapshot(
      `"error: option '--http.port <number>' value 'http' from env 'LECTERN_HTTP_PORT' is invalid. It must be a whole number from 0 to 65535."`,
    )
  })

  test('no --datadir', async () => {
    expect(await refused(['serve'])).toMatchInlineSnapshot(
      `"lectern: --datadir <dir> or --store <url> is needed: where the store is."`,
    )
  })

  test('an empty LECTERN_DATADIR, which is none', async () => {
    expect(await refused(['serve'], { LECTERN_DATADIR: '' })).toMatch(
      '--datadir <dir> or --store <url> is needed',
    )
  })

  test('a folder that is not there', async () => {
    const folder = `${temporaryFolder()}/none`
    expect((await refused(['serve', '--datadir', folder])).replace(folder, 'DIR')).toMatchInlineSnapshot(
      `"lectern: DIR does not exist: import a chain into it first."`,
    )
    expect(existsSync(folder)).toBe(false)
  })

  test('a folder that cannot be written', async () => {
    const file = `${temporaryFolder()}/file`
    writeFileSync(file, '')
    expect((await refused(importSample(`${file}/datadir`))).replaceAll(file, 'FILE')).toMatchInlineSnapshot(
      `"lectern: FILE/datadir cannot be made: FILE takes no folder (not a directory)."`,
    )
  })

  test('a port in use, by exit code 1: another start may find it free', async () => {
    const datadir = temporaryFolder()
    await lectern(importSample(datadir))
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const port = String((other.address() as AddressInfo).port)
    for (const workers of ['1', '2']) {
      const flags = ['--http.port', port, '--log.level', 'silent', '--workers', workers]
      expect(await lectern(['serve', '--datadir', datadir, ...flags])).toEqual({
        code: 1,
        stdout: '',
        stderr: `lectern: Cannot listen on 127.0.0.1:${port}: the port is in use; --http.port takes another, 0 any free one.\n`,
      })
    }
    other.close()
  })

  test('a source that is not there', async () => {
    expect(
      await refused(['import', 'none.rlp', '--genesis', sample.genesis, '--datadir', temporaryFolder()]),
    ).toMatchInlineSnapshot(`"lectern: none.rlp cannot be read: no such file or directory."`)
  })

  test('a source that is no chain', async () => {
    const args = ['import', sample.genesis, '--genesis', sample.genesis, '--datadir', temporaryFolder()]
    expect((await refused(args)).replace(sample.genesis, 'FILE')).toMatchInlineSnapshot(
      `"lectern: FILE is no chain.rlp, .era1, .ere or .jsonl file: it begins with "{\\n  \\"con"."`,
    )
  })

  test('a folder without a source', async () => {
    const folder = temporaryFolder()
    expect(await refused(['import', folder, '--datadir', temporaryFolder()])).toBe(
      `lectern: ${folder} holds no era file, such as mainnet-00000-5ec1ffb8.era1, and no chain.rlp; name .jsonl files one by one.`,
    )
  })

  test('a source that is text, before a genesis is asked for', async () => {
    const path = `${temporaryFolder()}/README.md`
    writeFileSync(path, '# Lectern\n')
    expect(await refused(['import', path, '--datadir', temporaryFolder()])).toBe(
      `lectern: ${path} is no chain.rlp, .era1, .ere or .jsonl file: it begins with "# Lecter".`,
    )
  })

  test('a block above the limit', async () => {
    const args = [...importSample(temporaryFolder()), '--block-limit', '600']
    expect((await refused(args)).replaceAll(sample.chain, 'FILE')).toMatchInlineSnapshot(
      `"lectern: FILE: the item at byte 0 is 637 bytes long, but 600 are the most that are read. Nothing is stored."`,
    )
  })

  test('no genesis', async () => {
    const refusal = await refused(['import', sample.chain, '--datadir', temporaryFolder()])
    expect(refusal.replaceAll(sample.chain, 'chain.rlp')).toMatchInlineSnapshot(
      `"lectern: chain.rlp is executed from its genesis: name the file with --genesis."`,
    )
  })

  test('another chain’s genesis', async () => {
    const other = `${temporaryFolder()}/genesis.json`
    writeFileSync(
      other,
      readFileSync(sample.genesis, 'utf8').replace(/"timestamp": "[^"]*"/, '"timestamp": "0x1"'),
    )
    const datadir = temporaryFolder()
    await lectern(importSample(datadir))
    expect(
      await refused(['import', sample.chain, '--genesis', other, '--datadir', datadir]),
    ).toMatchInlineSnapshot(
      `"lectern: The store holds another chain: its genesis is 0x536e6a466a57b649432df55a697a0a3ddd6278de87722ca952d2b971eb4dd71e, not 0x6c41808046808c4cb1a304e9a399c172037a7a2184fdf1cb58dacb99e24d6314. Name another one, or delete this one if it was imported with the wrong genesis."`,
    )
    expect((await lectern(['verify', '--datadir', datadir])).code).toBe(0)
    const fresh = temporaryFolder()
    const sentence = await refused(['import', sample.chain, '--genesis', other, '--datadir', fresh])
    expect(sentence).toContain('Nothing is stored.')
    expect((await lectern(importSample(fresh))).code).toBe(0)
  })

  test('a head that is no hash, and one that the chain does not have', async () => {
    const args = [
      'import',
      sample.chain,
      '--genesis',
      sample.genesis,
      '--datadir',
      temporaryFolder(),
      '--head',
    ]
    expect(await refused([...args, '0x12'])).toMatchInlineSnapshot(
      `"error: option '--head <hash>' argument '0x12' is invalid. It must be a 0x-prefixed 32-byte hash."`,
    )
    expect(
      (await refused([...args, `0x${'11'.repeat(32)}`]))
        .replace(sample.chain, 'FILE')
        .replace(sample.head, 'HASH'),
    ).toMatchInlineSnapshot(
      `"lectern: FILE ends with block 71 HASH, and no block of it has the trusted hash 0x1111111111111111111111111111111111111111111111111111111111111111; block 71 was not stored, and the blocks before it are unvouched. Blocks 0 to 70 are stored."`,
    )
  })

  test('an endpoint that does not answer', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const port = String((closed.address() as AddressInfo).port)
    closed.close()
    await once(closed, 'close')
    expect(
      (await refused(['conform', `http://127.0.0.1:${port}`])).replaceAll(port, 'PORT'),
    ).toMatchInlineSnapshot(
      `"lectern: http://127.0.0.1:PORT gave no response: connect ECONNREFUSED 127.0.0.1:PORT."`,
    )
  })
})

describeCorpus('execution-apis/tests', 'the official suite', (folder) => {
  test('S3 S4 S5 all 28 exchanges come back byte for byte', async () => {
    const datadir = temporaryFolder()
    const files = [
      'import',
      `${folder}/chain.rlp`,
      '--genesis',
      `${folder}/genesis.json`,
      '--head',
      `${folder}/headfcu.json`,
    ]
    expect((await lectern([...files, '--datadir', datadir])).code).toBe(0)
    const { url } = await serve(['--datadir', datadir])
    const { code, stdout } = await lectern(['conform', url, '--exchanges', folder])
    expect(stdout).toContain('exchanges: 28 of 28 equal, 28 byte for byte')
    expect(code).toBe(0)
  })
})
