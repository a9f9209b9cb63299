import { propagation, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import Fastify from 'fastify'
import { jsonRpc } from '@lectern/server'
import type { Methods } from '@lectern/spec'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Failure } from '../failure.ts'
import { createTracing } from './tracing.ts'

const exporter = new InMemorySpanExporter()

beforeAll(() => {
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  trace.setGlobalTracerProvider(provider)
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
})
afterAll(() => {
  trace.disable()
  propagation.disable()
})

const methods = {
  eth_getTransactionByHash: () => null,
  eth_getTransactionReceipt() {
    throw new Error('a secret')
  },
  eth_getBlockByNumber: () => null,
} satisfies Methods

const call = (method: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: [`0x${'00'.repeat(32)}`],
})

/** The spans of one request over HTTP, calls first. */
async function traceRequest(body: object, headers: Record<string, string> = {}) {
  exporter.reset()
  const tracing = await createTracing()
  const traces: (string | undefined)[] = []
  const app = Fastify()
  onTestFinished(() => app.close())
  tracing.watch(app)
  app.register(jsonRpc, {
    methods,
    onReply: tracing.onReply,
    onError: (_error, _method, context) => void traces.push(tracing.traceOf(context?.id)),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
    body: JSON.stringify(body),
  })
  await response.text()
  await app.close()
  const spans = exporter.getFinishedSpans()
  return { spans, traces, request: spans.at(-1)! }
}

test('a request continues the trace that its headers name, and each of its calls is a span below it', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const batch = [call('eth_getTransactionByHash'), call('eth_getTransactionReceipt')]
  const { spans, traces, request } = await traceRequest(batch, {
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
  })
  expect(spans.map(({ name }) => name)).toEqual([
    'eth_getTransactionByHash',
    'eth_getTransactionReceipt',
    'POST',
  ])
  expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(new Set([traceId]))
  expect(request.parentSpanContext?.spanId).toBe('b7ad6b7169203331')
  expect(request.attributes).toMatchObject({ 'http.route': '/', 'http.response.status_code': 200 })
  for (const span of spans.slice(0, 2))
    expect(span.parentSpanContext?.spanId).toBe(request.spanContext().spanId)
  expect(spans[1]!.attributes['rpc.response.status_code']).toBe('-32603')
  expect(traces).toEqual([traceId])
})

test('nothing that a client sends becomes the name of a span', async () => {
  const { spans } = await traceRequest(call('eth_secret'))
  expect(spans.map(({ name }) => name)).toEqual(['other', 'POST'])
  expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain('secret')
})

const findNothing = () => Promise.reject(new Error('Cannot find package'))

test('without the package there is a sentence', async () => {
  await expect(createTracing(findNothing)).rejects.toThrow(Failure)
  await expect(createTracing(findNothing)).rejects.toThrow('npm install @opentelemetry/api')
})
