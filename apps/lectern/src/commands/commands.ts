import type { Command } from 'commander'

type Load = () => Promise<{ readonly command: Command }>

/** Each command's file. Only the file of the command that runs is loaded: the others' libraries take a second. */
export const loaders: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['import', () => import('./import.ts')],
  ['follow', () => import('./follow.ts')],
  ['export', () => import('./export.ts')],
  ['serve', () => import('./serve.ts')],
  ['verify', () => import('./verify.ts')],
  ['copy', () => import('./copy.ts')],
  ['conform', loadConform],
  ['health', () => import('./health.ts')],
])

async function loadConform(): ReturnType<Load> {
  const { createConformCommand } = await import('@lectern/conformance/command')
  return { command: createConformCommand('conform') }
}

/** The commands that have commands of their own. */
export const groups: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['store', () => import('./store.ts')],
  ['config', () => import('./config-command.ts')],
])

/** All commands that take flags from a file. */
export async function loadCommands(): Promise<Command[]> {
  const { command: store } = await groups.get('store')!()
  const all = await Promise.all([...loaders.values()].map(async (load) => (await load()).command))
  return [...all, ...store.commands]
}
