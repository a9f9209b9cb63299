/** An address as it may be shown: user info, the values of a query, and long parts of a path, which may be keys, are left out. */
export function maskAddress(address: string): string {
  const { protocol, username, host, pathname, searchParams } = new URL(address)
  const user = username === '' ? '' : '…@'
  const path = pathname
    .split('/')
    .map((part) => (part.length < 16 ? part : '…'))
    .join('/')
  const query = [...searchParams.keys()].map((name) => `${name}=…`).join('&')
  const masked = `${protocol}//${user}${host}${path}${query === '' ? '' : `?${query}`}`
  return masked.includes('…') ? masked : address
}

/** Whether something was left out of an address, so that it leads nowhere. */
export const isMasked = (address: string): boolean => address.includes('…')
