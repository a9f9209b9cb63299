import { isIP } from 'node:net'
import { InvalidArgumentError, Option } from 'commander'
import { withVariable } from '@lectern/conformance/flags'
import { showUrl } from '@lectern/history'
import { Failure } from '../failure.ts'

/** A kind of value, or of a list's items. */
export interface Kind {
  readonly right: string
  fits(text: string): boolean
}

export const hostName: Kind = {
  right: 'a host name, without scheme, port or path',
  fits: (text) => /^(\*|[^\s:/*]+)$/.test(text),
}

export const origin: Kind = {
  right: 'an origin such as https://app.example, without a path',
  fits: (text) => /^(\*|null|[a-z][a-z0-9+.-]*:\/\/[^\s/]+)$/i.test(text),
}

/** Origins as a content security policy names them. */
export const source: Kind = {
  right: 'an origin such as https://rpc.example, https://*.example.org or http://127.0.0.1:*, without a path',
  fits: (text) => /^https?:\/\/(\*\.)?[\w-]+(\.[\w-]+)*(:(\d{1,5}|\*))?$/i.test(text),
}

export const network: Kind = {
  right: 'an address or a network such as 10.0.0.0/8',
  fits(text) {
    const [address = '', bits = '0', ...rest] = text.split('/')
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
    return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
  },
}

export const nodeAddress: Kind = {
  right: 'the http:// or https:// URL of a node, without a password',
  fits(text) {
    const url = URL.canParse(text) ? new URL(text) : undefined
    return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  },
}

export const methodPattern: Kind = {
  right: 'a method such as eth_call, or a pattern such as eth_*',
  fits: (text) => /^[\w.*]+$/.test(text),
}

export const hash: Kind = {
  right: '0x and 64 hexadecimal digits',
  fits: (text) => /^0x[0-9a-f]{64}$/i.test(text),
}

/** Parses a value of a kind; `name` is for the sentence that refuses another. */
export function parseKind({ right, fits }: Kind, text: string, name = 'It'): string {
  if (fits(text)) return text
  throw new InvalidArgumentError(`${name} must be ${right}.`)
}

/** A flag for a comma-separated list; help shows an empty default as `none`. */
export function list(flags: string, description: string, value: string, kind: Kind): Option {
  const parse = (text: string) => {
    const items = text.split(',').map((item) => item.trim())
    const given = items.filter((item) => item !== '')
    return given.map((item) => parseKind(kind, item, item === text ? 'It' : item))
  }
  const option = new Option(flags, description).argParser(parse)
  return withVariable(option.default(parse(value), value === '' ? 'none' : value))
}

/** Adds the URL of a node, an argument, to those before it. Throws Failure or InvalidArgumentError for another text. */
export function readAddresses(text: string, before: readonly string[] = []): readonly string[] {
  if (URL.canParse(text) && /^https?:/.test(text)) return [...before, parseKind(nodeAddress, text)]
  throw new Failure(`"${showUrl(text)}" is not an http or https address.`)
}
