/**
 * An address as it may be shown: user info, the values of a query, what stands there without a name, and long parts of
 * it and of a path, which may be keys, are left out, and the fragment, which is never sent.
 */
export function maskAddress(address: string): string {
  const { protocol, username, password, host, pathname, search } = new URL(address)
  const user = username + password === '' ? '' : '…@'
  const path = pathname.split('/').map(maskPart).join('/')
  const query = search
    .slice(1)
    .split('&')
    .map((pair) => (/^[^=]+=./.test(pair) ? `${maskPart(pair.split('=')[0]!)}=…` : pair && '…'))
    .join('&')
  const masked = `${protocol}//${user}${host}${path}${query && `?${query}`}`
  return masked.includes('…') ? masked : address.replace(/#[^]*$/, '')
}

const maskPart = (part: string) => (part.length < 16 ? part : '…')

/** Whether something was left out of an address, so that it leads nowhere. */
export const isMasked = (address: string): boolean => address.includes('…')

/** An address without its user info, which fetch refuses, and the header that says the same, RFC 7617. */
export function splitCredentials(address: string): {
  url: string
  authorization?: { authorization: string }
} {
  const url = new URL(address)
  const { username, password } = url
  if (username + password === '') return { url: address }
  url.username = url.password = ''
  const octets = `${username}:${password}`.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
  return { url: url.href, authorization: { authorization: `Basic ${btoa(octets)}` } }
}
