import type { Command } from 'commander'

/** Imports the file of a command. */
export type Load = () => Promise<{ readonly command: Command }>

/** The commands without subcommands. Only the file of the command that runs is loaded: the others' libraries take a second. */
export const loaders: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['import', () => import('./import.ts')],
  ['follow', () => import('./follow.ts')],
  ['export', () => import('./export.ts')],
  ['serve', () => import('./serve.ts')],
  ['proxy', () => import('./proxy.ts')],
  ['verify', () => import('./verify.ts')],
  ['copy', () => import('./copy.ts')],
  ['compact', () => import('./compact.ts')],
  ['conform', loadConform],
  ['health', () => import('./health.ts')],
])

async function loadConform(): ReturnType<Load> {
  const { createConformCommand } = await import('@lectern/conformance/command')
  return { command: createConformCommand('conform') }
}

/** Imports `lectern store`, whose subcommands have the flags. */
export const loadStore: Load = () => import('./store.ts')

/** Loads all commands that read flags from a file. */
export async function loadCommands(): Promise<Command[]> {
  const all = await Promise.all([...loaders.values()].map((load) => load()))
  const { command: store } = await loadStore()
  return [...all.map(({ command }) => command), ...store.commands]
}
