import { totalmem } from 'node:os'
import { defaultHttpLimits } from '@lectern/server'
import { Command, CommanderError } from 'commander'
import { expect, test, vi } from 'vitest'
import { httpAddress } from './flags.ts'
import { limitGroups, limitOptions, toHttpLimits } from './limit-options.ts'
import { addServeOptions, type ServeOptions, toCacheBytes, toPolicyOptions } from './serve-options.ts'

/** The values of flags. */
function parse(...flags: readonly string[]): ServeOptions {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} })
  addServeOptions(command)
  return command.parse(['--datadir', 'history', ...flags], { from: 'user' }).opts<ServeOptions>()
}

/** The sentence that refuses the flags. */
function refuse(...flags: readonly string[]): string {
  try {
    parse(...flags)
  } catch (error) {
    if (error instanceof CommanderError) return error.message
  }
  throw new Error(`${flags.join(' ')} is not refused.`)
}

test('without a flag, the policy is closed and nobody is counted', () => {
  const { limits, ...policy } = toPolicyOptions(parse())
  expect(policy).toEqual({ vhosts: ['localhost'], corsDomains: [], compression: true })
  expect(limits).toEqual(defaultHttpLimits)
})

test('lists stand with commas, times in seconds', () => {
  const options = parse(
    '--http.vhosts=rpc.example, node',
    '--http.corsdomain',
    'https://a.example,https://*.b.example,null,chrome-extension://x',
    '--http.compression',
    'off',
    '--http.rate',
    '5',
    '--http.rate-burst',
    '7',
    '--http.timeouts.write',
    '9',
    '--http.connections',
    '1',
  )
  const { limits, ...policy } = toPolicyOptions(options)
  expect(policy).toEqual({
    vhosts: ['rpc.example', 'node'],
    corsDomains: ['https://a.example', 'https://*.b.example', 'null', 'chrome-extension://x'],
    compression: false,
    rate: { perSecond: 5, burst: 7 },
  })
  expect(limits).toEqual({ ...defaultHttpLimits, responseTime: 9_000, connections: 1 })
})

test('what the page may ask beside its own server are origins, and nothing that ends a policy', () => {
  const all = [
    'https://rpc.example',
    'http://127.0.0.1:*',
    'https://*.example.org:8443',
    'http://localhost:1',
  ]
  expect(parse('--http.site-connect', all.join())['http.siteConnect']).toEqual(all)
  const wrong = [
    '*',
    'https://a.example/path',
    'https://a.example;',
    "'self'",
    'ws://a.example',
    'https://[::1]',
    'null',
  ]
  for (const one of wrong) expect(refuse('--http.site-connect', one)).toContain('must be an origin such as')
})

test('proxies are addresses and networks', () => {
  const all = ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '0.0.0.0/0', '::/128']
  expect(parse('--http.trusted-proxies', all.join())['http.trustedProxies']).toEqual(all)
  for (const wrong of ['proxy.example', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0'])
    expect(refuse('--http.trusted-proxies', `10.0.0.1,${wrong}`)).toContain(
      `${wrong} must be an address or a network such as 10.0.0.0/8.`,
    )
})

test('what could never match is refused in a sentence that says why', () => {
  for (const wrong of ['https://rpc.example', 'rpc.example:8545', 'rpc.example/', '*.example'])
    expect(refuse('--http.vhosts', wrong)).toContain(
      `'${wrong}' is invalid. It must be a host name, without scheme, port or path.`,
    )
  for (const wrong of ['app.example', 'https://app.example/', '//app.example'])
    expect(refuse('--http.corsdomain', wrong)).toContain(
      `'${wrong}' is invalid. It must be an origin such as https://app.example`,
    )
})

test('every limit has a flag, whose least is 1', () => {
  const flags = limitGroups
    .flatMap(limitOptions)
    .map(({ long }) => long!)
    .filter((flag) => flag.startsWith('--http.'))
  expect(flags.length).toBe(Object.keys(defaultHttpLimits).length)
  for (const flag of flags) {
    expect(
      Object.values(toHttpLimits(parse(flag, '1'))).some((value) => value === 1 || value === 1_000),
      flag,
    ).toBe(true)
    expect(refuse(flag, '0'), flag).toContain('It must be a whole number from 1')
  }
})

const parseAddress = (text: string) =>
  new Command()
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .addOption(httpAddress())
    .parse(['--http.addr', text], { from: 'user' })
    .opts()

test('an address is no empty text, and IPv6 stands in brackets or without', () => {
  for (const text of ['', '  ', '[]'])
    expect(() => parseAddress(text)).toThrow(/It must be an address; 0\.0\.0\.0 or :: is all of them\./)
  expect(['::1', '[::1]', '0.0.0.0'].map(parseAddress)).toEqual(
    ['::1', '::1', '0.0.0.0'].map((host) => ({ 'http.addr': host })),
  )
})

test('the cache takes an eighth of the memory for all workers, 512 MiB a worker at most', () => {
  const MiB = 2 ** 20
  const memory = vi.spyOn(process, 'constrainedMemory')
  const bytes = (limit: number, ...flags: readonly string[]) => {
    memory.mockReturnValue(limit)
    return toCacheBytes(parse(...flags))
  }
  expect(bytes(1024 * MiB, '--workers', '1')).toBe(128 * MiB)
  expect(bytes(1024 * MiB, '--workers', '3')).toBe(42 * MiB)
  expect(bytes(1024 * MiB, '--workers', '1', '--cache.rendered', '0')).toBe(0)
  expect(bytes(1024 * MiB, '--workers', '2', '--cache.rendered', '4096')).toBe(4096 * MiB)
  const most = (workers: number) => Math.min(512, Math.floor(totalmem() / MiB / 8 / workers)) * MiB
  for (const unlimited of [0, 2 ** 64]) {
    expect(bytes(unlimited, '--workers', '1')).toBe(most(1))
    expect(bytes(unlimited, '--workers', '1024')).toBe(most(1024))
  }
})
