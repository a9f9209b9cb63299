import { BlockList, isIP, SocketAddress } from 'node:net'

/** What tells who sent a request. */
export interface Sender {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * Finds the client of each request: who is at the other end of the connection or, where that is a trusted proxy, the last one in
 * `X-Forwarded-For` that is none. What a proxy puts there that is no address is its own.
 *
 * @param proxies - addresses, and networks such as `10.0.0.0/8`
 * @returns a function that gives an address as the system writes it, an IPv4 address always as such; '' for a socket without addresses
 * @throws RangeError for what is neither
 */
export function createClientAddress(proxies: readonly string[] = []): (sender: Sender) => string {
  const trusted = new BlockList()
  for (const proxy of proxies) {
    const [text = '', bits = '0', ...rest] = proxy.split('/')
    const address = readAddress(text)
    const most = address === undefined ? -1 : isIP(text) === 4 ? 32 : 128
    if (address === undefined || rest.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most)
      throw new RangeError(
        `trustedProxies: ${JSON.stringify(proxy)} is neither an address nor a network such as 10.0.0.0/8.`,
      )
    if (!proxy.includes('/')) trusted.addAddress(address, familyOf(address))
    else trusted.addSubnet(text, Number(bits), isIP(text) === 4 ? 'ipv4' : 'ipv6')
  }
  return ({ headers, socket }) => {
    let client = readAddress(socket.remoteAddress ?? '') ?? ''
    const names = proxies.length > 0 ? String(headers['x-forwarded-for'] ?? '').split(',') : []
    while (client !== '' && names.length > 0 && trusted.check(client, familyOf(client))) {
      const next = readAddress(names.pop()!.trim())
      if (next === undefined) break
      client = next
    }
    return client
  }
}

/** Who is meant by an address: an IPv4 address as it is, the first four groups of an IPv6 address, since one customer has all below them. */
export function toClient(address: string): string {
  if (!address.includes(':')) return address
  const [front = '', back] = address.split('::')
  const groups = front === '' ? [] : front.split(':')
  const behind = back === undefined || back === '' ? [] : back.split(':')
  const zeros = back === undefined ? [] : Array.from({ length: 8 - groups.length - behind.length }, () => '0')
  return [...groups, ...zeros, ...behind].slice(0, 4).join(':')
}

const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4')

/** An address as the system writes it, of the same one always the same; some proxies write a port behind it. Undefined where it is none. */
function readAddress(text: string): string | undefined {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const family = isIP(bare)
  if (family !== 6) return family === 4 ? bare : undefined
  const { address } = new SocketAddress({ address: bare.replace(/%.*/, ''), family: 'ipv6' })
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address
}
