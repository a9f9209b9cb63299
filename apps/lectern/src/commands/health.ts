import { Command, InvalidArgumentError } from 'commander'
import { Compile } from 'typebox/schema'
import { longestTimer, wholeNumber } from '@lectern/conformance/flags'
import { httpAddress, httpPort } from '../config/flags.ts'
import { Ready, Status } from '../observe/schemas.ts'

interface HealthOptions {
  readonly 'http.addr': string
  readonly 'http.port': number
  readonly timeout: number
}

/** `lectern health`: asks a running server whether it is ready. Exit code 0 if it is, else 1 with its reasons. */
export const command: Command = new Command('health')
  .description('ask a running server whether it is ready; for health checks of containers')
  .argument(
    '[url]',
    'address of the server; by default the one that --http.addr and --http.port set',
    parseUrl,
  )
  .addOption(httpAddress())
  .addOption(httpPort())
  .addOption(
    wholeNumber('--timeout <milliseconds>', 'longest wait for a response', {
      least: 1,
      most: longestTimer,
      value: 3_000,
    }),
  )
  .action(async (given: string | undefined, options: HealthOptions) => {
    const url = given ?? toUrl(options)
    const reason = await findReason(url, options.timeout)
    const lag = reason === undefined ? await findLag(url, options.timeout) : undefined
    const ready =
      lag === undefined ? 'is ready.' : `is ready, ${lag} blocks behind the nodes that it follows.`
    process.stdout.write(`${url} ${reason ?? ready}\n`)
    if (reason !== undefined) process.exitCode = 1
  })

function parseUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('It must be an address such as http://127.0.0.1:8545.')
  return text
}

/** The reason why a server is not ready; undefined if it is. */
async function findReason(url: string, timeout: number): Promise<string | undefined> {
  try {
    const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(timeout) })
    const text = await response.text()
    if (response.ok && ready.Check(parse(text))) return undefined
    return `is not ready: HTTP ${response.status} ${text.slice(0, 500)}`
  } catch (error) {
    const { message, cause } = error as Error
    return `gave no response: ${cause instanceof Error ? cause.message : message}.`
  }
}

/** Returns the JSON of a text; undefined if it is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const [ready, status] = [Compile(Ready), Compile(Status)]

/** How many blocks the server is behind the nodes that it follows; undefined if it follows none. */
async function findLag(url: string, timeout: number): Promise<number | undefined> {
  try {
    const response = await fetch(new URL('/status', url), { signal: AbortSignal.timeout(timeout) })
    const report: unknown = await response.json()
    if (!status.Check(report) || !report.follow || !('lagBlocks' in report.follow)) return undefined
    return report.follow.lagBlocks ?? undefined
  } catch {
    return undefined // it is ready all the same
  }
}

/** The loopback address for a server that listens on all addresses. */
const own: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

function toUrl({ 'http.addr': address, 'http.port': port }: HealthOptions): string {
  const host = own[address] ?? address
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
