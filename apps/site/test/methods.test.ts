import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, promisify } from 'node:util'
import { createClient } from '@lectern/client'
import { toEip1193 } from '@lectern/client/eip1193'
import type { Method, OpenRpc, Schema } from '@lectern/spec'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPublicClient, http } from 'viem'
import { nameOf } from '../src/methods/schema.ts'
import { openTab } from './browser.ts'
import { inBrowser } from './in-browser.ts'
import { dist, serveSite, type Site } from './server.ts'

const run = promisify(execFile)
const document = JSON.parse(
  readFileSync(new URL('../../../openrpc.json', import.meta.url), 'utf8'),
) as OpenRpc & { readonly info: { readonly description: string } }
const schemas = Object.entries(document.components!.schemas!)

/** Text as the page writes it: without what only spaces are. */
const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const textOf = async (page: Page, selector: string): Promise<string> =>
  squeeze(
    await page
      .locator(selector)
      .evaluateAll((parts) => parts.map(({ textContent }) => textContent).join(' ')),
  )

/** Lists the texts that a reader must find of a part of the document: each text, value and name of a member. */
function textsOf(part: unknown, key = ''): string[] {
  if (key === '$ref') return []
  if (Array.isArray(part)) return part.flatMap((one) => textsOf(one))
  if (typeof part === 'object' && part !== null)
    return Object.entries(part).flatMap(([name, value]) => {
      if (name === 'type' && key !== 'properties' && value !== 'null') return []
      return key === 'properties' ? textsOf(value, name).concat(name) : textsOf(value, name)
    })
  return typeof part === 'string' || typeof part === 'number' ? [squeeze(String(part))] : []
}

const missingIn = (text: string, texts: readonly string[]): string[] =>
  texts.filter((one) => !text.includes(one))

/** Answers of the document for calls that the sample node lacks: companions, and the genesis block. */
const unanswered = (method: string, params: readonly unknown[]): unknown =>
  method.startsWith('eth_get') && !/Uncle/.test(method) && params[0] !== 'earliest'
    ? undefined
    : document.methods
        .find(({ name }) => name === method)
        ?.examples?.find((example) =>
          isDeepStrictEqual(
            example.params.map(({ value }) => value),
            params,
          ),
        )?.result?.value

inBrowser((at) => {
  test('the first page of the document has its description, its methods, types, errors, servers and keywords', async () => {
    await using tab = await at.open('#/methods')
    await tab.page.waitForSelector('.reference')
    const text = await textOf(tab.page, 'main')
    const { info, methods, servers, components } = document
    const plain = info.description.replaceAll('`', '').split(/\n|(?<= )\| /)
    const wanted = [
      ...plain.map((line) => line.replaceAll(/^\||[|]/g, '').trim()).filter((line) => !/^[- ]*$/.test(line)),
      ...methods.flatMap(({ name, summary }) => [name, summary!]),
      ...schemas.map(([name, { title }]) => title ?? name),
      ...textsOf(components!.errors),
      ...servers!.flatMap(({ summary, url }) => [summary!, url]),
      ...document['x-extensions']!.flatMap(({ name, summary, description }) => [
        name,
        summary!,
        description!,
      ]),
      info.version,
    ]
    expect(wanted.length).toBeGreaterThan(80)
    expect(missingIn(text, wanted.map(squeeze))).toEqual([])
    expect(tab.faults).toEqual([])
  })

  test('each schema is on the page of its type, with each of its members and constraints', async () => {
    await using tab = await at.open('#/methods')
    const { page } = tab
    const missing: string[] = []
    for (const [name, schema] of schemas) {
      await page.evaluate(`location.hash = '#/methods/types/${name}'`)
      await page.getByRole('heading', { level: 1, name: schema.title!, exact: true }).waitFor()
      const text = await textOf(page, '.verso')
      for (const one of missingIn(text, [...textsOf(schema), ...titlesOf(schema)]))
        missing.push(`${name}: ${one}`)
    }
    expect(schemas.length).toBeGreaterThan(20)
    expect(missing).toEqual([])
    expect(tab.faults).toEqual([])
  })

  test.each(document.methods.map((method) => [method.name, method] as const))(
    '%s has its parameters, result, types, errors and links on its page, and each example with its code and answer',
    async (name, method) => {
      at.site.change({ result: unanswered })
      await using tab = await at.open(`#/methods/${name}`)
      const { page } = tab
      await page.waitForSelector('.reference')
      const { summary, description, tags, params, result, links = [], errors = [] } = method
      const wanted = [
        ...textsOf([summary, description, tags, params, result]),
        ...links.flatMap((link) => [link.name, link.summary!, link.description!, link.method!]),
        ...links.flatMap((link) =>
          Object.entries(link.params ?? {}).map(([key, value]) => `${key}: ${String(value)}`),
        ),
        ...errors.flatMap((error) =>
          textsOf(document.components!.errors![nameOf((error as { $ref: string }).$ref)]),
        ),
        ...typesOf(method).flatMap((type) => textsOf(document.components!.schemas![type])),
      ]
      expect(missingIn(await textOf(page, '.verso'), wanted)).toEqual([])
      for (const example of method.examples!) {
        await page.getByRole('radio', { name: new RegExp(`^${example.name}`) }).check()
        const values = example.params.map(({ value }) => value)
        const right = await textOf(page, '.recto')
        expect(missingIn(right, textsOf([example.name, example.description, example.result!.value]))).toEqual(
          [],
        )
        for (const language of ['curl', 'TypeScript', 'viem'] as const) {
          await page.getByRole('radio', { name: language, exact: true }).check()
          const code = (await page.textContent('.try pre'))!
          expect(await perform(language, code), code).toEqual(example.result!.value)
        }
        await page.getByRole('button', { name: 'Run' }).click()
        await page.getByText('The answer is that of the document.').waitFor()
        expect(at.site.asked.at(-1)).toBe(`${name} ${JSON.stringify(values)}`)
        expect(missingIn(await textOf(page, '.answer'), textsOf(example.result!.value))).toEqual([])
      }
      expect(tab.faults).toEqual([])
      at.site.change({})
    },
  )

  test('an answer that is not the document’s is shown beside it, and what differs is named and marked', async () => {
    at.site.change({
      result: (method) =>
        method === 'eth_getTransactionReceipt' ? { ...receipt, status: '0x0', further: 1 } : undefined,
    })
    const receipt = document.methods[1]!.examples![0]!.result!.value as object
    await using tab = await at.open('#/methods/eth_getTransactionReceipt')
    await tab.page.getByRole('button', { name: 'Run' }).click()
    await tab.page.waitForSelector('.compared')
    expect(await tab.page.textContent('.compared')).toContain('status, further differ.')
    expect(await tab.page.locator('.answer').count()).toBe(2)
    expect((await tab.page.locator('.answer .differs').allTextContents()).map(squeeze)).toEqual([
      '"status": "0x0",',
      '"further": 1',
      '"status": "0x1",',
    ])
    expect(await tab.page.getByRole('link', { name: 'Read it with its proof' }).getAttribute('href')).toMatch(
      /^#\/receipt\/0x/,
    )
    at.site.change({})
    expect(tab.faults).toEqual([])
  })

  test('a parameter of the reader’s own is asked for, and an error is said in a sentence', async () => {
    at.site.change({
      respond: (method, response) => {
        if (method !== 'eth_getBlockByNumber') return false
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ id: 1, error: { code: -32_602, message: '<img src=x onerror=alert(1)>' } }))
        return true
      },
    })
    await using tab = await at.open('#/methods/eth_getBlockByNumber')
    const { page } = tab
    await page.fill('.try input[type=text]', `it's "0x1`)
    await page.selectOption('.try select', 'true')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByText('answers eth_getBlockByNumber with the error -32602').waitFor()
    expect(at.site.asked.at(-1)).toBe(`eth_getBlockByNumber ["it's \\"0x1",true]`)
    expect(await page.textContent('.try pre')).toContain(String.raw`"params":["it'\''s \"0x1",true]`)
    expect(await page.locator('.answer, main img').count()).toBe(0)
    at.site.change({})
    expect(tab.faults).toEqual([])
  })

  test('a large answer is cut, and one that never comes is left by the keys', async () => {
    const log = (document.methods[1]!.examples![1]!.result!.value as { logs: object[] }).logs[0]
    at.site.change({
      result: (method) => (method === 'eth_chainId' ? Array.from({ length: 10_000 }, () => log) : undefined),
      respond: (method) => method === 'eth_blockNumber',
    })
    await using tab = await at.open('#/methods/eth_chainId')
    const { page } = tab
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByText(/lines more/).waitFor()
    expect(await page.locator('.answer code').count()).toBeLessThan(1_100)
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('heading', { level: 1, name: 'eth_blockNumber' }).waitFor()
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByText('Asking').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('heading', { level: 1, name: 'net_version' }).waitFor()
    at.site.change({})
    expect(tab.faults).toEqual([])
  })

  test.each([
    ['#/methods/eth_call', 'There is no method eth_call here.'],
    ['#/methods/types/constructor', 'There is no type constructor here.'],
    ['#/methods/types', 'There is no type  here.'],
  ])('%s says that there is nothing to read', async (place, sentence) => {
    await using tab = await at.open(place)
    await tab.page.waitForSelector('.missing')
    expect(squeeze((await tab.page.textContent('.missing'))!)).toContain(squeeze(sentence))
    expect(tab.faults).toEqual([])
  })

  changed(at)
})

/** Tests of a site that was built from another document: no line of code knows what it has. */
function changed(at: { readonly browser: import('playwright-core').Browser }): void {
  const markup = `"><img src=x onerror=alert(1)><script>alert(2)</script> \u202e\u0000</script> \`code\` [x](javascript:alert(3))`
  const added = {
    name: 'eth_getSomethingNew',
    summary: 'Something that no code knows.',
    description: 'It was added by a test.',
    params: [{ name: 'which', required: true, schema: { $ref: '#/components/schemas/Which' } }],
    result: { name: 'something', schema: { $ref: '#/components/schemas/Something' } },
    errors: [{ code: -31_999, message: 'Too new' }],
    examples: [
      {
        name: 'only',
        params: [{ name: 'which', value: { count: 2 } }],
        result: { name: 'something', value: { answer: '0x2a' } },
      },
    ],
  }
  const types = {
    Which: { title: 'Which of them', type: 'object', properties: { count: { type: 'integer', minimum: 1 } } },
    Something: {
      title: 'Something',
      description: 'One of two.',
      oneOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }],
    },
    One: {
      title: 'One',
      type: 'object',
      required: ['answer'],
      properties: { answer: { type: 'string', format: 'hex' } },
    },
    Two: {
      title: 'Two',
      type: 'object',
      properties: { answer: { type: 'string' }, late: { description: 'Since Tomorrow.', type: 'string' } },
    },
  }
  let folder = ''
  let [fresh, hostile]: [Site?, Site?] = []

  /** Builds the site from a document, and serves it. */
  async function serveBuilt(name: string, other: unknown): Promise<Site> {
    const path = join(folder, `${name}.json`)
    writeFileSync(path, JSON.stringify(other))
    const vite = fileURLToPath(new URL('bin/vite.js', import.meta.resolve('vite/package.json')))
    await run(process.execPath, [vite, 'build', '--outDir', join(folder, name), '--logLevel', 'error'], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...process.env, LECTERN_SITE_DOCUMENT: path },
    })
    return await serveSite({ folder: join(folder, name) })
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-site-'))
    const { methods, components } = document
    ;[fresh, hostile] = await Promise.all([
      serveBuilt('fresh', {
        ...document,
        methods: [...methods, added],
        components: { ...components, schemas: { ...components!.schemas, ...types } },
      }),
      serveBuilt('hostile', everyText(document)),
    ])
  })
  afterAll(async () => {
    await fresh?.[Symbol.asyncDispose]()
    await hostile?.[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })

  /** A document with markup behind each text that says something, and as the name of each example. */
  const everyText = (value: unknown, key = ''): unknown =>
    Array.isArray(value)
      ? value.map((one) => everyText(one))
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, everyText(one, name)]))
        : ['title', 'summary', 'description', 'message', 'pattern', 'url', 'version'].includes(key)
          ? `${String(value)} ${markup}`
          : value

  test('a method that is added to the document appears without code, with its types, errors and examples', async () => {
    await using tab = await openTab(at.browser, `${fresh!.url}#/methods`)
    const { page } = tab
    await page.getByRole('link', { name: added.name }).click()
    await page.getByRole('heading', { level: 1, name: added.name }).waitFor()
    const left = await textOf(page, '.verso')
    const wanted = [
      ...textsOf([
        added.summary,
        added.description,
        added.params,
        added.result,
        added.errors,
        types.Something,
        types.Which,
      ]),
      'minimum 1',
    ]
    expect(missingIn(left, wanted)).toEqual([])
    await page.getByRole('radio', { name: 'TypeScript' }).check()
    expect(await page.textContent('.try pre')).toContain('ethereum.eth_getSomethingNew({"count":2})')
    fresh!.change({ result: (method) => (method === added.name ? { answer: '0x2a' } : undefined) })
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByText('The answer is that of the document.').waitFor()
    expect(fresh!.asked.at(-1)).toBe('eth_getSomethingNew [{"count":2}]')
    expect(tab.faults).toEqual([])
  })

  test('markup, control and bidirectional characters in each text of the document are shown, and nothing is executed', async () => {
    await using tab = await openTab(at.browser, `${hostile!.url}#/methods`)
    const { page } = tab
    for (const place of [
      '',
      ...document.methods.map(({ name }) => name),
      ...schemas.map(([name]) => `types/${name}`),
    ]) {
      await page.evaluate(`location.hash = '#/methods/${place}'`)
      await page.waitForFunction(() => globalThis.document.querySelector('.reference') !== null)
      expect(await page.locator('main :is(img, script, iframe, [onerror], [href^=javascript])').count()).toBe(
        0,
      )
      expect((await page.textContent('main'))!).not.toMatch(/[\u202a-\u202e\u0000]/) // oxlint-disable-line no-control-regex
      expect(await page.locator('.undrawn').count()).toBe(0)
    }
    expect(await page.textContent('main')).toContain('<script>alert(2)</script>')
    expect(tab.faults).toEqual([])
  })
}

test('the build has the document’s texts in no file that the first page loads', () => {
  const page = readFileSync(`${dist('served')}/index.html`, 'utf8')
  const named = Array.from(page.matchAll(/"\.\/(assets\/[^"]+\.js)"/g), ([, file]) => file!)
  expect(named.length).toBeGreaterThan(0)
  for (const file of named)
    expect(readFileSync(`${dist('served')}/${file}`, 'utf8')).not.toContain('execution-apis ReceiptInfo')
})

/** Performs code as a reader would: curl in a shell, TypeScript with the packages that it imports. */
async function perform(language: 'curl' | 'TypeScript' | 'viem', code: string): Promise<unknown> {
  if (language === 'curl') {
    const { stdout } = await run('sh', ['-c', code])
    return (JSON.parse(stdout) as { result: unknown }).result
  }
  const body = code.replaceAll(/^import .*$/gm, '')
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<void>
  let printed: unknown
  const console = { log: (value: unknown) => (printed = value) }
  const known = { createClient, toEip1193, createPublicClient, http, console }
  await new AsyncFunction(...Object.keys(known), body)(...Object.values(known))
  return printed
}

/** The titles of the types that a schema names, one by one: kinds of a transaction are headed without the word they share. */
function titlesOf(schema: Schema): string[] {
  const names = Array.from(JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g), ([, ref]) => nameOf(ref!))
  const titles = names.map((name) => document.components!.schemas![name]!.title!)
  return names.includes('LegacyTransaction')
    ? titles.map((title) => title.replace(/ transaction$/, ''))
    : titles
}

/** The types that a method is made of, apart from kinds of a type: their meanings are those of the type. */
function typesOf({ params, result }: Method): string[] {
  const found = new Set<string>()
  const visit = (part: unknown): void => {
    for (const [, ref] of JSON.stringify(part).matchAll(/"\$ref":"([^"]*)"/g)) {
      const name = nameOf(ref!)
      if (found.has(name)) continue
      found.add(name)
      visit(document.components!.schemas![name])
    }
  }
  visit([params, result])
  return [...found].filter((name) => !/^(Legacy|AccessList|DynamicFee|Blob|SetCode)Transaction$/.test(name))
}
