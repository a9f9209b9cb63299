import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, expect, test, vi } from 'vitest'
import { lectern, temporaryFolder } from '../../test/command.ts'
import { addConfig } from './config.ts'
import { chooseStore, readLocation, type StoreFlags, storeOptions } from './store-options.ts'

afterEach(() => vi.unstubAllEnvs())

const url = 'cassandra://a,b/keyspace?dc=one'

/** Where the store is by flags, the environment and a file. */
async function read(
  args: readonly string[],
  { env = {}, file }: { readonly env?: Record<string, string>; readonly file?: string } = {},
) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const command = new Command('sample').exitOverride()
  for (const option of storeOptions()) command.addOption(option)
  addConfig(command, { others: async () => [] })
  let flags: StoreFlags | undefined
  command.action(() => void (flags = chooseStore(command)))
  const path = join(temporaryFolder(), 'lectern.toml')
  if (file !== undefined) writeFileSync(path, file)
  await command.parseAsync([...args, ...(file === undefined ? [] : ['--config', path])], { from: 'user' })
  return readLocation(flags!)
}

test('a store is in a folder or in a cluster', async () => {
  expect(await read(['--datadir', 'history'])).toEqual({ datadir: 'history' })
  expect(await read(['--store', url])).toEqual({ url })
})

test('a flag goes before the environment, and that before a file', async () => {
  const env = { LECTERN_DATADIR: '/data' }
  expect(await read([], { env })).toEqual({ datadir: '/data' })
  expect(await read(['--store', url], { env })).toEqual({ url })
  expect(await read([], { env, file: `store = "${url}"` })).toEqual({ datadir: '/data' })
  vi.unstubAllEnvs()
  expect(await read([], { env: { LECTERN_STORE: url }, file: 'datadir = "history"' })).toEqual({ url })
})

test('both in one place exclude each other, and one is needed', async () => {
  const both = '--datadir and --store exclude each other: name one of them.'
  await expect(read(['--datadir', 'history', '--store', url])).rejects.toThrow(both)
  await expect(read([], { file: `datadir = "history"\nstore = "${url}"` })).rejects.toThrow(both)
  await expect(read([], { env: { LECTERN_DATADIR: '/data', LECTERN_STORE: url } })).rejects.toThrow(both)
  vi.unstubAllEnvs()
  await expect(read([])).rejects.toThrow('--datadir <dir> or --store <url> is needed: where the store is.')
})

test('user, password and TLS come by flags and the environment; the files of TLS are read', async () => {
  const ca = join(temporaryFolder(), 'ca.pem')
  writeFileSync(ca, 'PEM')
  const env = { LECTERN_STORE_USER: 'reader', LECTERN_STORE_PASSWORD: 's3cret' }
  expect(await read(['--store', url], { env })).toEqual({ url, user: 'reader', password: 's3cret' })
  vi.unstubAllEnvs()
  expect(await read(['--store', url, '--store.tls'])).toEqual({ url, tls: {} })
  expect(await read(['--store', url, '--store.tls', 'off'])).toEqual({ url })
  expect(await read(['--store', url, '--store.tls.ca', ca])).toEqual({ url, tls: { ca: 'PEM' } })
  await expect(read(['--store', url, '--store.tls.key', '/none.pem'])).rejects.toThrow('/none.pem')
})

test('a password is never shown', async () => {
  const env = { LECTERN_STORE_PASSWORD: 's3cret', LECTERN_STORE: 'cassandra://reader:s3cret@host/keyspace' }
  for (const args of [
    ['config', 'print'],
    ['config', 'print', '--json'],
    ['verify'],
    ['serve', '--http.port', '0'],
  ]) {
    const { stdout, stderr } = await lectern(args, env)
    expect(stdout + stderr).toContain(args[0] === 'config' ? '***' : 'URL')
    expect(stdout + stderr).not.toContain('s3cret')
  }
})
