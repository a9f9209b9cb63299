import type { Span, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallOutcome, RequestContext } from '@lectern/server'
import { Failure } from '../failure.ts'

/** OpenTelemetry spans: one for each request, and below it one for each call. */
export interface Tracing {
  /** Starts and ends the spans of requests; call it before the routes are registered. */
  watch(app: FastifyInstance): void
  /** The span of a call, made when it is answered. */
  onReply(fact: CallOutcome, requestContext?: RequestContext): void
  /** The id of the trace that a request belongs to: 32 hex digits. */
  traceOf(requestId: string | undefined): string | undefined
}

/** Traces with the installed OpenTelemetry API. The operator loads the SDK, exporter and propagator (`NODE_OPTIONS=--import=…`). */
export async function createTracing(
  load: () => Promise<typeof import('@opentelemetry/api')> = () => import('@opentelemetry/api'),
): Promise<Tracing> {
  const { context, propagation, SpanKind, trace } = await load().catch((cause: unknown) => {
    throw new Failure(
      '--otel on needs the package @opentelemetry/api beside lectern: npm install @opentelemetry/api.',
      { cause },
    )
  })
  const tracer = trace.getTracer('lectern')
  const spans = new Map<string, Span>()
  return {
    watch(app) {
      app.addHook('onRequest', (request, { raw }, done) => {
        const parent = propagation.extract(context.active(), request.headers)
        const options = { kind: SpanKind.SERVER, attributes: describeRequest(request) }
        const span = tracer.startSpan(request.method, options, parent)
        spans.set(request.id, span)
        raw.once('close', () => {
          if (raw.writableFinished) span.setAttribute('http.response.status_code', raw.statusCode)
          if (!raw.writableFinished || raw.statusCode >= 500) span.setStatus({ code: FAILED })
          span.end()
          spans.delete(request.id)
        })
        done()
      })
    },
    onReply({ method, code, seconds, bytes, upstream }, requestContext) {
      const parent = spans.get(requestContext?.id ?? '')
      const end = Date.now()
      const span = tracer.startSpan(
        method,
        {
          kind: SpanKind.INTERNAL,
          startTime: end - 1_000 * seconds,
          attributes: {
            'rpc.system.name': 'jsonrpc',
            'rpc.method': method,
            'rpc.response.bytes': bytes,
            ...(upstream !== undefined && { 'lectern.upstream': upstream }),
            ...(code !== undefined && { 'rpc.response.status_code': String(code) }),
          },
        },
        parent && trace.setSpan(context.active(), parent),
      )
      if (code !== undefined) span.setStatus({ code: FAILED })
      span.end(end)
    },
    traceOf: (requestId) => spans.get(requestId ?? '')?.spanContext().traceId,
  }
}

const FAILED = 2 satisfies SpanStatusCode.ERROR // the enumeration is in the package that may be absent

const describeRequest = ({ method, routeOptions: { url } }: FastifyRequest) => ({
  'http.request.method': method,
  ...(url !== undefined && { 'http.route': url }),
})
