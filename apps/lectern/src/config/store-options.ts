import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { withVariable } from '@lectern/conformance/flags'
import type { ClusterAccess, StoreLocation } from '@lectern/history'
import { Failure } from '../failure.ts'
import { inGroup, valuesOf } from './flags.ts'

/** The location of a store, from flags: one of both. The flags of `accessOptions` are separate. */
export interface StoreFlags {
  readonly datadir?: string
  readonly store?: string
}

/** The flags of each command that reads or writes a store. */
// oxfmt-ignore
export const storeOptions = (): readonly Option[] => inGroup('Store', [
  withVariable(new Option('--datadir <dir>', 'folder of the store')),
  withVariable(new Option('--store <url>', 'store in a cluster: cassandra://host,host/keyspace?dc=name')),
  ...accessOptions('store'),
])

/** How to get into the cluster of a flag. */
export function accessOptions(prefix: Prefix): readonly Option[] {
  const name = (rest: string) => `--${prefix}.${rest}`
  const tls = 'switches TLS on'
  // oxfmt-ignore
  return [
    withVariable(new Option(name('user <name>'), 'user of the cluster')),
    withVariable(new Option(name('password <text>'), 'password; other users see flags, but not the environment')),
    withVariable(new Option(name('tls [on|off]'), 'encrypt connections to the cluster').choices(['on', 'off']).preset('on').default('off')),
    withVariable(new Option(name('tls.ca <file>'), `PEM certificates of authorities, in place of the system's; ${tls}`)),
    withVariable(new Option(name('tls.cert <file>'), `PEM certificate for the cluster; ${tls}`)),
    withVariable(new Option(name('tls.key <file>'), 'PEM key of that certificate')),
  ]
}

export type Prefix = 'store' | 'from' | 'to'

/** Whether the value of a flag is never shown. */
export const isSecret = (name: string): boolean => name.endsWith('.password')

/** A text without the user and the password of a URL. */
export const hideUser = (text: string): string => text.replace(/(:\/\/)[^/?#]*@/, '$1***@')

/**
 * Reads from a command's values which store it is for: a flag goes before the environment, and that before a file. The other of `--datadir`
 * and `--store` is unset then. Throws Failure where both are set in one place, or neither is.
 */
export function chooseStore<T extends StoreFlags>(command: Command): T {
  const [folder, url] = (['datadir', 'store'] as const).map((name) =>
    command.getOptionValue(name) ? places.indexOf(command.getOptionValueSource(name) ?? '') : -1,
  ) as [number, number]
  if (folder === url)
    throw new Failure(
      folder === -1
        ? '--datadir <dir> or --store <url> is needed: where the store is.'
        : '--datadir and --store exclude each other: name one of them.',
    )
  command.setOptionValue(folder > url ? 'store' : 'datadir', undefined)
  return command.opts<T>()
}

/** Where a value can be set; the last goes first. */
const places: readonly string[] = ['config', 'env', 'cli']

/** Where the store is, with the files of `--store.tls.*` read. */
export async function readLocation(flags: StoreFlags): Promise<StoreLocation> {
  if (flags.store === undefined) return { datadir: flags.datadir! }
  return { url: flags.store, ...(await readAccess(flags, 'store')) }
}

/** How to get into the cluster of a flag, with its TLS files read. */
export async function readAccess(flags: object, prefix: Prefix): Promise<ClusterAccess> {
  const of = valuesOf(flags, `${prefix}.`)<string | undefined>
  const [user, password] = [of('user'), of('password')]
  const files: Record<string, string> = {}
  for (const name of ['ca', 'cert', 'key']) {
    const path = of(`tls.${name}`)
    if (path !== undefined) files[name] = await readFile(path, 'utf8')
  }
  const isOn = of('tls') === 'on' || Object.keys(files).length > 0
  return { ...(user && { user }), ...(password && { password }), ...(isOn && { tls: files }) }
}

/** Returns the path of a file in the folder of an embedded store. Throws Failure for a store in a cluster, whose command must name it with a flag. */
export function besideStore(location: StoreLocation, name: string, flag: string): string {
  if ('datadir' in location) return join(location.datadir, name)
  throw new Failure(`${flag} is needed with --store: there is no data folder for ${name}.`)
}
