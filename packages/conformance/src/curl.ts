import { isMasked } from './address.ts'
import type { Reply } from './reply.ts'
import { jsonHeaders, type Target } from './target.ts'

/** A line for a POSIX shell that sends a request again; `$URL` stands for an address that is not known, or not shown. */
export function toCurl({ request, bytes, http }: Reply, { url }: Pick<Target, 'url'>): string {
  const address = url === undefined || isMasked(url) ? '"$URL"' : quote(url)
  const verb =
    http === undefined || http.verb === 'POST' ? '' : http.verb === 'HEAD' ? ' -I' : ` -X ${http.verb}`
  const headers = http?.headers ?? { 'content-type': jsonHeaders['content-type'] }
  // curl has a content type of its own for a body, unless it is told to send none.
  const all =
    http?.body !== undefined && !hasType(http.headers) ? { ...headers, 'content-type': '' } : headers
  const lines = Object.entries(all).map(
    ([name, value]) => ` -H ${quote(value === '' ? `${name}:` : `${name}: ${value}`)}`,
  )
  const line = `curl -s${verb} ${address}${lines.join('')}`
  if (bytes) return `printf ${quote(octal(bytes))} | ${line} --data-binary @-`
  return http && http.body === undefined ? line : `${line} --data-binary ${quote(request)}`
}

const hasType = (headers: Readonly<Record<string, string>>) => 'content-type' in headers
const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
const octal = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
