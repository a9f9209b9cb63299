import { document, type MethodName } from '@lectern/spec'
import { expect, test } from 'vitest'
import { createSession } from '../endpoint/session.ts'
import { functionTarget, type Target } from '../endpoint/target.ts'
import { createSample, type SampleOptions } from './sample.ts'

// A chain of blocks with 40 transactions each; two blocks have other counts.
const count = (number: number) => (number === 30 ? 25 : number === 101 ? 600 : 40)
const hash = (number: number, index: number) =>
  `0x${(number * 1000 + index + 1).toString(16).padStart(64, '0')}`
const block = (number: number) => ({
  number: `0x${number.toString(16)}`,
  transactions: Array.from({ length: count(number) }, (_, index) => hash(number, index)),
})
const methods: Record<MethodName, (params: any) => unknown> = {
  eth_getBlockByNumber: ([number]) =>
    ({ earliest: block(0), latest: block(100) })[number as string] ??
    (number.startsWith('0x') ? block(Number(number)) : null),
  eth_getTransactionByHash: ([hash]) => ({ hash }),
  eth_getTransactionReceipt: ([transactionHash]) => ({ transactionHash }),
}
const target = (asked: string[]): Target =>
  functionTarget((body) => {
    const text = new TextDecoder().decode(body)
    asked.push(text)
    const { id, method, params } = JSON.parse(text)
    return new TextEncoder().encode(
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        ...(Object.hasOwn(methods, method)
          ? { result: methods[method as MethodName](params) }
          : { error: { code: -32601, message: 'Method not found' } }),
      }),
    )
  })

const explore = async (seed: number, options: SampleOptions = {}) => {
  const asked: string[] = []
  const { steps } = await createSample(document, options)(createSession(target(asked), { seed }))
  const numbers = new Set(
    steps.flatMap(({ call, params }) => (call.method === 'eth_getBlockByNumber' ? [params[0]] : [])),
  )
  return {
    asked,
    steps,
    numbers: [...numbers].filter((number) => String(number).startsWith('0x')).map(Number),
  }
}

test('the same seed asks the same, another seed asks other blocks', async () => {
  const [first, again, other] = await Promise.all([explore(1), explore(1), explore(2)])
  expect(first.asked).toEqual(again.asked)
  expect(first.numbers).not.toEqual(other.numbers)
})

test('blocks are drawn as neighbours, and nothing is asked twice', async () => {
  const { asked, numbers } = await explore(1, { blocks: 8 })
  expect(numbers).toHaveLength(8)
  expect(numbers.filter((number) => numbers.includes(number - 1))).toHaveLength(4)
  expect(new Set(asked).size).toBe(asked.length)
})

test('every number is asked for where there are few enough', async () => {
  expect((await explore(1, { blocks: 101, fanout: 1 })).numbers).toHaveLength(101)
})

test('each response leads to a few calls, and the one with the fewest to all of its own', async () => {
  const { steps } = await explore(1, { blocks: 101, fanout: 3 })
  const receipts = steps.filter(
    ({ call, link }) => call.method === 'eth_getTransactionReceipt' && link?.name === 'receipt',
  )
  const perBlock = Map.groupBy(receipts, ({ params }) => Math.floor((Number(params[0]) - 1) / 1000))
  expect(new Set(perBlock.get(30)!.map(({ params }) => params[0])).size).toBe(25)
  expect(new Set(perBlock.get(7)!.map(({ params }) => params[0])).size).toBe(3)
})

test('a block of more than 256 transactions is never followed to its end', async () => {
  methods['eth_getBlockByNumber'] = ([number]) => (number === 'latest' ? block(101) : null)
  const { steps } = await explore(1)
  const followed = steps.filter(({ call }) => call.method === 'eth_getTransactionReceipt')
  expect(new Set(followed.map(({ params }) => params[0])).size).toBe(16)
})

test('where results begin to have other members, both sides are asked for, however long the chain is', async () => {
  const since = 777_777
  const long = (number: number) => ({
    number: `0x${number.toString(16)}`,
    transactions: [],
    ...(number >= since && { baseFeePerGas: '0x7' }),
  })
  methods['eth_getBlockByNumber'] = ([number]) =>
    ({ earliest: long(0), latest: long(20_000_000) })[number as string] ??
    (number.startsWith('0x') ? long(Number(number)) : null)
  const { numbers, asked } = await explore(3)
  expect(numbers).toContain(since)
  expect(numbers).toContain(since - 1)
  expect(asked.length).toBeLessThan(100)
  expect((await explore(3, { forks: 0 })).numbers).not.toContain(since)
})

const types = (index: number) => (index === 150 ? '0x3' : index === 151 ? '0x4' : '0x2')

test('each type of transaction in a block is followed, however rare it is, and neighbours with each other', async () => {
  const whole = Array.from({ length: 300 }, (_, index) => ({ hash: hash(5, index), type: types(index) }))
  methods['eth_getBlockByNumber'] = ([number, flag]) =>
    number === 'latest' ? { number: '0x5', transactions: flag ? whole : whole.map((one) => one.hash) } : null
  for (const seed of [1, 2, 3]) {
    const { steps } = await explore(seed, { fanout: 6 })
    const met = new Set(
      steps.flatMap(({ link, params }) => (link?.name === 'wholeTransaction' ? [params[0]] : [])),
    )
    expect(met).toContain(hash(5, 150))
    expect(met).toContain(hash(5, 151))
    expect(met.size).toBe(6)
    const indexes = [...met].map((text) => Number(BigInt(text as string) % 1000n) - 1)
    expect(indexes.filter((index) => indexes.includes(index - 1)).length).toBeGreaterThan(1)
  }
})
