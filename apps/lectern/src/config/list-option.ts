import { isIP } from 'node:net'
import { InvalidArgumentError, Option } from 'commander'
import { withVariable } from '@lectern/cli'
import { isNodeUrl } from './follow-options.ts'

/** What an item of a list must be. */
interface Kind {
  readonly right: string
  fits(text: string): boolean
}

/** Host names, or `*`. */
export const hostName: Kind = {
  right: 'a host name, without scheme, port or path',
  fits: (text) => /^(\*|[^\s:/*]+)$/.test(text),
}

/** Origins, which may contain `*`. */
export const origin: Kind = {
  right: 'an origin such as https://app.example, without a path',
  fits: (text) => /^(\*|null|[a-z][a-z0-9+.-]*:\/\/[^\s/]+)$/i.test(text),
}

/** Origins as a content security policy names them. */
export const source: Kind = {
  right: 'an origin such as https://rpc.example, https://*.example.org or http://127.0.0.1:*, without a path',
  fits: (text) => /^https?:\/\/(\*\.)?[\w-]+(\.[\w-]+)*(:(\d{1,5}|\*))?$/i.test(text),
}

/** IP addresses and networks in CIDR notation. */
export const network: Kind = {
  right: 'an address or a network such as 10.0.0.0/8',
  fits(text) {
    const [address = '', bits = '0', ...rest] = text.split('/')
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
    return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
  },
}

/** URLs of nodes. */
export const nodeAddress: Kind = {
  right: 'the http:// or https:// URL of a node, without a password',
  fits: isNodeUrl,
}

/** A flag for a comma-separated list; help shows an empty default as `none`. */
export function list(flags: string, description: string, value: string, { right, fits }: Kind): Option {
  const parse = (text: string) => {
    const items = text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
    const odd = items.find((item) => !fits(item))
    if (odd !== undefined) throw new InvalidArgumentError(`${odd === text ? 'It' : odd} must be ${right}.`)
    return items
  }
  const option = new Option(flags, description).argParser(parse)
  return withVariable(option.default(parse(value), value === '' ? 'none' : value))
}
