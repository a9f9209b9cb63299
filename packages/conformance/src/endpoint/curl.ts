import { jsonHeaders, type Target } from './target.ts'
import { quoteShell } from '../document/shown-text.ts'
import type { Exchange } from './exchange.ts'

const longest = 2_000 // characters: what reports show of a line

/** Returns a line for a POSIX shell that repeats a request, or undefined for a long one. `$URL` is an address that is not shown. */
export function toCurl(
  { request, bytes, http }: Pick<Exchange, 'request' | 'bytes' | 'http'>,
  { url }: Pick<Target, 'url'>,
): string | undefined {
  const address = url === undefined || url.includes('…') ? '"$URL"' : quoteShell(url)
  const { verb: name = 'POST' } = http ?? {}
  const verb = { POST: '', HEAD: ' -I' }[name] ?? ` -X ${name}`
  const headers = http?.headers ?? { 'content-type': jsonHeaders['content-type'] }
  // curl adds a content type to a body; an empty header turns that off.
  const all =
    http?.body !== undefined && !('content-type' in headers) ? { ...headers, 'content-type': '' } : headers
  const lines = Object.entries(all).map(
    ([name, value]) => ` -H ${quoteShell(value === '' ? `${name}:` : `${name}: ${value}`)}`,
  )
  const line = `curl -s${verb} ${address}${lines.join('')}`
  if (http && http.body === undefined) return line
  const whole =
    !bytes && isPlain(request)
      ? `${line} --data-binary ${quoteShell(request)}`
      : `${print(bytes ?? new TextEncoder().encode(request))} | ${line} --data-binary @-`
  return whole.length <= longest ? whole : undefined
}

// curl takes @ for a file, and what is not ASCII does not come through every report, terminal and clipboard as it is.
const isPlain = (text: string) => /^(?!@)[ -~]*$/.test(text)

/** A command that prints bytes: those that a quoted format may hold as they are, all others in octal. */
const print = (bytes: Uint8Array) => `printf '${Array.from(bytes, printByte).join('')}'`

function printByte(byte: number): string {
  const character = String.fromCharCode(byte)
  return /[ -$&(-,.-[\]-~]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`
}
