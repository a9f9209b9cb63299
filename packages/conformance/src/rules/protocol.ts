import { fail, type Check, type Level } from '../check.ts'
import type { Method } from '../document.ts'
import type { Reply } from '../reply.ts'
import type { Session } from '../session.ts'
import {
  batchOf,
  digits,
  either,
  errorOf,
  nothing,
  responseTo,
  status,
  type Expectation,
} from './expectation.ts'

const [parseError, invalidRequest, methodNotFound, invalidParams] = [-32700, -32600, -32601, -32602]
const refused = (id: unknown = null) => errorOf([invalidRequest], [id, null])
const specification = 'JSON-RPC 2.0'

type Call = Record<string, unknown>
type Row = [id: string, level: Level, sentence: string, body: (call: Call) => unknown, expected: Expectation]

// Rows of the protocol: ids stay, whatever is added. A body that is a string is sent as it is, any other as JSON,
// which leaves out what is undefined.
// oxfmt-ignore
const rows: Row[] = [
  ['S01', 'MUST', 'A response has exactly jsonrpc, id, and one of result and error.', (call) => call, responseTo(1)],
  ['S02', 'MUST', 'A string id is echoed as it is.', (call) => ({ ...call, id: 'é"x' }), responseTo('é"x')],
  ['S03', 'MUST', 'The id 0 is echoed; it is not an absent id.', (call) => ({ ...call, id: 0 }), responseTo(0)],
  ['S04', 'MUST', 'The id "" is echoed.', (call) => ({ ...call, id: '' }), responseTo('')],
  ['S05', 'MUST', 'A call with id null is a call, not a notification.', (call) => ({ ...call, id: null }), responseTo(null)],
  ['S07', 'MUST', 'A negative id is echoed.', (call) => ({ ...call, id: -7 }), responseTo(-7)],
  ['S08', 'MUST', 'An id beyond 2^53 is echoed digit for digit, or refused.', (call) => JSON.stringify({ ...call, id: 0 }).replace('"id":0', '"id":9007199254740993'), either(digits('9007199254740993'), refused())],
  ['S09', 'MUST', 'An object is no id.', (call) => ({ ...call, id: {} }), refused()],
  ['S10', 'MUST', 'An array is no id.', (call) => ({ ...call, id: [1] }), refused()],
  ['S11', 'MUST', 'A boolean is no id.', (call) => ({ ...call, id: true }), refused()],
  ['S12', 'MUST', 'A call without jsonrpc is an invalid request.', (call) => ({ ...call, jsonrpc: undefined }), refused(1)],
  ['S13', 'MUST', 'jsonrpc "1.0" is an invalid request.', (call) => ({ ...call, jsonrpc: '1.0' }), refused(1)],
  ['S14', 'MUST', 'jsonrpc 2, a number, is an invalid request.', (call) => ({ ...call, jsonrpc: 2 }), refused(1)],
  ['S15', 'MUST', 'A call without method is an invalid request.', (call) => ({ ...call, method: undefined }), refused(1)],
  ['S16', 'MUST', 'A method that is no string is an invalid request.', (call) => ({ ...call, method: 1 }), refused(1)],
  ['S17', 'MUST', 'An unknown method is not found.', (call) => ({ ...call, method: 'lectern_none' }), errorOf([methodNotFound], [1])],
  ['S18', 'MUST', 'Method names are exact: another case is not found.', (call) => ({ ...call, method: otherCase(call) }), errorOf([methodNotFound], [1])],
  ['S19', 'MUST', 'A name that every object has is no method.', (call) => ({ ...call, method: 'constructor' }), errorOf([methodNotFound], [1])],
  ['S21', 'MUST', 'An unknown method of the reserved rpc. prefix is not found.', (call) => ({ ...call, method: 'rpc.none' }), errorOf([methodNotFound], [1])],
  ['P01', 'MUST', 'Params that are a string are refused.', (call) => ({ ...call, params: 'x' }), errorOf([invalidRequest, invalidParams], [1, null])],
  ['P02', 'MUST', 'Params that are null are refused.', (call) => ({ ...call, params: null }), errorOf([invalidRequest, invalidParams], [1, null])],
  ['N01', 'MUST', 'A notification is not answered.', (call) => ({ ...call, id: undefined }), nothing],
  ['N02', 'MUST', 'A notification of an unknown method is not answered.', (call) => ({ ...call, id: undefined, method: 'lectern_none' }), nothing],
  ['N03', 'MUST', 'A notification with bad params is not answered.', (call) => ({ ...call, id: undefined, params: [] }), nothing],
  ['N04', 'MUST', 'An invalid request without id is answered with id null.', (call) => ({ ...call, id: undefined, method: 1 }), errorOf([invalidRequest], [null])],
  ['B01', 'MUST', 'Each call of a batch is answered.', (call) => [call, { ...call, id: 2 }, { ...call, id: 'c' }], batchOf(responseTo(1), responseTo(2), responseTo('c'))],
  ['B02', 'MUST', 'An empty batch is one invalid request.', () => [], errorOf([invalidRequest], [null])],
  ['B03', 'MUST', 'A batch of what is no request is answered with an array of one error each.', () => [1, 2, 3], batchOf(refused(), refused(), refused())],
  ['B05', 'MUST', 'A batch of notifications only is not answered.', (call) => [{ ...call, id: undefined }, { ...call, id: undefined }], nothing],
  ['B06', 'MUST', 'A notification in a batch has no entry in the answer.', (call) => [call, { ...call, id: undefined }], batchOf(responseTo(1))],
  ['B07', 'MUST', 'A batch of one call is answered with an array of one.', (call) => [call], batchOf(responseTo(1))],
  ['B09', 'MUST', 'Calls of a batch with the same id are each answered.', (call) => [call, call], batchOf(responseTo(1), responseTo(1))],
  ['X03', 'MUST', 'A bad entry of a batch takes nothing from the others.', (call) => [call, 1, { ...call, id: 2, method: 'lectern_none' }], batchOf(responseTo(1), refused(), errorOf([methodNotFound], [2]))],
  ['J01', 'MUST', 'What is not JSON is a parse error.', () => '{"jsonrpc":"2.0","method":"x","params":[1', errorOf([parseError], [null])],
  ['J02', 'MUST', 'A batch that is not JSON is one parse error.', (call) => `[${JSON.stringify(call)},{"jsonrpc"]`, errorOf([parseError], [null])],
  ['J03', 'MUST', 'An empty body is refused.', () => '', errorOf([parseError, invalidRequest], [null])],
  ['J04', 'MUST', 'A number is an invalid request.', () => '1', refused()],
  ['J05', 'MUST', 'null is an invalid request.', () => 'null', refused()],
  ['J06', 'MUST', 'A string is an invalid request.', () => '"x"', refused()],
  ['H02', 'SHOULD', 'A JSON-RPC error is HTTP 200.', (call) => ({ ...call, method: 'lectern_none' }), status(200)],
  ['J08', 'SHOULD', 'Bytes after the value are a parse error.', (call) => `${JSON.stringify(call)} x`, errorOf([parseError], [null])],
]

/** The rules of JSON-RPC 2.0 itself, on the first example of the document as a valid call, and of the HTTP that carries it. */
export function planProtocol(methods: readonly Method[]): Check[] {
  const method = methods.find(({ examples }) => examples.length > 0)
  if (!method) return []
  const call = { jsonrpc: '2.0', id: 1, method: method.name, params: method.examples[0]!.params }
  const checks = rows.map(([id, level, sentence, body, expected]): Check => {
    const value = body(call)
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const judge = async (session: Session) => report(expected, await session.send(text))
    return { id: `protocol/${id}`, level, sentence, source: specification, judge }
  })
  return [...checks, contentType(call)]
}

const contentType = (call: Call): Check => ({
  id: 'protocol/H01',
  level: 'MUST',
  sentence: 'The content type of an answer is application/json.',
  source: 'JSON-RPC over HTTP',
  async judge(session) {
    const reply = await session.send(JSON.stringify(call))
    if (reply.headers.get('content-type')?.startsWith('application/json')) return undefined
    return fail(`the content type is ${reply.headers.get('content-type') ?? 'absent'}`, reply)
  },
})

function report(expected: Expectation, reply: Reply) {
  const problem = expected(reply.value, reply)
  return problem === undefined ? undefined : fail(problem, reply)
}

const otherCase = ({ method }: Call) =>
  [...String(method)]
    .map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()))
    .join('')
