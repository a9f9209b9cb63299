import { run, start } from './command.ts'

/**
 * Simulates a beacon chain over a server. The project proves a block with its signatures, and the installed command follows both.
 * Returns the proof; throws an Error if either fails.
 */
export async function proveByBeacon(project: string, root: string, url: string): Promise<string> {
  const node = [`${root}packages/consensus/test/beacon.ts`, '--rpc', url, '--port', '0']
  await using beacon = await start(process.execPath, node, /Flags: (.*)\n/, { cwd: project })
  const flags = beacon.match[1]!.split(' ')
  const follow = ['follow', url, '--datadir', 'followed', '--genesis', `${root}fixtures/chain/genesis.json`]
  run('npx', ['--no', '--', 'lectern', ...follow, '--once', ...flags], { cwd: project })
  const named = Object.fromEntries(flags.flatMap((flag, at) => (at % 2 ? [] : [[flag, flags[at + 1]!]])))
  const env = { ENDPOINT: url, BEACON: JSON.stringify(named) }
  return run(process.execPath, ['beacon.mjs'], { cwd: project, env }).trim()
}
