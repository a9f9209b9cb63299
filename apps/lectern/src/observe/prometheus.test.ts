import { expect, test } from 'vitest'
import { createHistogram } from './prometheus.ts'

test('a value is counted in the first bucket whose bound it does not pass, and in each wider one', () => {
  const histogram = createHistogram([1, 10])
  for (const value of [0.5, 1, 1.5, 10, 11]) histogram.observe(value)
  expect(histogram.samples('x', { method: 'm' })).toEqual([
    { metricName: 'x_bucket', labels: { le: '1', method: 'm' }, value: 2 },
    { metricName: 'x_bucket', labels: { le: '10', method: 'm' }, value: 4 },
    { metricName: 'x_bucket', labels: { le: '+Inf', method: 'm' }, value: 5 },
    { metricName: 'x_sum', labels: { method: 'm' }, value: 24 },
    { metricName: 'x_count', labels: { method: 'm' }, value: 5 },
  ])
})
