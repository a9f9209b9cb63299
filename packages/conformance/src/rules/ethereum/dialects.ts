import type { Finding } from '../check.ts'
import { matches } from '../../report/glob.ts'
import { readOutcome } from '../../endpoint/exchange.ts'

/** How a response looks that deviates as a dialect says. */
export type Sign =
  /** The call is refused with one of these codes. */
  | { readonly error: readonly number[] }
  /** A call that should be refused is served. */
  | { readonly served: true }
  /** The result is null, and of a block so many blocks below the head: stored history is never gone. */
  | { readonly result: null; readonly below: number }
  /** Nothing is answered. */
  | { readonly empty: true }
  /** The HTTP status is one of these, whatever the body says. */
  | { readonly status: readonly number[] }
  /** This member is missing, or stands beside the document's. */
  | { readonly member: string }

/** One known divergence of clients in use: where, how, and who says so. */
export interface Divergence {
  readonly name: string
  readonly clients: readonly string[]
  /** A glob of check ids. */
  readonly checks: readonly string[]
  readonly sign: Sign
  readonly sentence: string
  readonly source: string
}

const tags = ['safe', 'finalized', 'pending'].map((tag) => `valid/eth_getBlockByNumber/0/${tag}`)
const index = 'invalid/eth_getUncleByBlockHashAndIndex/1/IndexParameter'
const development = ['anvil', 'hardhat', 'ganache']
const everyone = ['geth', 'reth', 'erigon', 'nethermind', 'besu', ...development]
const trailing = [
  'protocol/J08*',
  'protocol/J15/closed-twice',
  'protocol/J15/comma-after',
  'protocol/J15/null-after',
]
const doubled = ['protocol/J11', 'protocol/X09*', 'protocol/X10/ids']
const [go, jsonrpsee] = ['go-ethereum rpc/json.go', 'paritytech/jsonrpsee server']

// oxfmt-ignore
const rows: readonly (readonly [name: string, clients: readonly string[], checks: readonly string[], sign: Sign, sentence: string, source: string])[] = [
  ['no-discovery', everyone, ['discover/*'], { error: [-32601] }, 'rpc.discover is not there.', 'EIP-1901, never adopted by these clients'],
  ['unresolved-tags', ['geth'], tags, { error: [-32000, -39001] }, 'A tag that names no block yet is an error.', 'ethereum/execution-apis#879'],
  ['unresolved-tags', ['besu', 'erigon'], tags, { error: [-39001, -32000] }, 'A tag that names no block yet is an error.', 'ethereum/execution-apis#879'],
  ['boolean-ids', ['geth'], ['protocol/S11*'], { served: true }, 'Whatever does not begin with { or [ is an id.', go],
  ['doubled-members', ['geth', 'erigon'], doubled, { served: true }, 'Of duplicate members the last one counts.', go],
  ['trailing-bytes', ['geth', 'erigon'], trailing, { served: true }, 'What follows the first value is not read.', go],
  ['empty-body', ['geth', 'erigon'], ['protocol/J03', 'protocol/X04/blanks'], { empty: true }, 'An empty body is answered with an empty body.', go],
  ['no-allow', ['geth', 'erigon', 'reth'], ['http/H04/allow'], { status: [405] }, 'A 405 does not name the verbs that are allowed.', 'go-ethereum rpc/http.go; ' + jsonrpsee],
  ['response-as-request', ['geth', 'erigon'], ['protocol/S22/response'], { empty: true }, 'A lone response belongs to the other direction of the connection, and is dropped.', 'go-ethereum rpc/handler.go'],
  ['hex-prefix', ['geth', 'erigon'], ['invalid/*/HashParameter/pattern/5'], { served: true }, 'A hash may begin with 0X.', 'go-ethereum common/hexutil'],
  ['hex-case', ['geth', 'erigon'], ['invalid/eth_getBlockByNumber/0/BlockNumber/pattern/4', 'invalid/eth_getBlockByNumber/0/BlockNumber/pattern/5', `${index}/pattern/4`, `${index}/pattern/5`], { served: true }, 'Quantities are taken in either case.', 'go-ethereum common/hexutil'],
  ['empty-index', ['geth', 'erigon'], [`${index}/pattern/0`], { served: true }, 'An empty index is 0.', 'go-ethereum common/hexutil, checkNumberText; run with geth 1.17.8'],
  ['null-flag', ['geth', 'erigon'], ['invalid/eth_getBlockByNumber/1/true/type/0'], { served: true }, 'The flag null is false.', 'Go encoding/json, Unmarshal: null leaves a value as it is'],
  ['raw-escapes', ['geth', 'erigon'], ['same/*/escapes'], { error: [-32602] }, 'Escapes in hexadecimal parameters are not read.', 'go-ethereum common/hexutil, UnmarshalJSON; run with geth 1.16.7'],
  ['no-timestamps', ['geth'], ['schema/*/Transaction/required'], { member: 'blockTimestamp' }, 'Before 1.17 transactions lack the time of their block.', 'ethereum/execution-apis#749; run with geth 1.16.7'],
  ['index-gap', ['geth'], ['link/*'], { error: [-32000] }, 'Transactions are being indexed still.', 'ethereum/go-ethereum#28703'],
  ['index-limit', ['geth'], ['link/*'], { result: null, below: 2_350_000 }, 'Transactions of blocks 2,350,000 below the head are not indexed.', 'ethereum/go-ethereum#22661'],
  ['ids-as-notifications', ['reth'], ['protocol/S06', 'protocol/S07', 'protocol/S09', 'protocol/S10', 'protocol/S11*', 'protocol/X10/*', 'protocol/X08'], { empty: true }, 'An id that is negative, fractional, an array or a boolean makes a notification.', 'paritytech/jsonrpsee#1653'],
  ['no-request', ['reth'], ['protocol/J03', 'protocol/J04', 'protocol/J05', 'protocol/J06*', 'protocol/X04/blanks'], { error: [-32700] }, 'What begins with neither { nor [ is a parse error.', jsonrpsee],
  ['extra-params', ['reth'], ['arity/*/too-many'], { served: true }, 'Parameters too many are passed over.', jsonrpsee],
  ['pruned-null', ['reth'], ['link/*'], { result: null, below: 10_064 }, 'History that is gone is null.', 'paradigmxyz/reth#22688; reth book, Pruning'],
  ['pruned-null', ['nethermind'], ['link/*'], { result: null, below: 2_350_000 }, 'History that is gone is null.', 'NethermindEth/nethermind#12090; its Receipt.TxLookupLimit'],
  ['total-difficulty', ['besu', ...development], ['schema/eth_getBlockBy*/Block/additionalProperties'], { member: 'totalDifficulty' }, 'Blocks have totalDifficulty, which the specification took out in 2024.', 'ethereum/execution-apis#570'],
  ['receipt-error', ['nethermind'], ['schema/eth_getTransactionReceipt/Receipt/additionalProperties'], { member: 'error' }, 'Receipts have a member error.', 'NethermindEth/nethermind#11207'],
  ['flag-default', ['nethermind', 'ganache'], ['arity/eth_getBlockByNumber/missing/1'], { served: true }, 'The flag for whole transactions may be left out.', 'NethermindEth/nethermind, EthRpcModule'],
  ['no-discovery', ['hardhat'], ['discover/*'], { error: [-32004] }, 'rpc.discover is not there.', 'EIP-1474: -32004, method not supported'],
  ['doubled-params', ['geth', 'hardhat'], ['protocol/J11'], { error: [-32602] }, 'Of duplicate params the last ones count.', go],
  ['doubled-members', ['hardhat', 'ganache'], doubled, { served: true }, 'Of duplicate members the last one counts.', 'ECMA-262, JSON.parse'],
  ['replaced-bytes', ['geth', 'erigon', 'hardhat', 'ganache'], ['protocol/J16/*'], { served: true }, 'Bytes in a string that are no UTF-8 are read as U+FFFD.', 'Go encoding/json, Unmarshal; Node, Buffer.toString'],
  ['other-verbs', ['geth'], ['http/H04/PATCH'], { status: [200] }, 'PATCH is served as POST is.', 'go-ethereum rpc/http.go'],
  ['head-as-post', ['geth'], ['http/H03/HEAD'], { status: [415] }, 'HEAD is refused by its content type.', 'go-ethereum rpc/http.go'],
  ['any-encoding', ['geth', ...development], ['http/H05/gzip', 'http/H05/coding'], { status: [200] }, 'Content-Encoding is not looked at.', 'go-ethereum rpc/http.go; run with anvil 1.7.1, hardhat 3.18.0, ganache 7.9.2'],
  ['any-content-type', ['hardhat', 'ganache'], ['http/H05*'], { status: [200] }, 'A body of any content type is read.', 'run with hardhat 3.18.0, ganache 7.9.2'],
  ['content-type-200', ['anvil'], ['http/H05*', 'http/H06/json-rpc', 'http/H06/jsonrequest'], { error: [-32600] }, 'What is not application/json is -32600, in an HTTP 200.', 'run with anvil 1.7.1'],
  ['other-verbs', ['anvil'], ['http/H03*', 'http/H04*'], { status: [400, 405] }, 'GET is for WebSockets; a 405 does not name the verbs that are allowed.', 'run with anvil 1.7.1'],
  ['no-uncle', ['anvil'], ['valid/eth_getUncleByBlockHashAndIndex/*', 'invalid/eth_getUncleByBlockHashAndIndex/0/HashParameter/pattern/4', `${index}/type/2`, `${index}/pattern/5`, `${index}/pattern/7`], { error: [-32001] }, 'The uncle of an unknown block is an error, and so is one whose parameters are read more widely.', 'EIP-1474: -32001, resource not found; run with anvil 1.7.1'],
  ['other-verbs', ['hardhat'], ['http/H03*', 'http/H04*'], { status: [200] }, 'Other verbs are answered as POST is.', 'run with hardhat 3.18.0'],
  ['other-verbs', ['ganache'], ['http/H03*', 'http/H04*'], { status: [404] }, 'Other verbs are not found.', 'run with ganache 7.9.2'],
  ['hex-case', ['anvil', 'hardhat'], ['invalid/eth_getBlockByNumber/0/BlockNumber/pattern/4', 'invalid/eth_getBlockByNumber/0/BlockNumber/pattern/5'], { served: true }, 'Quantities are taken in either case.', 'recmo/uint, from_str'],
  ['hex-prefix', ['hardhat'], ['invalid/*/HashParameter/pattern/5'], { served: true }, 'A hash may begin with 0X.', 'run with hardhat 3.18.0'],
  ['tag-case', ['anvil'], ['invalid/eth_getBlockByNumber/0/*/enum/1'], { served: true }, 'Tags are taken in either case.', 'alloy-rs/alloy, BlockNumberOrTag'],
  ['no-timestamps', ['hardhat', 'ganache'], ['schema/*/Transaction/required', 'schema/*/Log/required'], { member: 'blockTimestamp' }, 'Transactions lack the time of their block, as do ganache\'s logs.', 'ethereum/execution-apis#749, #639'],
  ['no-type', ['ganache'], ['schema/eth_getTransactionReceipt/Receipt/required'], { member: 'type' }, 'Receipts from before Berlin have no type.', 'run with ganache 7.9.2'],
]

/** The divergences of clients in use that are known, each with its source. */
export const divergences: readonly Divergence[] = rows.map(
  ([name, clients, checks, sign, sentence, source]) => ({ name, clients, checks, sign, sentence, source }),
)

/** The clients that have a dialect. */
export const dialects: readonly string[] = [...new Set(divergences.flatMap(({ clients }) => clients))]

/** The divergence of a client that a failure is an instance of, undefined where it is none. */
export function findDivergence(client: string, id: string, finding: Finding): Divergence | undefined {
  return divergences.find(
    ({ clients, checks, sign }) =>
      clients.includes(client) &&
      checks.some((glob) => matches(glob, id.replace(/^differ\//, ''))) &&
      shows(sign, finding),
  )
}

function shows(sign: Sign, { exchange, member, other, depth = 0n }: Finding): boolean {
  // Of two endpoints that are compared, either may be the client.
  if (other && shows(sign, { verdict: 'failed', exchange: other, depth })) return true
  if ('member' in sign) return member === sign.member
  if (!exchange) return false
  if ('status' in sign) return sign.status.includes(exchange.status)
  if ('empty' in sign) return exchange.text === ''
  const outcome = readOutcome(exchange.value)
  if ('error' in sign) return outcome.kind === 'error' && sign.error.some((code) => code === outcome.code)
  if (outcome.kind !== 'result') return false
  return 'served' in sign || (outcome.result === null && depth >= BigInt(sign.below))
}
