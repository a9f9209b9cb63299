/** What stands before the body of each request: `{path}`, `{host}` and `{length}` are filled in. */
export interface Head {
  readonly name: 'bare' | 'browser' | 'fetch' | 'nginx'
  readonly text: string
  /** Whether the requests go through nginx, which adds what proxies add. */
  readonly proxied?: true
}

const write = (...lines: readonly string[]): string =>
  ['POST {path} HTTP/1.1', 'Host: {host}', ...lines, '', ''].join('\r\n')

/** No more than HTTP and JSON-RPC need. */
export const bare: string = write('Content-Type: application/json', 'Content-Length: {length}')

/** As Node 26 sends it, recorded. */
const fetched = write(
  'connection: keep-alive',
  'content-type: application/json',
  'accept: */*',
  'accept-language: *',
  'sec-fetch-mode: cors',
  'user-agent: node',
  'accept-encoding: gzip, deflate',
  'content-length: {length}',
)

/** As Chromium 156 sends it from a page of another origin, recorded. */
const browsed = write(
  'Connection: keep-alive',
  'Content-Length: {length}',
  'sec-ch-ua-platform: "Linux"',
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  'sec-ch-ua: "Not:A-Brand";v="8", "Chromium";v="156"',
  'content-type: application/json',
  'sec-ch-ua-mobile: ?0',
  'Accept: */*',
  'Origin: https://wallet.example',
  'Sec-Fetch-Site: cross-site',
  'Sec-Fetch-Mode: cors',
  'Sec-Fetch-Dest: empty',
  'Referer: https://wallet.example/',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: en-US,en;q=0.9',
)

/** The heads of a whole run. */
export const heads: readonly Head[] = [
  { name: 'bare', text: bare },
  { name: 'browser', text: browsed },
  { name: 'fetch', text: fetched },
  { name: 'nginx', text: bare, proxied: true },
]

/** The headers of a head, without those that whoever sends it adds. */
export function headersOf({ text }: Head): Record<string, string> {
  const added = new Set(['host', 'connection', 'content-length'])
  const lines = text.split('\r\n').slice(1, -2)
  const pairs = lines.map((line) => line.split(/: (.*)/s) as [string, string])
  return Object.fromEntries(pairs.filter(([name]) => !added.has(name.toLowerCase())))
}
