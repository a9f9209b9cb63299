import { expect, test } from 'vitest'
import { explain } from './failure.ts'

test('what a sentence quotes of a file cannot move the cursor or begin a line', () => {
  const quoted = '\u001B[31mred\u001B[2J\n\u009B1m\u007F ü 日本 €'
  expect(explain(new Error(quoted))).toBe('\\u001b[31mred\\u001b[2J\\u000a\\u009b1m\\u007f ü 日本 €')
})

test('an error of the system gets the sentence of its code', () => {
  const error = Object.assign(new Error('ENOENT: no such file'), {
    code: 'ENOENT',
    syscall: 'open',
    path: 'a\nb',
  })
  expect(explain(error)).toBe('There is no file or folder a\\u000ab.')
})
