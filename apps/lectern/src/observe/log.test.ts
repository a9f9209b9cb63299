import { execFileSync } from 'node:child_process'
import { closeSync, constants, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { needs } from '@lectern/fixtures/needs'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/command.ts'
import { createLogOutput } from './log.ts'

function open(path: string, flags: string | number): number {
  const descriptor = openSync(path, flags)
  onTestFinished(() => closeSync(descriptor))
  return descriptor
}

const line = (number: number): string => `${JSON.stringify({ number, text: 'a'.repeat(9_000) })}\n`

test('each line is written before the call returns', () => {
  const path = `${temporaryFolder()}/log`
  const { write } = createLogOutput(open(path, 'a'))
  for (const line of ['one\n', 'ü\n']) {
    write(line)
    expect(readFileSync(path, 'utf8').endsWith(line)).toBe(true)
  }
})

test('a line that no room is left for is dropped', needs('/dev/full', existsSync('/dev/full')), () => {
  const { write } = createLogOutput(open('/dev/full', 'w'))
  expect(() => write('lost\n')).not.toThrow()
})

test(
  'lines that nobody reads are dropped, and those that come through are whole',
  needs('pipes', process.platform !== 'win32'),
  () => {
    const path = `${temporaryFolder()}/pipe`
    execFileSync('mkfifo', [path])
    const reader = open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const { write } = createLogOutput(open(path, constants.O_WRONLY | constants.O_NONBLOCK))
    for (let number = 0; number < 30; number += 1) write(line(number)) // of 270 KB a pipe holds 64
    const room = Buffer.alloc(1 << 20)
    let text = ''
    const read = () => (text += room.toString('utf8', 0, readSync(reader, room)))
    read()
    write(line(30))
    read()
    const numbers = text
      .trimEnd()
      .split('\n')
      .map((each) => (JSON.parse(each) as { number: number }).number)
    expect(numbers.length).toBeGreaterThan(5)
    expect(numbers.length).toBeLessThan(20)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(numbers.at(-1)).toBe(30)
  },
)
