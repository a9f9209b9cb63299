import { rounds } from '@lectern/server/testing'
import type { ErrorCode } from '../src/error.ts'
import { hashes, transactions, type Received } from './faulty.ts'

/** One fault of a server: what it does, what is asked of it, and what is right. Any library can be put to it. */
export interface FaultRow {
  readonly row: number
  /** The behaviour of the server. */
  readonly name: string
  /** One server each. */
  readonly serve: readonly ((received: Received) => unknown)[]
  /** The calls, all at once. */
  readonly questions: readonly Question[]
  /** The features of a library that the row needs. */
  readonly needs: readonly ('batch' | 'failover' | 'signal')[]
  /** Whether proofs are on, in a library that has them. */
  readonly verify: boolean
  /** Milliseconds after which the first question is given up. */
  readonly abortAfter?: number
  readonly expect: Expectation
}

export interface Question {
  readonly method: 'eth_getTransactionByHash' | 'eth_getTransactionReceipt' | 'eth_getBlockByNumber'
  readonly params: readonly unknown[]
}

/** The right outcome: the result of each call, an abort, or an error, which has a code in this package. */
export interface Expectation {
  readonly calls: readonly ('answer' | 'aborted' | ErrorCode)[]
  /** A pattern of the message, in every library: it must not name another fault. */
  readonly says?: RegExp
  /** A further condition of an answer. */
  readonly is?: (answer: Readonly<Record<string, unknown>>) => boolean
  /** The milliseconds that it takes, at least, which our client says that it waits, and at the most. */
  readonly least?: number
  readonly most?: number
}

const first: Question = { method: 'eth_getTransactionByHash', params: [hashes[0]] }
const second: Question = { method: 'eth_getTransactionByHash', params: [hashes[1]] }
const block: Question = { method: 'eth_getBlockByNumber', params: ['0xffffff', false] }
const early: Question = {
  method: 'eth_getTransactionReceipt',
  params: rounds.find(({ result }) => isEarly(result))!.params,
}

const stall = 4_000
const timedOut = /time(d)?.?out|within/i

/** The 20 faults, that docs/benchmarks.md counts. Time limits are 1,500 ms a try. */
export const faultRows: readonly FaultRow[] = [
  row(1, 'drops the first reply of a batch', dropFirst, ['answer', 'answer'], { needs: ['batch'] }),
  row(
    2,
    'answers a batch by one error, -32600',
    ({ send }) => send(error(null, -32600, 'no batches here')),
    ['RPC_INVALID_REQUEST', 'RPC_INVALID_REQUEST'],
    { needs: ['batch'], says: /no batches here/ },
  ),
  row(
    3,
    'answers a batch by errors without an id, -32005',
    ({ requests, send }) => send(requests.map(() => error(null, -32005, 'daily limit reached'))),
    ['RATE_LIMITED', 'RATE_LIMITED'],
    { needs: ['batch'], says: /daily limit reached/ },
  ),
  row(4, 'stalls for 4 s inside the body', stallBody, ['TIMEOUT'], { says: timedOut }),
  row(5, 'stalls for 4 s before the headers', ({ sendRight }) => later(stall, sendRight), ['TIMEOUT'], {
    says: timedOut,
  }),
  row(6, '429 once, Retry-After: 2', (received) => limitOnce(received, '2'), ['answer'], { least: 1_950 }),
  row(
    7,
    '429 once, Retry-After: a date in 2 s',
    (received) => limitOnce(received, new Date(Date.now() + 2_000).toUTCString()),
    ['answer'],
    { least: 900 }, // a date has whole seconds
  ),
  row(8, '429 for ever', ({ response }) => sendLimit(response), ['RATE_LIMITED'], {
    says: /429|limit|too many/i,
  }),
  row(9, '503 and HTML for ever', sendHtml, ['HTTP_RETRYABLE'], { says: /503|unavailable/i }),
  row(
    10,
    'a reply without a result',
    ({ requests, send }) => send({ jsonrpc: '2.0', id: requests[0]!.id }),
    ['BAD_RESPONSE'],
    { says: /^(?![^]*not (be )?found)/i },
  ),
  row(
    11,
    'a reply with the id of another request',
    ({ send }) => send({ jsonrpc: '2.0', id: 999_999, result: transactions[0] }),
    ['ID_MISMATCH'],
  ),
  row(12, 'another transaction for the hash', (received) => sendResult(received, transactions[1]), [
    'WRONG_ANSWER',
  ]),
  row(13, 'the transaction with another value and receiver', sendAltered, ['UNVERIFIED'], { verify: true }),
  row(
    14,
    '-32000 “header not found”',
    ({ requests, send }) => send(error(requests[0]!.id, -32000, 'header not found')),
    ['NOT_AVAILABLE'],
    { questions: [block], says: /header not found/ },
  ),
  row(
    15,
    '4444, pruned history',
    ({ requests, send }) => send(error(requests[0]!.id, 4444, 'pruned history unavailable')),
    ['PRUNED'],
    { says: /pruned history unavailable/ },
  ),
  row(16, '-32000 “indexing is in progress”, twice', indexTwice, ['answer']),
  {
    ...row(17, 'of two nodes, the first says null', sendNull, ['answer'], { needs: ['failover'] }),
    serve: [sendNull, ({ sendRight }) => sendRight()],
  },
  {
    ...row(
      18,
      'of two nodes, the first stalls, and the client gives up after 0.2 s',
      stallBody,
      ['aborted'],
      {
        needs: ['failover', 'signal'],
        abortAfter: 200,
        most: 1_000,
      },
    ),
    serve: [stallBody, stallBody],
  },
  row(
    19,
    'two calls ask the same, the first gives up after 0.2 s',
    ({ sendRight }) => later(600, sendRight),
    ['aborted', 'answer'],
    { needs: ['signal'], questions: [first, first], abortAfter: 200 },
  ),
  row(
    20,
    'a receipt from before Byzantium: a root and no status',
    ({ sendRight }) => sendRight(),
    ['answer'],
    { questions: [early], is: isEarly },
  ),
]

type Options = Partial<Pick<FaultRow, 'needs' | 'verify' | 'abortAfter' | 'questions'> & Expectation>

function row(
  row: number,
  name: string,
  serve: (received: Received) => unknown,
  calls: Expectation['calls'],
  { needs = [], verify = false, questions = [first, second], abortAfter, ...expect }: Options = {},
): FaultRow {
  return {
    row,
    name,
    serve: [serve],
    questions: questions.slice(0, calls.length),
    needs,
    verify,
    ...(abortAfter !== undefined && { abortAfter }),
    expect: { calls, ...expect },
  }
}

const error = (id: number | null, code: number, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

const sendResult = ({ requests, send }: Received, result: unknown): void =>
  send({ jsonrpc: '2.0', id: requests[0]!.id, result })

function sendNull(received: Received): void {
  sendResult(received, null)
}

const later = (milliseconds: number, run: () => unknown): unknown => setTimeout(run, milliseconds)

async function dropFirst({ isBatch, requests, send, sendRight }: Received): Promise<void> {
  if (!isBatch) return await sendRight()
  send(requests.slice(1).map(({ id, params }) => ({ jsonrpc: '2.0', id, result: recall(params) })))
}

const recall = ([hash]: readonly unknown[]): unknown => transactions[hashes.indexOf(hash as never)]

function stallBody({ requests, response }: Received): void {
  const body = JSON.stringify({ jsonrpc: '2.0', id: requests[0]!.id, result: transactions[0] })
  response.writeHead(200, { 'content-type': 'application/json' }).write(body.slice(0, 40))
  later(stall, () => response.end(body.slice(40)))
}

function limitOnce({ round, response, sendRight }: Received, retryAfter: string): unknown {
  return round === 1 ? sendLimit(response, { 'retry-after': retryAfter }) : sendRight()
}

function sendLimit(response: Received['response'], headers: Record<string, string> = {}): void {
  response.writeHead(429, { 'content-type': 'text/plain', ...headers }).end('Too Many Requests')
}

function sendHtml({ response }: Received): void {
  response.writeHead(503, { 'content-type': 'text/html' }).end('<html>Service Unavailable</html>')
}

function sendAltered(received: Received): void {
  const to = `0x${'66'.repeat(20)}`
  sendResult(received, { ...(transactions[0] as object), value: '0x1234', to })
}

function indexTwice({ round, requests, send, sendRight }: Received): unknown {
  const [{ id }] = requests as [Received['requests'][number]]
  return round > 2 ? sendRight() : send(error(id, -32000, 'transaction indexing is in progress'))
}

function isEarly(receipt: unknown): boolean {
  const { root, status } = (receipt ?? {}) as { root?: unknown; status?: unknown }
  return typeof root === 'string' && (status ?? null) === null
}
