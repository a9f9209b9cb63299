import { fromHex, keccak256, toHex } from '@lectern/chain'
import { type Hex } from '@lectern/chain/internal'
import type { ServedChain } from './chain.ts'

/** A question that is put to a server again and again, about something else each time. */
export interface Question {
  readonly name: string
  /** How many times less CPU than the best rival's it is to take. */
  readonly goal: number
  /** Bodies of requests, in an order that nothing could foresee. */
  readonly bodies: readonly string[]
}

/** The five loads on a chain: a transaction, a receipt, a block with hashes, one with transactions, and 100 receipts of a block in a batch. */
export function makeQuestions({ transactions }: ServedChain): readonly Question[] {
  const blocks = transactions.slice(1).map((signed) => signed.map((raw) => toHex(keccak256(fromHex(raw)))))
  const hashes = shuffle(blocks.flat())
  const numbers = shuffle(blocks.map((_, index): Hex => `0x${(index + 2).toString(16)}`))
  const batches = shuffle(blocks).map((hashes) => `[${receipts(hashes.slice(0, 100)).join()}]`)
  return [
    {
      name: 'transaction',
      goal: 2,
      bodies: hashes.map((hash, id) => call(id, 'eth_getTransactionByHash', hash)),
    },
    { name: 'receipt', goal: 2, bodies: receipts(hashes) },
    {
      name: 'block, hashes',
      goal: 3,
      bodies: numbers.map((number, id) => call(id, 'eth_getBlockByNumber', number, false)),
    },
    {
      name: 'block, full',
      goal: 10,
      bodies: numbers.map((number, id) => call(id, 'eth_getBlockByNumber', number, true)),
    },
    { name: 'batch of 100 receipts', goal: 10, bodies: batches },
  ]
}

const receipts = (hashes: readonly Hex[]): string[] =>
  hashes.map((hash, id) => call(id, 'eth_getTransactionReceipt', hash))

/** The body of a call, its members in the order in which viem and web3 write them. */
export const call = (id: number, method: string, ...params: readonly unknown[]): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

/** Items in a random order that is the same each time. */
export function shuffle<T>(items: readonly T[]): T[] {
  const keyed = items.map((item, index) => ({ item, key: Math.imul(index + 1, 0x9e3779b1) >>> 0 }))
  return keyed.toSorted((one, other) => one.key - other.key).map(({ item }) => item)
}

/**
 * Puts some bodies of a question to a server and looks whether each call is answered, by what was asked for. Gives the bytes of
 * an answer in the mean. Throws an Error that names the body that is not.
 */
export async function checkAnswers(url: string, { name, bodies }: Question): Promise<number> {
  const asked = bodies.filter((_, index) => index % Math.ceil(bodies.length / 10) === 0)
  let bytes = 0
  for (const body of asked) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const text = await response.text()
    const [calls, answers] = [body, text].map((json) => [JSON.parse(json)].flat()) as [Call[], Answer[]]
    const byId = new Map(answers.map((answer) => [answer.id, answer.result]))
    if (!calls.every((call) => isAnswered(call, byId.get(call.id))))
      throw new Error(
        `${url} does not answer the load "${name}": ${body.slice(0, 200)}: ${text.slice(0, 200)}`,
      )
    bytes += Buffer.byteLength(text)
  }
  return bytes / asked.length
}

interface Call {
  readonly id: number
  readonly params: readonly [Hex, boolean?]
}

interface Answer {
  readonly id: number
  readonly result?: Result | null
}

type Result = Readonly<Record<string, unknown>>

function isAnswered({ params: [key, isFull] }: Call, result: Result | null | undefined): boolean {
  if (!result) return false
  if (isFull === undefined) return (result['transactionHash'] ?? result['hash']) === key
  const transactions = result['transactions'] as readonly unknown[]
  return (
    result['number'] === key && transactions.length > 0 && (typeof transactions[0] === 'object') === isFull
  )
}
