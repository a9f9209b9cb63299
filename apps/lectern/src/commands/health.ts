import { Command, InvalidArgumentError } from 'commander'
import { longestTimer, wholeNumber } from '@lectern/cli'
import { httpAddress, httpPort } from '../config/flags.ts'

interface HealthOptions {
  readonly 'http.addr': string
  readonly 'http.port': number
  readonly timeout: number
}

/** `lectern health`: asks a running server whether it is ready. Exit code 0 where it is, else 1 with its reasons. */
export const command: Command = new Command('health')
  .description('ask a running server whether it is ready; for the health checks of containers')
  .argument(
    '[url]',
    'address of the server; unless told, the one that --http.addr and --http.port name',
    parseUrl,
  )
  .addOption(httpAddress())
  .addOption(httpPort())
  .addOption(
    wholeNumber('--timeout <milliseconds>', 'longest wait for an answer', {
      least: 1,
      most: longestTimer,
      value: 3_000,
    }),
  )
  .action(async (url: string | undefined, options: HealthOptions) => {
    const told = await askReadiness(url ?? toUrl(options), options.timeout)
    process.stdout.write(`${told.sentence}\n`)
    if (!told.isReady) process.exitCode = 1
  })

function parseUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('It must be an address such as http://127.0.0.1:8545.')
  return text
}

async function askReadiness(
  url: string,
  timeout: number,
): Promise<{ readonly isReady: boolean; readonly sentence: string }> {
  try {
    const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(timeout) })
    const text = await response.text()
    return response.ok
      ? { isReady: true, sentence: `${url} is ready.` }
      : { isReady: false, sentence: `${url} is not ready: HTTP ${response.status} ${text.slice(0, 500)}` }
  } catch (error) {
    const { message, cause } = error as Error
    return {
      isReady: false,
      sentence: `${url} gave no answer: ${cause instanceof Error ? cause.message : message}.`,
    }
  }
}

/** Where a server that listens on all addresses is reached from its own machine. */
const own: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

function toUrl({ 'http.addr': address, 'http.port': port }: HealthOptions): string {
  const host = own[address] ?? address
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
