import { dirname } from 'node:path'
import { readExchanges } from '@lectern/conformance'
import { corpus, sample } from '@lectern/fixtures'
import type { Bench } from './tools/bench.ts'
import { importChain, serve } from './tools/lectern.ts'

/** A path that a request can take through the server: flags of the server, headers of the request. */
interface Path {
  readonly name: string
  readonly flags: readonly string[]
  readonly coding?: string
  readonly isBatch?: true
}

const lane = ['--workers', '1', '--http.fastlane', 'on']

const paths: readonly Path[] = [
  { name: 'Fastify', flags: ['--workers', '1', '--http.fastlane', 'off'] },
  { name: 'the fast lane', flags: lane },
  { name: 'two workers', flags: ['--workers', '2'] },
  { name: 'no cache of rendered blocks', flags: [...lane, '--cache.rendered', '0'] },
  { name: 'one batch', flags: lane, isBatch: true },
  ...['zstd', 'br', 'gzip'].map((coding) => ({ name: coding, flags: lane, coding })),
]

/** Compares the exchanges of the sample chain and of the official suite, byte for byte, on each path of the server. */
export const bench: Bench = {
  flags: {},
  async run() {
    const official = corpus('execution-apis/tests')
    const suites = [
      { name: 'the sample chain', folder: dirname(sample.genesis), exchanges: sample.exchanges },
      ...(official === undefined
        ? []
        : [{ name: 'the official suite', folder: official, exchanges: official }]),
    ]
    const counts = new Map(paths.map((path) => [path, [path.name]]))
    for (const { folder, exchanges } of suites) {
      const datadir = await importChain(
        `${folder}/chain.rlp`,
        `${folder}/genesis.json`,
        `${folder}/headfcu.json`,
      )
      const rounds = (await readExchanges(exchanges)).flatMap((exchange) => exchange.rounds)
      for (const path of paths) {
        const server = await serve(['--datadir', datadir, ...path.flags])
        const { isBatch = false } = path
        const request = join(rounds.map(({ request }) => request))
        const response = join(rounds.map(({ response }) => response))
        for (const round of isBatch ? [{ request, response }] : rounds)
          await expectAnswer(server.url, path, round.request, round.response)
        await server.stop()
        counts.get(path)!.push(`${rounds.length} of ${rounds.length}`)
      }
    }
    return {
      head: ['byte for byte, by', ...suites.map(({ name }) => name)],
      rows: [...counts.values()],
    }
  },
}

/** Joins calls or replies to a batch. */
const join = (texts: readonly string[]): string => `[${texts.join()}]`

/** Throws an Error if an answer or its coding is not as expected. */
async function expectAnswer(
  url: string,
  { name, coding = 'identity' }: Path,
  request: string,
  expected: string,
): Promise<void> {
  const headers = { 'content-type': 'application/json', 'accept-encoding': coding }
  const response = await fetch(url, { method: 'POST', headers, body: request })
  const text = await response.text()
  if (withoutMessages(text.trimEnd()) !== withoutMessages(expected))
    throw new Error(`${name}: ${request} is answered ${text}, not ${expected}`)
  const used = response.headers.get('content-encoding') ?? 'identity'
  if (text.length > 2_100 && used !== coding)
    throw new Error(`${name}: the answer to ${request} is coded as ${used}.`)
}

/** The message of an error may differ between servers; the code may not. */
const withoutMessages = (text: string): string =>
  text.replaceAll(/("error":\{"code":-?\d+),"message":"(?:[^"\\]|\\.)*"/g, '$1')
