import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProgress } from './terminal.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A stream as the process has it, and what was written to it since the last look, a bar for each control sequence. */
function createStream(isTTY: boolean) {
  let text = ''
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  const read = () => {
    // oxlint-disable-next-line no-control-regex
    const written = text.replaceAll(/\u001B\[[0-9;]*[A-Z]/gi, '|')
    text = ''
    return written
  }
  return { stream: Object.assign(sink, { isTTY, columns: 80 }) as unknown as NodeJS.WriteStream, read }
}

const step = { share: 0.25, counts: { blocks: 1_000, tx: 20 }, at: 'block 1000' }

test('a terminal shows one line with rates and the time left, drawn over itself and taken away at the end', () => {
  const { stream, read } = createStream(true)
  const progress = createProgress('importing', stream)
  progress.update(step)
  expect(read()).toBe('')
  vi.advanceTimersByTime(1_000)
  progress.update(step)
  expect(read()).toMatchInlineSnapshot(
    `"|importing 25 % · 3 s left · 1,000 blocks/s · 20 tx/s · block 1000|"`,
  )
  progress.end()
  expect(read()).toBe('||')
  progress.end()
  expect(read()).toBe('')
})

test('a line longer than the terminal is cut, so that it stays one line: the time left and the rates come first', () => {
  const { stream, read } = createStream(true)
  const progress = createProgress('importing', stream)
  vi.advanceTimersByTime(200_000)
  progress.update({ ...step, at: 'block 12345678 0x12345678… cancun' })
  expect(read().split('|')[1]).toMatchInlineSnapshot(
    `"importing 25 % · 10 min left · 5 blocks/s · 0 tx/s · block 12345678 0x12345678…"`,
  )
  vi.advanceTimersByTime(200_000)
  progress.update({ ...step, at: 'x'.repeat(100) })
  expect(read().split('|')[1]).toMatchInlineSnapshot(
    `"importing 25 % · 20 min left · 3 blocks/s · 0 tx/s · xxxxxxxxxxxxxxxxxxxxxxxxxx"`,
  )
})

test('elsewhere it is a line of text every eight seconds', () => {
  const { stream, read } = createStream(false)
  const progress = createProgress('importing', stream)
  for (let second = 0; second < 20; second++) {
    vi.advanceTimersByTime(1_000)
    progress.update(step)
  }
  progress.end()
  expect(read()).toMatchInlineSnapshot(`
    "importing 25 % · 24 s left · 125 blocks/s · 3 tx/s · block 1000
    importing 25 % · 48 s left · 63 blocks/s · 1 tx/s · block 1000
    "
  `)
})

test('in the first hundredth no time left is shown', () => {
  const { stream, read } = createStream(true)
  const progress = createProgress('importing', stream)
  vi.advanceTimersByTime(1_000)
  progress.update({ ...step, share: 0.0001 })
  expect(read()).not.toContain('left')
  vi.advanceTimersByTime(1_000)
  progress.update({ ...step, share: 0.01 })
  expect(read()).toContain(' 1 % · 3 min left')
})

test('without a known size no time left is shown', () => {
  const { stream, read } = createStream(false)
  vi.advanceTimersByTime(0)
  const progress = createProgress('checking', stream)
  vi.advanceTimersByTime(100_000)
  progress.update({ counts: { checks: 50 }, at: 'proof' })
  expect(read()).toMatchInlineSnapshot(`
    "checking 1 checks/s · proof
    "
  `)
})
