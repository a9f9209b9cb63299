import { dirname } from 'node:path'
import { readExchanges } from '@lectern/conformance'
import { corpus, sample } from '@lectern/fixtures'
import { writeTable } from '@lectern/bench-tools'
import { importChain, startLectern } from './servers.ts'

/** A path that a request can take through our server. */
interface Path {
  readonly name: string
  readonly flags: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** All requests as one batch. */
  readonly batched?: true
}

const lane = ['--workers', '1', '--http.fastlane', 'on']
const compressed = (coding: string): Path => ({
  name: coding,
  flags: lane,
  headers: { 'accept-encoding': coding },
})

const paths: readonly Path[] = [
  { name: 'through Fastify', flags: ['--workers', '1', '--http.fastlane', 'off'] },
  { name: 'the fast lane', flags: lane },
  { name: 'two workers', flags: ['--workers', '2'] },
  { name: 'no cache of rendered blocks', flags: [...lane, '--cache.rendered', '0'] },
  { name: 'one batch', flags: lane, batched: true },
  ...['zstd', 'br', 'gzip'].map(compressed),
]

/** Whether every exchange of the official suite, and of the sample chain, is answered byte for byte on each path of the server. Throws an Error with the first that is not. */
export async function checkExchanges(): Promise<string> {
  const suites = [
    { name: 'the sample chain', folder: dirname(sample.genesis), exchanges: sample.exchanges },
    ...[corpus('execution-apis/tests')].flatMap((folder) =>
      folder === undefined ? [] : [{ name: 'the official suite', folder, exchanges: folder }],
    ),
  ]
  const counts = new Map<Path, string[]>(paths.map((path) => [path, []]))
  for (const { folder, exchanges } of suites) {
    using history = importChain({ folder, genesis: `${folder}/genesis.json` })
    const rounds = (await readExchanges(exchanges)).flatMap((exchange) => exchange.rounds)
    for (const path of paths) {
      const server = await startLectern(history.datadir, path.flags)
      try {
        if (path.batched) {
          await expectAnswer(
            server.url,
            path,
            join(rounds.map(({ request }) => request)),
            join(rounds.map(({ response }) => response)),
          )
        } else
          for (const { request, response } of rounds) await expectAnswer(server.url, path, request, response)
      } finally {
        await server.stop()
      }
      counts.get(path)!.push(`${rounds.length} of ${rounds.length}`)
    }
  }
  return writeTable(
    ['byte for byte, by', ...suites.map(({ name }) => name)],
    paths.map((path) => [path.name].concat(counts.get(path)!)),
  )
}

const join = (texts: readonly string[]): string => `[${texts.join()}]`

async function expectAnswer(
  url: string,
  { name, headers }: Path,
  request: string,
  expected: string,
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'identity', ...headers },
    body: request,
  })
  const text = await response.text()
  const coding = response.headers.get('content-encoding')
  if (withoutMessages(text.trimEnd()) !== withoutMessages(expected))
    throw new Error(`${name}: ${request} is answered ${text}, not ${expected}`)
  if (headers && text.length > 2_000 && coding !== headers['accept-encoding'])
    throw new Error(`${name}: the answer to ${request} is coded as ${coding}.`)
}

// What is wrong is for each server to say in its own words; the code is not.
const withoutMessages = (text: string): string =>
  text.replaceAll(/("error":\{"code":-?\d+),"message":"(?:[^"\\]|\\.)*"/g, '$1')
