import { HistoryError } from '../../error.ts'
import { showUrl } from '../../show-url.ts'

/** The parts of a store's URL: `cassandra://h1:9043,h2:9043/keyspace?dc=name`. */
export interface ClusterUrl {
  /** `host:port` of the contact points; they name the other nodes. */
  readonly hosts: readonly string[]
  readonly port: number
  readonly keyspace: string
  /** The datacenter whose nodes are asked, and whose majority counts. */
  readonly datacenter: string
}

export function parseClusterUrl(url: string): ClusterUrl {
  const refuse = (why: string): never => {
    throw new HistoryError('location', `${showUrl(url)} is no URL of a store: ${why}.`)
  }
  if (/^[a-z]+:\/\/[^/?#]*@/.test(url))
    throw new HistoryError(
      'location',
      'The URL of a store must not hold a user name or a password: give them by options of their own.',
    )
  const parts = /^cassandra:\/\/(?<hosts>[^/?#]*)\/(?<keyspace>[^/?#]*)(?:\?(?<query>[^#]*))?$/.exec(
    url,
  )?.groups
  if (parts === undefined) return refuse('it must be cassandra://host,host/keyspace?dc=name')
  const hosts = parts['hosts']!.split(',').map((host) => {
    const [, name, port] = /^([\w.-]+|\[[0-9a-fA-F:]+\])(?::(\d{1,5}))?$/.exec(host) ?? []
    if (name === undefined || Number(port ?? 1) > 65535)
      return refuse(`"${host}" must be a host, or host:port`)
    return `${name}:${port ?? 9042}`
  })
  const [port, other] = new Set(hosts.map((host) => host.slice(host.lastIndexOf(':') + 1)))
  if (other !== undefined) return refuse(`the nodes of a cluster have one port, not ${port} and ${other}`)
  const keyspace = parts['keyspace']!
  // Cassandra's own limit; without quotes a name has these characters.
  if (!/^[a-z][a-z0-9_]{0,47}$/.test(keyspace))
    return refuse(
      `the keyspace "${keyspace}" must be 1 to 48 lower-case letters, digits and underscores, a letter first`,
    )
  const query = new URLSearchParams(parts['query'])
  for (const name of query.keys()) if (name !== 'dc') return refuse(`it knows no "${name}", only "dc"`)
  const datacenter = query.get('dc') ?? 'datacenter1' // Cassandra's default
  if (datacenter === '') return refuse('"dc" must name a datacenter')
  return { hosts, port: Number(port), keyspace, datacenter }
}
