import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { toLimits } from './limits.ts'
import { refuse } from './refusal.ts'
import type { Reply } from './reply.ts'
import { createRpc, type RpcOptions } from './rpc.ts'

/** What the plugin serves, and where. */
export interface LecternOptions extends RpcOptions {
  /** The path of the endpoint, below the prefix that the plugin is registered with. */
  readonly path?: string | undefined
}

/** The media types of a request; a charset may follow. geth takes the same three. */
const mediaTypes = ['application/json', 'application/json-rpc', 'application/jsonrequest']

/**
 * The Fastify plugin: strict JSON-RPC 2.0 over POST at one path. JSON-RPC answers are HTTP 200, nothing to answer is
 * 204; another verb is 405, another media type 415, a body above the limit 413, each with a JSON-RPC error as body.
 * It is encapsulated: nothing of the host application outside that path changes.
 */
export const lectern: FastifyPluginAsync<LecternOptions> = fp(serve, {
  name: '@lectern/server',
  fastify: '5.x',
  encapsulate: true,
})

async function serve(app: FastifyInstance, { path = '/', ...options }: LecternOptions): Promise<void> {
  const { bodyBytes } = toLimits(options.limits)
  const onError = options.onError ?? ((err, method) => app.log.error({ err, method }, 'A method failed.'))
  const rpc = createRpc({ ...options, onError })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(mediaTypes, { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.setErrorHandler<{ statusCode?: number }>((error, _, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) onError(error, 'http')
    return refuse(reply, status)
  })

  app.post<{ Body: Uint8Array | undefined }>(
    path,
    { bodyLimit: bodyBytes },
    async ({ body, headers }, reply) => {
      // Undefined is a request without content and content type.
      if (body === undefined || headers['content-encoding'] !== undefined) return refuse(reply, 415)
      const answer = await rpc(body)
      return answer === undefined ? reply.code(204).send() : sendAnswer(reply, answer)
    },
  )
  app.route({
    method: app.supportedMethods.filter((verb) => verb !== 'POST'),
    url: path,
    exposeHeadRoute: false,
    onRequest: async (_, reply) => refuse(reply.header('allow', 'POST'), 405), // before the body is read
    handler: (_, reply) => reply,
  })
}

function sendAnswer(reply: FastifyReply, { body, release }: Reply): FastifyReply {
  reply.header('content-type', 'application/json')
  if (!(body instanceof Uint8Array)) return reply.send(Readable.from(body, { objectMode: false }))
  if (release !== undefined) reply.raw.once('finish', release) // not 'close': then the socket may still read it
  return reply.send(body)
}
