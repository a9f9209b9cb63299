import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { recordCoverage } from './coverage.ts'

const hash = `0x${'ab'.repeat(32)}`
const seenAfter = (...exchanges: [request: unknown, reply: unknown][]) => {
  const recorder = recordCoverage(document)
  for (const [request, value] of exchanges)
    recorder.note({ request: JSON.stringify(request), status: 200, headers: new Headers(), text: '', value })
  const { rows, seen, declared } = recorder.report()
  expect(declared).toBe(rows.length)
  expect(seen).toBe(rows.filter((row) => row.seen > 0).length)
  return rows.filter((row) => row.seen > 0).map(({ kind, name }) => `${kind} ${name}`)
}
const call = (method: string, params?: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })
const error = (code: number, id: unknown = 1) => ({ jsonrpc: '2.0', id, error: { code, message: 'x' } })
const result = (value: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, result: value })

test('a valid parameter and the form of the response are counted', () => {
  expect(seenAfter([call('eth_getBlockByNumber', ['latest', false]), result(null)])).toEqual([
    'parameter block_number: latest',
    'parameter return_full_txns: false',
    'result null',
  ])
})

test('a broken parameter is the keyword that it breaks, and the error is its code', () => {
  expect(seenAfter([call('eth_getTransactionByHash', ['0x1']), error(-32602)])).toEqual([
    'parameter tx_hash: HashParameter, pattern broken',
    'error -32602',
  ])
  expect(seenAfter([call('eth_getTransactionByHash', [1]), error(-32602)])).toContain(
    'parameter tx_hash: HashParameter, type broken',
  )
  expect(seenAfter([call('eth_getTransactionByHash', { tx_hash: hash }), error(-32602)])).toContain(
    'parameter params: by name',
  )
  expect(seenAfter([call('eth_getTransactionByHash'), error(-32602)])).toContain('parameter params: absent')
  expect(seenAfter([call('eth_getTransactionByHash', [hash, hash]), error(-32602)])).toContain(
    'parameter params: too many',
  )
  expect(seenAfter([call('eth_getBlockByNumber', ['latest']), error(-32602)])).toContain(
    'parameter params: too few',
  )
})

test('a result is met in its members: types, what is there, what is null, what is empty', () => {
  const receipt = document.methods[1]!.examples!.find(({ name }) => name === 'creation')!.result.value
  expect(seenAfter([call('eth_getTransactionReceipt', [hash]), result(receipt)])).toEqual([
    'parameter tx_hash: HashParameter',
    'result a value',
    'result Receipt.blobGasPrice: absent',
    'result Receipt.blobGasUsed: absent',
    'result Receipt.contractAddress: present',
    'result Receipt.logs: empty',
    'result Receipt.root: absent',
    'result Receipt.status: 0x1',
    'result Receipt.to: null',
    'result Receipt.type: 0x0',
  ])
})

test('the calls of a batch are met by their ids', () => {
  const batch = [call('eth_getTransactionByHash', [hash], 1), call('eth_getTransactionReceipt', [hash], 2)]
  expect(seenAfter([batch, [error(-32005, 2), result(null, 1)]])).toEqual([
    'parameter tx_hash: HashParameter',
    'result null',
    'parameter tx_hash: HashParameter',
    'error -32005',
  ])
})

test('what is no call of the document is passed over', () => {
  expect(seenAfter([1, error(-32600)], [call('eth_none', []), error(-32601)], [[1, null], null])).toEqual([])
})
