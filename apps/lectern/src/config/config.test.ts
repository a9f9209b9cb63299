import { writeFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { importSample, lectern, serve, temporaryFolder } from '../../test/command.ts'
import { loadCommands } from '../commands/commands.ts'
import { addConfig, findProblems } from './config.ts'
import { readConfigFile } from './config-file.ts'

afterEach(() => vi.unstubAllEnvs())

/** A file of flags, in a folder that goes with the test. */
function writeConfig(text: string, name = 'lectern.toml'): string {
  const path = `${temporaryFolder()}/${name}`
  writeFileSync(path, text)
  return path
}

/** Returns the values of a command with one flag of each kind, and their sources. */
async function read(text: string, flags: readonly string[] = [], name?: string) {
  const command = new Command('sample')
    .exitOverride()
    .addOption(new Option('--http.port <number>').argParser(Number).default(1).env('SAMPLE_PORT'))
    .option('--keep', 'a switch')
    .addOption(new Option('--name <text>', 'a name').makeOptionMandatory())
    .action(() => {})
  addConfig(command, { others: async () => [command] })
  await command.parseAsync(['--config', writeConfig(text, name), ...flags], { from: 'user' })
  return Object.fromEntries(
    ['http.port', 'keep', 'name'].map((key) => [
      key,
      [command.getOptionValue(key), command.getOptionValueSource(key)],
    ]),
  )
}

describe('a value comes from', () => {
  const file = 'name = "a"\nhttp.port = 2'

  test('the default, where nothing else sets it', async () => {
    expect(await read('name = "a"')).toEqual({
      'http.port': [1, 'default'],
      keep: [undefined, undefined],
      name: ['a', 'config'],
    })
  })

  test('the file before the default', async () => {
    expect(await read(`${file}\nkeep = true`)).toMatchObject({
      'http.port': [2, 'config'],
      keep: [true, 'config'],
    })
  })

  test('the environment before the file', async () => {
    vi.stubEnv('SAMPLE_PORT', '3')
    expect(await read(file)).toMatchObject({ 'http.port': [3, 'env'] })
  })

  test('a flag before the environment and the file, wherever it stands', async () => {
    vi.stubEnv('SAMPLE_PORT', '3')
    expect(await read(file, ['--http.port', '4', '--name', 'b'])).toMatchObject({
      'http.port': [4, 'cli'],
      name: ['b', 'cli'],
    })
  })

  test('a table, a dotted key and JSON alike', async () => {
    for (const [text, name] of [
      ['name = "a"\n[http]\nport = 2'],
      ['{ "name": "a", "http": { "port": 2 } }', 'a.json'],
      ['{ "name": "a", "http.port": "2" }', 'a.json'],
    ] as const)
      expect(await read(text, [], name)).toMatchObject({ 'http.port': [2, 'config'] })
  })
})

test('what a command cannot do without is asked for once the file is read', async () => {
  await expect(read('keep = false')).rejects.toThrow('--name <text> is needed: a name.')
})

/** Returns the problems of a file, its path as FILE. */
const say = async (text: string, name?: string) => {
  const path = writeConfig(text, name)
  try {
    return findProblems(await readConfigFile(path), await loadCommands()).map((one) =>
      one.replaceAll(path, 'FILE'),
    )
  } catch (error) {
    return (error as Error).message.replaceAll(path, 'FILE')
  }
}

describe('one sentence names the file, the key and what is right:', () => {
  test('keys that no flag has', async () => {
    expect(
      await say(
        '[http]\nprot = 1\n[rpc]\nhttp_body_limit = 1\ndepth = 1\n[__proto__]\nx = 1\n[config]\nx = 1',
      ),
    ).toMatchInlineSnapshot(`
      [
        "FILE: http.prot is no flag of any command; the nearest is http.port.",
        "FILE: rpc.http_body_limit is no flag of any command; the nearest is rpc.http-body-limit.",
        "FILE: rpc.depth is no flag of any command; the nearest is rpc.depth-limit.",
        "FILE: __proto__.x is no flag of any command.",
        "FILE: config.x is no flag of any command.",
      ]
    `)
  })

  test('values of another kind, or out of bounds', async () => {
    expect(
      await say(
        'http.port = 65536\njson = "yes"\nlog.format = "yaml"\ndatadir = [[1]]\nhttp.addr = 2020-01-01\nbatch = 0.5',
      ),
    ).toMatchInlineSnapshot(`
      [
        "FILE: http.port cannot be 65536. It must be a whole number from 0 to 65535.",
        "FILE: http.addr cannot be "2020-01-01". It must be a text, a number or a list of them.",
        "FILE: json cannot be "yes". It must be true or false.",
        "FILE: log.format cannot be "yaml". Allowed choices are pretty, json.",
        "FILE: datadir cannot be [[1]]. It must be a text, a number or a list of them.",
        "FILE: batch cannot be 0.5. It must be a whole number from 1 to 65536.",
      ]
    `)
  })

  test('on and off may be said by true and false, where these are the values', async () => {
    expect(await say('http.proofs = false\nmetrics = true\notel = "on"\nlog.level = true')).toEqual([
      'FILE: log.level cannot be true. It must be a text, a number or a list of them.',
    ])
  })

  test('a file that is malformed', async () => {
    expect(await say('http.port = 1\n[http]\nport = ')).toMatchInlineSnapshot(
      `"FILE:2:2: trying to redefine an already defined table or value."`,
    )
    expect(await say('{', 'a.json')).toMatchInlineSnapshot(
      `"FILE is not JSON: Expected property name or '}' in JSON at position 1 (line 1 column 2)."`,
    )
    expect(await say('[]', 'a.json')).toMatchInlineSnapshot(`"FILE must hold one JSON object."`)
    expect(await say('{"http.port":1,"http":{"port":1}}', 'a.json')).toMatchInlineSnapshot(
      `"FILE: http.port is set twice."`,
    )
  })

  test('the flags of every command can stand in one file', async () => {
    const options = (await loadCommands()).flatMap(({ options }) => options)
    const values = new Map(
      options.flatMap((option) =>
        option.defaultValue === undefined ? [] : [[option.name(), option.defaultValue]],
      ),
    )
    expect(values.size).toBeGreaterThan(10)
    expect(await say(JSON.stringify(Object.fromEntries(values)), 'a.json')).toEqual([])
  })
})

/** The lines of TOML alone, without what they are said to come from. */
const withoutSources = (text: string) => text.split('\n').map((line) => line.replace(/#.*/, '').trim())

describe('the command', () => {
  test('serves by a file that names flags of other commands too', async () => {
    const datadir = temporaryFolder()
    await lectern(importSample(datadir))
    const config = writeConfig(`datadir = "${datadir}"\nbatch = 7\n[http]\nproofs = false`)
    const { url } = await serve(['--config', config])
    expect(await (await fetch(`${url}/status`)).json()).toMatchObject({ proofs: false })
    expect(await lectern(['health', url])).toMatchObject({ code: 0, stdout: `${url} is ready.\n` })
    const port = new URL(url).port
    expect(await lectern(['health', '--config', writeConfig(`http.port = ${port}`)])).toMatchObject({
      code: 0,
    })
  })

  test('refuses a misspelt key, and suggests the nearest', async () => {
    const config = writeConfig('datadri = "x"')
    expect(await lectern(['verify'], { LECTERN_CONFIG: config })).toEqual({
      code: 2,
      stdout: '',
      stderr: `lectern: ${config}: datadri is no flag of any command; the nearest is datadir.\n`,
    })
  })

  test('prints where each value comes from, as a file that says the same', async () => {
    const config = writeConfig('[log]\nlevel = "warn"')
    const args = ['config', 'print', 'serve', '--config', config, '--http.port', '7']
    const { stdout } = await lectern(args, { LECTERN_HTTP_ADDR: '::1' })
    expect(stdout).toMatch(/^http.addr = "::1" +# LECTERN_HTTP_ADDR$/m)
    expect(stdout).toMatch(/^http.port = 7 +# --http.port$/m)
    expect(stdout).toContain(`# ${config}\n`)
    expect(stdout).toMatch(/^rpc.depth-limit = 16 +# default$/m)
    expect(stdout).toMatch(/^# datadir is not set$/m)

    const printed = writeConfig(stdout)
    expect(await lectern(['config', 'check', printed])).toMatchObject({ code: 0 })
    const again = await lectern(['config', 'print', '--config', printed])
    expect(again.stdout.split(`# ${printed}`).length).toBeGreaterThan(10)
    expect(withoutSources(again.stdout)).toEqual(withoutSources(stdout))
    const settings = JSON.parse((await lectern(['config', 'print', '--config', printed, '--json'])).stdout)
    expect(settings).toContainEqual({ name: 'http.port', value: 7, source: printed })
    expect(settings).toContainEqual({ name: 'datadir', value: null, source: null })
  })

  test('checks a file: exit code 1 where it is not sound, 2 where it is not there', async () => {
    const wrong = writeConfig('http.port = -1\nhttp.adr = ""')
    const { code, stdout } = await lectern(['config', 'check', wrong])
    expect({ code, lines: stdout.trim().split('\n').length }).toEqual({ code: 1, lines: 2 })
    expect(await lectern(['config', 'check', '/none'])).toMatchObject({
      code: 2,
      stderr: 'lectern: There is no file or folder /none.\n',
    })
  })

  test("writes a file's control characters out, whether it checks or prints", async () => {
    const escapes = writeConfig('"\\u001b[2Jhttp.port" = 1\n[log]\nlevel = "\\u009b2J"')
    const { stdout } = await lectern(['config', 'check', escapes])
    expect(stdout).toContain('\\u001b[2Jhttp.port is no flag')
    const name = writeConfig('datadir = "\\u009b2J"')
    const printed = await lectern(['config', 'print', '--config', name])
    expect(printed.stdout).toMatch(/^datadir = "\\u009b2J" +#/m)
    expect(stdout + printed.stdout).not.toMatch(/(?!\n)\p{Cc}/u)
  })

  test('has settings of commands alone', async () => {
    expect(await lectern(['config', 'print', 'sreve'])).toMatchObject({
      code: 2,
      stderr:
        'lectern: There are no settings of sreve, but of import, follow, export, serve, proxy, verify, copy, compact, conform, health.\n',
    })
  })

  test('says that a server which does not answer is not healthy', async () => {
    const { code, stdout } = await lectern(['health', 'http://127.0.0.1:1'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'http://127.0.0.1:1 gave no response: bad port.\n' })
  })
})
