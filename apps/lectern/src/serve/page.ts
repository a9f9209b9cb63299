import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { applyPolicy, type HttpPolicy } from '@lectern/server'

/** The page of apps/site, read at the start: its own address is the endpoint's, so that sends it; the other files have routes. */
export interface Page {
  /** Answers a browser that opens the endpoint's address. */
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Adds the routes of the scripts, styles and fonts. */
  addFiles(app: FastifyInstance): void
}

/** The folder of the page: a part of the package, and in the repository what `npm run build` made of apps/site. */
const folder = new URL(
  import.meta.url.endsWith('.ts') ? '../../../site/dist/served/' : '../site/',
  import.meta.url,
)

/**
 * Opens the page, which may ask the origins of `connect` too; undefined in a repository without a build of it. The build writes its
 * policy, a file next to it.
 */
export function openPage(policy: HttpPolicy, connect: readonly string[]): Page | undefined {
  if (!existsSync(new URL('policy.txt', folder))) return undefined
  const contentPolicy = readFileSync(new URL('policy.txt', folder), 'utf8')
  const headers = {
    'content-security-policy': contentPolicy.replace(
      "connect-src 'self'",
      ["connect-src 'self'", ...connect].join(' '),
    ),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
  const index = readFile('index.html')
  return {
    send: (request, reply) => sendFile(index, request, reply),
    addFiles(app) {
      applyPolicy(app, { policy, methods: 'GET, HEAD' })
      for (const name of globSync('{sw.js,assets/*,licenses/*}', { cwd: fileURLToPath(folder) })) {
        const file = readFile(name)
        app.get(`/${name}`, (request, reply) => {
          if (policy.vary !== '') reply.header('vary', policy.vary)
          return sendFile(file, request, reply)
        })
      }
    },
  }

  async function sendFile(
    file: File,
    { headers: asked }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    reply.headers(headers).header('cache-control', file.cacheControl).header('etag', file.tag)
    if (isSame(asked['if-none-match'], file.tag)) return reply.code(304).send()
    reply.type(file.type)
    const coding = policy.chooseCoding(asked['accept-encoding'] as string, file.bytes.length)
    if (coding === undefined) return reply.send(file.bytes)
    const packed = await pack(file, coding)
    return reply.header('content-encoding', coding).send(packed)
  }
}

interface File {
  readonly bytes: Buffer
  readonly type: string
  /** Weak: the codings of the file share it. */
  readonly tag: string
  readonly cacheControl: string
  /** Its compressed bytes, once somebody has asked for them. */
  readonly packed: { [coding in keyof typeof compressors]?: Promise<Buffer> }
}

function readFile(name: string): File {
  const bytes = readFileSync(new URL(name, folder))
  return {
    bytes,
    type: types[extname(name)] ?? 'application/octet-stream',
    tag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`,
    // The build puts a hash of the bytes into the names below assets/. The policy of a web worker is in its response, and a flag changes it.
    cacheControl: /^assets\/(?!.*worker-)/.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    packed: {},
  }
}

/** Compresses a file once for each coding; what fails is tried again. */
function pack({ bytes, packed }: File, coding: keyof typeof compressors): Promise<Buffer> {
  const made = (packed[coding] ??= compressors[coding](bytes))
  made.catch(() => delete packed[coding])
  return made
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

const { BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = zlib.constants
const zstd = promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdCompress)
const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip)

/** The best of each coding, once for each file: 40 ms for all of them (zstd), 6 ms (gzip), 250 ms (br). */
const compressors = {
  zstd: (bytes: Buffer) => zstd(bytes, { params: { [ZSTD_c_compressionLevel]: 19 } }),
  gzip: (bytes: Buffer) => gzip(bytes, { level: 9 }),
  br: (bytes: Buffer) => brotli(bytes, { params: { [BROTLI_PARAM_QUALITY]: 11 } }),
}

/** Whether an `If-None-Match` names a tag (RFC 9110, 13.1.2). */
const isSame = (asked: string | undefined, tag: string): boolean =>
  asked !== undefined && asked.split(',').some((one) => ['*', tag].includes(one.trim()))
