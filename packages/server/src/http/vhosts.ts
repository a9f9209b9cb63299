import { isIP } from 'node:net'

/** Whether requests to the host of a `Host` header, port included, are let in. */
export type Vhosts = (host: string | undefined) => boolean

/**
 * Lets in the names listed, any address that is given as such, and requests without a host, as geth does; `*` lets in all.
 * A page that points its own name at this machine (DNS rebinding) asks under that name, so it is kept out.
 */
export function createVhosts(names: readonly string[]): Vhosts {
  if (names.includes('*')) return () => true
  const listed = new Set(names.map((name) => name.toLowerCase()))
  const judge = (host: string): boolean => {
    const name = (portAfterName.exec(host)?.[1] ?? host).toLowerCase()
    return host === '' || listed.has(name) || isIP(unwrap(name)) !== 0
  }
  let last = { host: '', isAdmitted: true } // nearly all clients use one name
  return (host = '') => {
    if (host !== last.host) last = { host, isAdmitted: judge(host) }
    return last.isAdmitted
  }
}

const portAfterName = /^(\[[^\]]*\]|[^:]*):\d*$/

const unwrap = (name: string): string =>
  name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name
