import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { corpus, describeCorpus, sample } from '@lectern/fixtures'
import { expect, onTestFinished, test } from 'vitest'
import { lectern, serve, temporaryFolder } from './command.ts'

describeCorpus('era1', 'the command and era1 files', (folder) => {
  const sepolia = `${folder}/sepolia-00021-b8814b14.era1`
  const head = '0xaf105ff107f4d9b48bc205c3001ee33938b1b6f3b2ef04da0064ae63ecb1d80a'

  test('an archive of sepolia is imported without a genesis.json, and everything of it proves again', async () => {
    const datadir = temporaryFolder()
    const imported = await lectern(['import', sepolia, '--head', head, '--datadir', datadir, '--json'])
    expect(JSON.parse(imported.stdout)).toMatchObject({
      added: 8192,
      transactions: 93,
      anchor: 180_223,
      head: { hash: head },
    })
    const verified = await lectern(['verify', '--datadir', datadir, '--json'])
    expect(JSON.parse(verified.stdout)).toMatchObject({
      lowest: 172_032,
      anchor: { number: 180_223, hash: head },
    })
  })

  test('a part of an era is stored, served and verified; what is below it is not available', async () => {
    const datadir = temporaryFolder()
    const run = (...args: string[]) => lectern(['import', sepolia, '--datadir', datadir, ...args])
    expect(await run('--from', 'era:20', '--to', '172031')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'The files are of the eras 21 to 21, but the range is from block 163840 to 172031.',
      ),
    })
    expect(await run('--from', 'era:x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('whole number'),
    })
    const imported = await run('--from', '180000', '--to', 'era:21', '--head', head, '--json')
    expect(JSON.parse(imported.stdout)).toMatchObject({ added: 224, anchor: 180_223 })
    const again = await run('--from', '179000', '--to', '180100')
    expect(again.stderr).toContain('begins too early, but the store holds blocks 180000 to 180223')
    const verified = await lectern(['verify', '--datadir', datadir, '--json'])
    expect(JSON.parse(verified.stdout)).toMatchObject({ lowest: 180_000, anchor: { number: 180_223 } })
    const { url } = await serve(['--datadir', datadir, '--workers', '1'])
    const call = async (number: number) => {
      const params = [`0x${number.toString(16)}`, false]
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params })
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      return (await response.json()) as object
    }
    expect(await call(179_999)).toMatchObject({ error: { code: 4444 } })
    expect(await call(180_000)).toMatchObject({ result: { number: '0x2bf20' } })
  })

  test('an era of mainnet that was exported with proofs is anchored by them, and verify says so', async () => {
    const [first, second, out] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
    const mainnet = `${folder}/mainnet-00000-5ec1ffb8.era1`
    await lectern(['import', mainnet, '--datadir', first])
    const exported = await lectern([
      'export',
      '--format',
      'ere',
      '--proofs',
      '--out',
      out,
      '--datadir',
      first,
    ])
    expect(exported.code).toBe(0)
    const file = readdirSync(out).find((name) => name.endsWith('.ere'))!
    expect(file).toMatch(/^mainnet-00000-[0-9a-f]{8}\.ere$/)
    const imported = await lectern(['import', `${out}/${file}`, '--datadir', second, '--json'])
    expect(JSON.parse(imported.stdout)).toMatchObject({ added: 8192, anchor: 8191, grounds: 'built-in' })
    const verified = await lectern(['verify', '--datadir', second])
    expect(verified.stdout).toContain('Blocks, and what vouches for them:\n  0 to 8191: accumulator\n')
  })

  test('summaries are refused for another chain, of another length, and where nothing is proven by them', async () => {
    const [datadir, out] = [temporaryFolder(), temporaryFolder()]
    writeFileSync(`${out}/summaries`, new Uint8Array(64))
    writeFileSync(`${out}/short`, new Uint8Array(65))
    const run = (...args: string[]) => lectern(['import', ...args, '--datadir', datadir])
    expect((await run(sepolia, '--summaries', `${out}/short`)).stderr).toContain(
      'short of 65 bytes must hold historical summaries: 64 bytes each.',
    )
    expect((await run(sepolia, '--summaries', `${out}/none`)).stderr).toContain('none cannot be read')
    const chain = ['--genesis', sample.genesis, sample.chain]
    const refused = await run(...chain, '--summaries', `${out}/summaries`)
    expect(refused.stderr).toContain(
      'The beacon chain of chain 7357 is not built in: name its config.yaml with --beacon.config.',
    )
    expect(refused.code).toBe(2)
  })

  test('an archive that is served conforms', async () => {
    const datadir = temporaryFolder()
    await lectern(['import', sepolia, '--head', head, '--datadir', datadir])
    const { url } = await serve(['--datadir', datadir])
    const conform = await lectern(['conform', url, '--reporter', 'json'])
    const { summary, results } = JSON.parse(conform.stdout) as {
      summary: object
      results: { id: string; status: string; reason?: string }[]
    }
    expect(results.filter(({ status }) => status === 'failed')).toEqual([])
    expect(summary).toMatchObject({ failed: 0 })
  })

  test('an archive is imported from a URL, anchored by an accumulator, and exported to the very same bytes', async () => {
    const bytes = readFileSync(sepolia)
    const sum = createHash('sha256').update(bytes).digest('hex')
    const server = createServer((request, response) => {
      const isList = request.url === '/era1/checksums.txt'
      response.end(isList ? `${sum}  sepolia-00021-b8814b14.era1\n` : bytes)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const index = bytes.length - (8 + 8 * 8192 + 16) // its entry comes last, the accumulator's before it
    const root = bytes.subarray(index - 32, index).toString('hex')
    const [datadir, out] = [temporaryFolder(), temporaryFolder()]
    writeFileSync(`${out}/roots`, `${'0'.repeat(64)}\n`.repeat(21) + `${root}\n`)
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/era1`
    const imported = await lectern([
      'import',
      url,
      '--accumulator',
      `${out}/roots`,
      '--datadir',
      datadir,
      '--json',
    ])
    expect(imported.stderr.replaceAll(/^importing .*\n/gm, '')).toBe('') // where it takes some seconds, it says how far it is
    expect(JSON.parse(imported.stdout)).toMatchObject({
      added: 8192,
      anchor: 180_223,
      grounds: 'accumulator',
      head: { hash: head },
    })
    expect(readdirSync(datadir)).not.toContain('downloads')
    mkdirSync(`${datadir}/downloads`)
    const theirs = ['sepolia-00021-b8814b14.era1', 'thesis.txt']
    for (const name of theirs) copyFileSync(sepolia, `${datadir}/downloads/${name}`)
    for (const source of [url, `${datadir}/downloads/${theirs[0]}`]) {
      const { code } = await lectern([
        'import',
        source,
        '--accumulator',
        `${out}/roots`,
        '--datadir',
        datadir,
      ])
      expect([code, readdirSync(`${datadir}/downloads`)]).toEqual([0, theirs])
    }
    const exporting = ['export', '--datadir', datadir, '--format', 'era1', '--out', `${out}/era1`]
    expect((await lectern(exporting)).stderr).toBe(
      'lectern: the store begins with block 172032, so the total difficulty before block 172032 must be given.\n',
    )
    const exported = await lectern([...exporting, '--difficulty-before', '73992389661547'])
    expect(exported.stdout.replace(out, 'DIR')).toBe(
      'DIR/era1/sepolia-00021-b8814b14.era1: blocks 172032 to 180223, 3.7 MB.\n',
    )
    expect(readFileSync(`${out}/era1/sepolia-00021-b8814b14.era1`).equals(bytes)).toBe(true)
    expect(readFileSync(`${out}/era1/checksums.txt`, 'utf8')).toBe(`0x${sum}\n`)
  })

  test('a file that is called what it is not, and one that is none, are refused in a sentence', async () => {
    const names = temporaryFolder()
    const refuse = async (name: string) => {
      copyFileSync(sepolia, `${names}/${name}`)
      const { code, stderr } = await lectern(['import', `${names}/${name}`, '--datadir', temporaryFolder()])
      expect(code).toBe(2)
      return stderr.replaceAll(names, 'DIR')
    }
    expect(await refuse('sepolia-00022-b8814b14.era1')).toMatchInlineSnapshot(`
      "lectern: DIR/sepolia-00022-b8814b14.era1: the name says era 22 and b8814b14, but the file holds era 21 and b8814b14. Nothing is stored.
      "
    `)
    expect(await refuse('holesky-00021-b8814b14.era1')).toMatchInlineSnapshot(`
      "lectern: holesky is none of mainnet and sepolia: name its genesis.json with --genesis.
      "
    `)
    expect(await refuse('renamed')).toBe(
      "lectern: DIR/renamed is an era1 file of era 21, but its name does not say of which network, as mainnet-00000-5ec1ffb8.era1 does: name the chain's genesis.json with --genesis.\n",
    )
  })

  test('a file under another name is imported for what it holds, where its chain is named', async () => {
    const renamed = `${temporaryFolder()}/data.bin`
    copyFileSync(sepolia, renamed)
    const genesis = corpus('genesis/sepolia.json.gz')!
    const args = ['import', renamed, '--genesis', genesis, '--datadir', temporaryFolder(), '--json']
    expect(JSON.parse((await lectern(args)).stdout)).toMatchObject({ added: 8192, head: { number: 180_223 } })
  })
})

test('the password of an address stands in no sentence', async () => {
  const server = createServer((_, response) => response.writeHead(404).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const imported = await lectern(['import', `http://me:s3cret@${host}/eras`, '--datadir', temporaryFolder()])
  expect(imported).toEqual({
    code: 2,
    stdout: '',
    stderr: `lectern: http://***@${host}/eras/checksums.txt cannot be read: it answered 404 Not Found.\n`,
  })
})
