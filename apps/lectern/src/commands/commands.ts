import type { Command } from 'commander'

type Load = () => Promise<{ readonly command: Command }>

/** Each command's file. Only the one that is asked for is loaded: the others' libraries take a second. */
export const loaders: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['import', () => import('./import.ts')],
  ['export', () => import('./export.ts')],
  ['serve', () => import('./serve.ts')],
  ['verify', () => import('./verify.ts')],
  ['conform', () => import('./conform.ts')],
  ['health', () => import('./health.ts')],
])

/** All commands that take flags from a file. */
export const loadCommands = (): Promise<Command[]> =>
  Promise.all([...loaders.values()].map(async (load) => (await load()).command))
