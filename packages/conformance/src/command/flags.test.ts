import { Command } from 'commander'
import { expect, test, vi } from 'vitest'
import { wholeNumber } from './flags.ts'

const parse = (args: string[]) =>
  new Command()
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .addOption(wholeNumber('--rate-limit <number>', 'requests', { least: 1, most: 9, value: 4 }))
    .parse(args, { from: 'user' })
    .opts()

test('a number between its bounds is taken, the default otherwise', () => {
  expect(parse(['--rate-limit', '9'])).toEqual({ rateLimit: 9 })
  expect(parse([])).toEqual({ rateLimit: 4 })
})

test.each(['0', '10', '1.5', '1e0', '0x1', '', ' 1', '-1', 'many'])(
  '%j is refused with its bounds',
  (text) => {
    expect(() => parse([`--rate-limit=${text}`])).toThrow(`It must be a whole number from 1 to 9.`)
  },
)

test('the environment has it under the name of the flag', () => {
  vi.stubEnv('LECTERN_RATE_LIMIT', '7')
  expect(parse([])).toEqual({ rateLimit: 7 })
  vi.unstubAllEnvs()
})
