import { expect, test } from 'vitest'
import { evaluate, isExpression } from './expression.ts'

const scope = {
  params: { tx_hash: '0x1', full: true },
  result: {
    hash: '0x2',
    to: null,
    transactions: [{ hash: '0x3' }, '0x4', { hash: '0x5', logs: [{ data: '0x' }] }],
  },
}

test.each([
  ['$params.tx_hash', ['0x1']],
  ['$result.hash', ['0x2']],
  ['${result.hash}', ['0x2']],
  ['${$result.hash}', ['0x2']],
  ['$result.to', [null]],
  ['$result.to.x', []],
  ['$result.none', []],
  ['$result.toString', []],
  ['$result.transactions[1]', ['0x4']],
  ['$result.transactions.1', ['0x4']],
  ['$result.transactions[9]', []],
  ['$result.transactions[*].hash', ['0x3', '0x5']],
  ['$result.transactions[*].logs[*].data', ['0x']],
  ['$result', [scope.result]],
])('%s is evaluated', (expression, values) => {
  expect(isExpression(expression)).toBe(true)
  expect(evaluate(expression, scope)).toEqual(values)
})

test('an index stands for all of its array where each is asked for', () => {
  expect(evaluate('${result.transactions.0.hash}', scope, { each: true })).toEqual(['0x3', '0x5'])
  expect(evaluate('$result.transactions[0]', scope, { each: true })).toEqual(scope.result.transactions)
})

test.each(['latest', true, '$other.x', 'result.hash', null])('%j is a constant', (value) => {
  expect(isExpression(value)).toBe(false)
})
