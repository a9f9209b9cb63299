import { expect, test } from 'vitest'
import { showLine, showText } from './shown-text.ts'

test('control characters are written out, line ends and tabs are not', () => {
  expect(showText('a\u0000b\u001B[31m\u007F\u009B\r\n\tc')).toBe(
    String.raw`a\u0000b\u001b[31m\u007f\u009b\u000d` + '\n\tc',
  )
})

test('half a surrogate pair is replaced, a whole one stays', () => {
  expect(showText('\uD800x\u{1F600}')).toBe('\uFFFDx\u{1F600}')
  expect(showText('x\u{1F600}', 2)).toBe('x\uFFFD… (3 characters)')
})

test('a long text is cut, and its length added', () => {
  expect(showText('x'.repeat(2_000))).toHaveLength(2_000)
  expect(showText('x'.repeat(2_001))).toBe(`${'x'.repeat(2_000)}… (2001 characters)`)
})

test('what turns the direction of the text behind it is written out', () => {
  expect(showText('a\u202Eb\u202A\u2066c\u2069')).toBe(String.raw`a\u202eb\u202a\u2066c\u2069`)
})

test('what has no width, no meaning or no place in Unicode is written out', () => {
  expect(showText('a\uFEFFb\u200Bc\u2028d\uE000e\uFFFFf\u{E0041}g')).toBe(
    String.raw`a\ufeffb\u200bc\u2028d\ue000e\ufffff\u{e0041}g`,
  )
})

test('on one line, line breaks are written out', () => {
  expect(showLine('a\n::error::b\r\nc')).toBe(String.raw`a\n::error::b\u000d\nc`)
})
