import type { Head } from '@lectern/history'
import { createServerState } from '@lectern/server'
import { expect, onTestFinished, test } from 'vitest'
import { workerRows } from '../serve/server.ts'
import { addRows, writeMetrics } from './prometheus.ts'
import { createMetrics } from './metrics.ts'

const start = (
  head: Pick<Head, 'number' | 'lowest' | 'safe' | 'finalized'> | null = {
    number: 63n,
    lowest: 2n,
    safe: 60n,
    finalized: null,
  },
) => {
  const state = createServerState()
  const criteria = { stored: 1, recent: 1, reached: 1, sound: 1, same: 1, calm: 1, staying: 1 } as const
  const metrics = createMetrics({
    state,
    head: async () => head,
    readiness: async () => ({ criteria, reasons: [] }),
  })
  onTestFinished(() => metrics[Symbol.dispose]())
  return { state, metrics }
}

const answer = { method: 'eth_getTransactionByHash', seconds: 0.000_03, bytes: 900 }

test('calls, errors, batches and refusals are counted by our own labels', async () => {
  const { state, metrics } = start()
  metrics.onReply({ ...answer, code: undefined })
  metrics.onReply({ ...answer, code: -32_602 })
  metrics.onBatch(7)
  metrics.onRefuse('rate')
  state.inflight = 3
  const text = await writeMetrics([await metrics.rows()])
  for (const line of [
    'rpc_requests_total{method="eth_getTransactionByHash",outcome="ok"} 1',
    'rpc_requests_total{method="eth_getTransactionByHash",outcome="error"} 1',
    'rpc_errors_total{code="-32602"} 1',
    'rpc_rejected_total{reason="rate"} 1',
    'rpc_request_duration_seconds_bucket{le="0.00002",method="eth_getTransactionByHash"} 0',
    'rpc_request_duration_seconds_bucket{le="0.00005",method="eth_getTransactionByHash"} 2',
    'rpc_request_duration_seconds_count{method="eth_getTransactionByHash"} 2',
    'rpc_response_bytes_sum{method="eth_getTransactionByHash"} 1800',
    'rpc_batch_size_bucket{le="5"} 0',
    'rpc_batch_size_bucket{le="10"} 1',
    'rpc_inflight 3',
    'store_head_number 63',
    'store_range_from 2',
    'store_safe_number 60',
    'server_ready{criterion="stored"} 1',
    '# TYPE rpc_request_duration_seconds histogram',
  ])
    expect(text.split('\n')).toContain(line)
  expect(text).toMatch(/^process_cpu_seconds_total [\d.]+$/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds [\d.e-]+$/m)
})

test('an empty store has no range', async () => {
  const text = await writeMetrics([await start(null).metrics.rows()])
  expect(text).not.toMatch(/^store_/m)
})

test('the metrics of several processes are added up, and what is the same for all appears once', async () => {
  const [one, other] = [start(), start({ number: 64n, lowest: 2n, safe: 61n, finalized: null })]
  for (let calls = 0; calls < 3; calls++) one.metrics.onReply({ ...answer, code: undefined })
  other.metrics.onReply({ ...answer, code: undefined })
  const ended = await addRows([await one.metrics.rows()])
  const text = await writeMetrics([
    await other.metrics.rows(),
    ended.filter(({ type }) => type !== 'gauge'),
    workerRows({ asked: 2, serving: 1, restarts: 4 }),
  ])
  expect(text).toContain('rpc_requests_total{method="eth_getTransactionByHash",outcome="ok"} 4\n')
  expect(text).toContain('store_head_number 64\n')
  expect(text).toContain('server_workers{state="serving"} 1\n')
  expect(text).toContain('server_worker_restarts_total 4\n')
  expect(text.match(/^process_start_time_seconds \d+$/gm)).toHaveLength(1)
  expect(text.match(/^# TYPE rpc_requests_total counter$/gm)).toHaveLength(1)
})
