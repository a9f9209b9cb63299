import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sample } from '@lectern/fixtures'
import { type End, type Running, start, startServer, temporaryFolder } from './process.ts'

const main = fileURLToPath(new URL('../../../apps/lectern/src/main.ts', import.meta.url))
const node = [process.execPath, '--unhandled-rejections=strict']

/** Runs the command to its end. */
export async function runLectern(
  args: readonly string[],
): Promise<{ readonly code: End; readonly text: string }> {
  let text = ''
  const { ended } = start([...node, main, ...args], (more) => (text += more))
  return { code: await ended, text }
}

/** Starts `lectern serve` on a free port; an unhandled rejection ends it. `launch` is a command that starts it. */
export async function serve(
  args: readonly string[],
  { core, launch = [] }: { readonly core?: number; readonly launch?: readonly string[] } = {},
): Promise<Running> {
  const flags = ['serve', '--log.format', 'json', ...args]
  const running = await startServer(
    (port) => [...launch, ...node, main, ...flags, '--http.port', `${port}`],
    core,
  )
  // A worker may answer before the command has started all of them: a signal would end it at once.
  for (let turn = 0; turn < 100 && !running.log().includes('Serving http'); turn++) await wait(50)
  return running
}

/** Imports a chain into a temporary folder and returns that. The head is a hash or a file that names it. */
export async function importChain(
  chain: string,
  genesis: string,
  head?: string,
  datadir: string = temporaryFolder(),
): Promise<string> {
  const flags = ['--genesis', genesis, '--datadir', datadir, ...(head === undefined ? [] : ['--head', head])]
  const { code, text } = await runLectern(['import', chain, ...flags])
  if (code !== 0) throw new Error(`${chain} is not imported: ${text}`)
  return datadir
}

/** Imports the sample chain into a temporary folder and returns that. */
export const importSample = (): Promise<string> => importChain(sample.chain, sample.genesis, sample.head)
