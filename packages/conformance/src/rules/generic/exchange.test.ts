import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeCorpus } from '@lectern/fixtures'
import { describe, expect, test } from 'vitest'
import { readExchanges } from '../../files.ts'
import { parseExchange } from './exchanges.ts'

describe('an exchange file', () => {
  test('has comments, blank lines and several round trips', () => {
    const text =
      '// two calls\n// speconly: why\n\n>> {"id":1}\n<< {"id":1,"result":null}\n\n>> {"id":2}\r\n<<[]\n// end\n'
    expect(parseExchange(text, 'a/b.io')).toEqual({
      name: 'a/b',
      comment: 'two calls\nspeconly: why',
      specOnly: true,
      rounds: [
        { line: 4, request: '{"id":1}', response: '{"id":1,"result":null}' },
        { line: 7, request: '{"id":2}', response: '[]' },
      ],
    })
  })

  test.each([
    ['', 'a.io: there is no request in this file.'],
    ['>> {}', 'a.io:1: the request has no response.'],
    ['// c\n<< {}', 'a.io:2: a response without a request before it.'],
    ['>> {}\n>> {}', 'a.io:2: a second request, but the one of line 1 has no response yet.'],
    ['>> {}\n<< {}\nfoo', 'a.io:3: the line starts with none of "//", ">>", "<<": "foo".'],
    ['>> {"a":}\n<< {}', 'a.io:1: not JSON (Unexpected token'],
    ['>> {}\n<< {} {}', 'a.io:2: not JSON ('],
  ])('is refused with its line: %j', (text, message) => {
    expect(() => parseExchange(text, 'a.io')).toThrow(message)
  })
})

describe('reading', () => {
  test('a folder gives its files by name; a folder without one, a missing path and bad UTF-8 are refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-exchange-'))
    try {
      await expect(readExchanges(folder)).rejects.toThrow('there is no .io file in this folder')
      await expect(readExchanges(join(folder, 'none'))).rejects.toThrow(/none: cannot be read/)
      await mkdir(join(folder, 'b'))
      await writeFile(join(folder, 'b', 'two.io'), '>> 1\n<< 1')
      await writeFile(join(folder, 'a.io'), '>> 1\n<< 1')
      await writeFile(join(folder, 'README.md'), 'not an exchange')
      expect((await readExchanges(folder)).map(({ name }) => name)).toEqual(['a', 'b/two'])
      expect(await readExchanges(join(folder, 'a.io'))).toHaveLength(1)
      await writeFile(join(folder, 'a.io'), Uint8Array.of(0xff))
      await expect(readExchanges(folder)).rejects.toThrow('a.io: is not UTF-8')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  describeCorpus('execution-apis/tests', 'the official suite', (path) => {
    test('has 28 exchanges of one round trip each', async () => {
      const exchanges = await readExchanges(path)
      expect(exchanges).toHaveLength(28)
      expect(exchanges.every(({ rounds, comment }) => rounds.length === 1 && comment !== '')).toBe(true)
    })
  })
})
