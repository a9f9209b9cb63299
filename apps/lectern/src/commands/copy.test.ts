import { sample } from '@lectern/fixtures'
import { openStore } from '@lectern/history'
import { expect, test } from 'vitest'
import { importSample, lectern, temporaryFolder } from '../../test/command.ts'

const top = `block ${sample.headNumber} ${sample.head}`

test('a store is copied, verified on the way, and again where there is nothing to do', async () => {
  const [from, to] = [temporaryFolder(), temporaryFolder()]
  await lectern(importSample(from))
  const copied = await lectern(['copy', '--from', from, '--to', to, '--workers', '0'])
  expect(copied).toMatchObject({ code: 0, stderr: '' })
  expect(copied.stdout).toMatch(/^Copied \d+ blocks with \d+ transactions, each verified\. /)
  expect(copied.stdout).toContain(`${to} ends with ${top}.\n`)
  const again = await lectern(['copy', '--from', from, '--to', to, '--json'])
  expect(JSON.parse(again.stdout)).toEqual({
    head: { number: sample.headNumber, hash: sample.head },
    added: 0,
    transactions: 0,
  })
  await using one = await openStore(from, { readOnly: true })
  await using other = await openStore(to, { readOnly: true })
  expect(other.head).toEqual(one.head)
  expect([...other.blocks()]).toEqual([...one.blocks()])
  expect(await lectern(['verify', '--datadir', to])).toMatchObject({ code: 0 })
})

test('a store that cannot be copied gets a sentence', async () => {
  const [from, to] = [temporaryFolder(), temporaryFolder()]
  const copy = async (...args: string[]) => {
    const { code, stderr } = await lectern(['copy', '--to', to, ...args])
    expect(code).toBe(2)
    return stderr
  }
  expect(await copy('--from', to)).toBe('lectern: --from and --to are the same store.\n')
  expect(await copy('--from', from)).toMatch(/holds no store: import a chain into it first/)
  await lectern(['store', 'create', '--datadir', from])
  expect(await copy('--from', from)).toBe(`lectern: ${from} has no block to copy.\n`)
  expect(await copy('--from', 'none://me:secret@host/keyspace')).not.toContain('secret')
})

test('a store is made, and its status says what is in it and who writes it', async () => {
  const datadir = temporaryFolder()
  const made = await lectern(['store', 'create', '--datadir', datadir])
  expect(made).toEqual({ code: 0, stdout: `${datadir} is there.\n`, stderr: '' })
  const status = async (...flags: string[]) =>
    (await lectern(['store', 'status', '--datadir', datadir, ...flags])).stdout
  expect(await status()).toMatch(`${datadir}, of no chain yet: no block\n`)
  await lectern(importSample(datadir))
  const said = await status()
  expect(said).toContain(
    `, chain 7357: blocks 0 to ${sample.headNumber} (${sample.head}): ${sample.headNumber + 1} `,
  )
  expect(said).toMatch(/\n\d+\.\d MB\nWriter: none\n$/)
  await using store = await openStore(datadir)
  expect(JSON.parse(await status('--json'))).toMatchObject({
    store: datadir,
    chainId: '7357',
    head: { number: sample.headNumber, hash: sample.head },
    transactions: store.report().transactions,
    writer: 'a process of this machine',
  })
})

test.each(['100', 'dc1=3,dc2', '=3'])('a replication of %j is refused', async (text) => {
  const { code, stderr } = await lectern([
    'store',
    'create',
    '--store',
    'none://host/k',
    '--replication',
    text,
  ])
  expect([code, stderr]).toEqual([
    2,
    `error: option '--replication <copies>' argument '${text}' is invalid. It must be a number from 1 to 99, or one for each datacenter: dc1=3,dc2=3.\n`,
  ])
})
