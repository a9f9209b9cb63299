import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import tty from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sampleReport } from '../../test/sample-report.ts'
import { reporterNames, reporters } from '../report/reporters/reporters.ts'
import { prepareOutputs, reporterOption, writeOutputs, type Output } from './outputs.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-outputs-'))
afterAll(() => rmSync(folder, { recursive: true }))

const parse = (...args: string[]): Output[] | undefined =>
  new Command()
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .addOption(reporterOption())
    .parse(args, { from: 'user' })
    .opts()['reporter']

const { getColorDepth } = tty.WriteStream.prototype // it looks at NO_COLOR

/** Standard output as a terminal or a pipe, and what was written to it. */
function createStdout({ isTTY }: { isTTY: boolean }) {
  const written: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      done()
    },
  })
  return {
    stdout: Object.assign(sink, { isTTY, getColorDepth }) as unknown as NodeJS.WriteStream,
    text: () => written.join(''),
  }
}

describe('--reporter', () => {
  test('names a reporter, and a file after an equals sign, as often as is wanted', () => {
    expect(parse('--reporter', 'json', '--reporter', 'html=a=b.html', '--reporter=junit=c.xml')).toEqual([
      { reporter: 'json' },
      { reporter: 'html', file: 'a=b.html' },
      { reporter: 'junit', file: 'c.xml' },
    ])
    expect(parse()).toBeUndefined()
  })

  test.each([
    ['xml', 'It must be one of text, json, junit, html, markdown, or one of them with =file behind it.'],
    ['toString=x', 'It must be one of text, json, junit, html, markdown, or'],
    ['html=', 'It names no file after the =.'],
  ])('refuses %s', (text, sentence) => {
    expect(() => parse('--reporter', text)).toThrow(sentence)
  })
})

describe('where reports go, before anything is asked', () => {
  test('the text goes to standard output where nothing else does', async () => {
    expect(await prepareOutputs()).toEqual([{ reporter: 'text' }])
    const html: Output = { reporter: 'html', file: join(folder, 'a.html') }
    expect(await prepareOutputs([html])).toEqual([{ reporter: 'text' }, html])
    expect(await prepareOutputs([html, { reporter: 'json' }])).toEqual([html, { reporter: 'json' }])
  })

  test.each<[string, Output[], string]>([
    [
      'a folder',
      [{ reporter: 'html', file: folder }],
      `The html report cannot be written: EISDIR: illegal operation on a directory, open '${folder}'.`,
    ],
    [
      'a folder that is not there',
      [{ reporter: 'html', file: `${folder}/no/a.html` }],
      `The html report cannot be written: ENOENT: no such file or directory, open '${folder}/no/a.html'.`,
    ],
  ])('%s is refused', async (_, outputs, sentence) => {
    await expect(prepareOutputs(outputs)).rejects.toMatchObject({ code: 'INPUT', message: sentence })
  })
})

describe('each reporter writes', () => {
  // oxlint-disable-next-line no-control-regex
  const colour = /\u001B\[/
  beforeAll(() => {
    vi.stubEnv('NO_COLOR', undefined)
    vi.stubEnv('FORCE_COLOR', undefined)
    vi.stubEnv('CI', undefined)
    vi.stubEnv('TERM', 'xterm') // without a terminal's name there is nothing to colour for
    return () => vi.unstubAllEnvs()
  })

  test.each(reporterNames)('%s into its file, without colours', async (reporter) => {
    vi.stubEnv('FORCE_COLOR', '1')
    const file = join(folder, reporter)
    await writeOutputs([{ reporter, file }], sampleReport)
    vi.stubEnv('FORCE_COLOR', undefined)
    expect(readFileSync(file, 'utf8')).toBe(reporters[reporter](sampleReport).toWellFormed())
    expect(readFileSync(file, 'utf8')).not.toMatch(colour)
  })

  test('the text to a terminal in colours, to a pipe and with NO_COLOR without', async () => {
    const [terminal, pipe, plain] = [true, false, true].map((isTTY) => createStdout({ isTTY }))
    await writeOutputs([{ reporter: 'text' }], sampleReport, terminal)
    await writeOutputs([{ reporter: 'text' }], sampleReport, pipe)
    vi.stubEnv('NO_COLOR', '1')
    await writeOutputs([{ reporter: 'text' }], sampleReport, plain)
    vi.stubEnv('NO_COLOR', undefined)
    expect(terminal!.text()).toContain('\u001B[31m    ✗     "gasUsed": "0x5209",\u001B[39m\n')
    expect(stripVTControlCharacters(terminal!.text())).toBe(pipe!.text())
    for (const { text } of [pipe!, plain!]) expect(text()).toBe(reporters.text(sampleReport))
  })

  test('all, also where one cannot be written, which is reported at the end', async () => {
    const [first, last] = [join(folder, 'first.json'), join(folder, 'last.md')]
    const writing = writeOutputs(
      [
        { reporter: 'json', file: first },
        { reporter: 'html', file: join(folder, 'gone', 'a.html') },
        { reporter: 'junit', file: folder },
        { reporter: 'markdown', file: last },
      ],
      sampleReport,
    )
    await expect(writing).rejects.toMatchObject({
      code: 'INPUT',
      message: expect.stringMatching(
        /^The html report cannot be written: ENOENT.*\. The junit report cannot be written: EISDIR[^\n]*\.$/,
      ),
    })
    expect(readFileSync(first, 'utf8')).toBe(reporters.json(sampleReport))
    expect(readFileSync(last, 'utf8')).toBe(reporters.markdown(sampleReport).toWellFormed())
  })
})
