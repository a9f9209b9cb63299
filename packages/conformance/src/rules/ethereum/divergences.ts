/** How a response looks that deviates as a dialect says. */
export type Sign =
  /** The call is refused with one of these codes; with `says`, the message has one of these texts. */
  | { readonly error: readonly number[]; readonly says?: readonly string[] }
  /** A call that should be refused is served. */
  | { readonly served: true }
  /** The result is null, and of a block so many blocks below the head: stored history is never gone. */
  | { readonly result: null; readonly below: number }
  /** Nothing is answered. */
  | { readonly empty: true }
  /** The HTTP status is one of these, whatever the body says. */
  | { readonly status: readonly number[] }
  /** This member is missing, or the document lacks it. */
  | { readonly member: string }
  /** The reason has one of these texts. */
  | { readonly says: readonly string[] }
  /** Any failure of the checks. */
  | { readonly anything: true }

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

/** Mutants of a number, a hash or an address with `0X` or digits in upper case. */
const hexForms = [
  'uint/pattern/3',
  'uint/pattern/4',
  'hash32/pattern/5',
  'hash32/pattern/6',
  'address/pattern/5',
].map((mutant) => `invalid/*/${mutant}`)
/** How geth says that something is absent, or that a call fails in execution. */
const absent = [
  'not found',
  'insufficient funds',
  'unknown block',
  'beyond head',
  'invalid reward percentile',
]

const whatever: Sign = { anything: true }

/** A divergence as a line of the table; the narrower ones come first. */
export type DivergenceRow = readonly [
  name: string,
  clients: readonly string[],
  checks: readonly string[],
  sign: Sign,
  sentence: string,
  source: string,
  kind?: 'bug',
]

/** The differences of clients. Each row was seen with curl, or computed again from the responses. */
// oxfmt-ignore
export const rows: readonly DivergenceRow[] = [
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
  ['index-gap', ['geth'], ['link/*'], { error: [-32000], says: ['indexing'] }, 'Transactions are being indexed still.', 'ethereum/go-ethereum#28703'],
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
  ['early-blob-fields', ['anvil'], ['proof/eth_getBlockByNumber/hash'], whatever, 'The first block of a London chain has blobGasUsed and excessBlobGas, and is hashed with them.', 'No fork has such a header. Near foundry-rs/foundry#7853, which added them for Cancun.', 'bug'],
  ['whole-batch-refused', ['anvil'], ['protocol/B03*', 'protocol/B04', 'protocol/B08*', 'protocol/X03'], whatever, 'A batch with one item that is no request is refused as a whole.', 'The valid calls beside it are lost. nethermind had its like: NethermindEth/nethermind#12485.', 'bug'],
  ['bad-json-as-request', ['anvil'], ['protocol/J01', 'protocol/J02', 'protocol/J08*', 'protocol/J13/*', 'protocol/J14/*', 'protocol/J15/*', 'protocol/X04*', 'http/H02/parse'], whatever, 'What is not JSON is an invalid request, -32600, not a parse error, -32700.', 'A client cannot distinguish a broken body from a wrong call.', 'bug'],
  ['silent-without-id', ['anvil'], ['protocol/N04/jsonrpc'], whatever, 'A request with neither id nor jsonrpc is taken for a notification: HTTP 204.', 'Without an id it may be read as one.'],
  ['ids-of-63-bits', ['anvil'], ['protocol/X01'], whatever, 'An id of 2^64 - 1 is refused.', 'MAY: ids end at 2^63 - 1 there.'],
  ['bare-hex', ['anvil'], ['invalid/eth_getTransactionByHash/0/HashParameter/pattern/4', 'invalid/eth_getTransactionReceipt/0/HashParameter/pattern/4', 'invalid/eth_getBlockByHash/0/HashParameter/pattern/4'], whatever, 'A hash is taken without its 0x.', 'alloy reads hex with and without; no wrong answer follows.'],
  ['loose-numbers', ['anvil'], ['invalid/eth_getBlockByNumber/0/BlockNumber/type/2', 'invalid/eth_getBlockByNumber/0/BlockNumber/pattern/7'], whatever, 'A block number may be a JSON number, or have leading zeros.', 'ethereum/execution-apis#40 (how quantities are read) is open.'],
  ['sidecars', ['anvil'], ['schema/eth_getTransactionByHash/Transaction/additionalProperties', 'schema/eth_getBlockByNumber/Transaction/additionalProperties', 'schema/eth_getBlockByHash/Transaction/additionalProperties'], whatever, 'A mined blob transaction is answered with its blobs, commitments and proofs.', '131 kB a blob. foundry-rs/foundry#15132; mended by #15699, after this version.', 'bug'],
  ['sidecars-in-root', ['anvil'], ['proof/eth_getBlockByNumber/transactionsRoot'], whatever, 'transactionsRoot, and so the block\'s hash, is made of blob transactions with their sidecars.', 'foundry-rs/foundry#15132; mended by #15699, after this version.', 'bug'],
  ['short-size', ['anvil'], ['proof/eth_getBlockByNumber/size'], whatever, 'size leaves out the empty list of withdrawals, and counts sidecars.', 'One byte short on each block since Shanghai; 393,547 too many on a block with three blobs. No thread found.', 'bug'],
  ['price-without-blobs', ['anvil'], ['invariant/eth_getTransactionReceipt/blobs'], whatever, 'Every receipt has a blobGasPrice, blobs or none.', 'Mended by foundry-rs/foundry#16597, after this version; reth had it too: paradigmxyz/reth#7129.', 'bug'],
  ['receipt-timestamp', ['anvil'], ['schema/eth_getTransactionReceipt/Receipt/additionalProperties'], whatever, 'A receipt has a blockTimestamp of its own, and it is a JSON number.', 'Came with foundry-rs/foundry#13311, which keeps it for the block explorer\'s methods.', 'bug'],
  ['unresolved-tags', ['hardhat'], ['valid/eth_getBlockByNumber/0/finalized', 'valid/eth_getBlockByNumber/0/safe'], whatever, 'safe and finalized are -32602 before the merge.', 'ethereum/execution-apis#879: clients have four answers, and null is the rule since.'],
  ['no-effective-price', ['hardhat'], ['schema/eth_getTransactionReceipt/Receipt/effectiveGasPrice'], whatever, 'Receipts from before London have no effectiveGasPrice.', 'ethereum/execution-apis requires it of every receipt.', 'bug'],
  ['no-null-id', ['hardhat'], ['protocol/S05'], whatever, 'An id of null is refused.', 'JSON-RPC discourages it, and allows it.', 'bug'],
  ['double-ids', ['hardhat'], ['protocol/S08', 'protocol/X01', 'protocol/X08'], whatever, 'Ids go through a double: 9007199254740993 comes back as …992, 1e400 as null.', 'The answer belongs to no call of the client\'s.', 'bug'],
  ['unsupported-method', ['hardhat'], ['protocol/S17*', 'protocol/S18*', 'protocol/S19*', 'protocol/S20', 'protocol/S21', 'protocol/X03', 'protocol/E01', 'http/H02'], whatever, 'An unknown method is -32004, method not supported, not -32601.', 'EIP-1474 has both. It prevented anvil from forking a hardhat node: foundry-rs/foundry#16418.'],
  ['answered-notifications', ['hardhat'], ['protocol/N0*', 'protocol/B05', 'protocol/B06', 'http/N01', 'http/B05'], whatever, 'A notification is answered, with -32600.', 'In a batch, clients that read replies by position take the wrong ones.', 'bug'],
  ['empty-batch', ['hardhat'], ['protocol/B02*'], whatever, 'An empty batch is answered with an empty array.', 'JSON-RPC 2.0, 6: one -32600.', 'bug'],
  ['by-name-request', ['hardhat'], ['arity/*/by-name'], whatever, 'Parameters by name are -32600 with the id null.', 'The id is there to be read; the request is valid, its parameters are not.', 'bug'],
  ['bare-hex', ['hardhat'], ['invalid/eth_getTransactionByHash/0/HashParameter/pattern/4', 'invalid/eth_getTransactionReceipt/0/HashParameter/pattern/4', 'invalid/eth_getBlockByHash/0/HashParameter/pattern/4'], whatever, 'A hash is taken without its 0x.', 'alloy reads hex with and without; no wrong answer follows.'],
  ['empty-number', ['hardhat'], ['invalid/eth_getBlockByNumber/0/BlockNumber/pattern/0', 'invalid/eth_getBlockByNumber/0/BlockNumber/pattern/1'], whatever, 'The block of an empty string, and of 0x, is block 0.', 'A client\'s mistake is answered with another block.', 'bug'],
  ['loose-numbers', ['hardhat'], ['invalid/eth_getBlockByNumber/0/BlockNumber/type/2', 'invalid/eth_getBlockByNumber/0/BlockNumber/pattern/7'], whatever, 'A block number may be a JSON number, or have leading zeros.', 'ethereum/execution-apis#40 (how quantities are read) is open.'],
  ['bare-pending', ['hardhat'], ['valid/eth_getBlockByNumber/0/pending'], whatever, 'A pending block has no number, mixHash and nonce.', 'ethereum/execution-apis#884 and #806 are about what may be null there; geth leaves out others.'],
  ['no-y-parity', ['hardhat'], ['schema/eth_getTransactionByHash/Transaction/yParity', 'schema/eth_getBlockByNumber/Transaction/yParity', 'schema/eth_getBlockByHash/Transaction/yParity'], whatever, 'Typed transactions have v but no yParity.', 'ethereum/execution-apis requires yParity, and calls v deprecated.', 'bug'],
  ['no-failed-contract', ['hardhat'], ['proof/eth_getTransactionReceipt/contractAddress/failed'], whatever, 'contractAddress of a creation that failed is null.', 'geth and besu give the address: ethereum/go-ethereum#27937 (asked from hardhat), besu-eth/besu#3389. The specification allows both.'],
  ['empty-root', ['hardhat'], ['proof/eth_getBlockByNumber/transactionsRoot'], whatever, 'transactionsRoot of the first block is the hash of nothing, not of the empty trie.', 'It is in the header, so the block\'s hash has it too. No thread found.', 'bug'],
  ['short-size', ['hardhat'], ['proof/eth_getBlockByNumber/size'], whatever, 'size leaves out the string headers of typed transactions.', 'Two or three bytes short for each. No thread found.', 'bug'],
  ['no-blob-gas', ['hardhat'], ['invariant/eth_getTransactionReceipt/blobs'], whatever, 'Receipts of blob transactions have neither blobGasUsed nor blobGasPrice.', 'ethereum/execution-apis#398 put them there; NomicFoundation/edr#341 is the support for blobs.', 'bug'],
  ['withdrawals-by-tag', ['ganache'], ['same/eth_getBlockByNumber/number/*'], whatever, 'A block asked for by its tag has withdrawals; by its number it has none.', 'It is from before Shanghai: none is right. No thread found.', 'bug'],
  ['end-by-null', ['ganache'], ['protocol/B03/null', 'protocol/J05'], whatever, 'The process ends at the body null, and at [null].', 'One request from anywhere stops the node. Older cousins: ConsenSys-archive/ganache#402.', 'bug'],
  ['double-ids', ['ganache'], ['protocol/S08', 'protocol/X01', 'protocol/X08'], whatever, 'Ids go through a double.', 'As hardhat.', 'bug'],
  ['any-id', ['ganache'], ['protocol/S09', 'protocol/S10', 'protocol/S11*', 'protocol/S12', 'protocol/S13', 'protocol/S14*'], whatever, 'Ids of any kind, any jsonrpc and no jsonrpc are served.', 'JSON-RPC 2.0, 4: -32600.', 'bug'],
  ['answered-notifications', ['ganache'], ['protocol/N0*', 'protocol/B05', 'protocol/B06', 'http/N01', 'http/B05'], whatever, 'A notification is answered, without an id.', 'JSON-RPC 2.0, 4.1.', 'bug'],
  ['empty-batch', ['ganache'], ['protocol/B02*'], whatever, 'An empty batch is answered with an empty array.', 'JSON-RPC 2.0, 6.', 'bug'],
  ['batch-errors-without-id', ['ganache'], ['protocol/B03*', 'protocol/B04', 'protocol/B08*', 'protocol/X03'], whatever, 'Errors in a batch have no id.', 'JSON-RPC 2.0, 5: null where it cannot be read.', 'bug'],
  ['bad-json-as-text', ['ganache'], ['protocol/J01', 'protocol/J02', 'protocol/J03', 'protocol/J08*', 'protocol/J13/*', 'protocol/J14/*', 'protocol/J15/*', 'protocol/J16/utf-16*', 'protocol/X04*', 'protocol/X10', 'http/H02/parse'], whatever, 'What is not JSON is a text with HTTP 400.', 'JSON-RPC 2.0, 5.1: -32700.', 'bug'],
  ['log-index', ['ganache'], ['proof/eth_getTransactionReceipt/logs/logIndex'], whatever, 'logIndex counts in the transaction, not in the block.', 'ConsenSys-archive/ganache#596 and #335; the project has ended.', 'bug'],
  ['status-in-root', ['ganache'], ['proof/eth_getBlockByNumber/receiptsRoot'], whatever, 'receiptsRoot is made of receipts whose status 0 is the byte 0x00, not the empty string.', 'Wrong on each block with a failed transaction; with that byte the root comes out. No thread found.', 'bug'],
  ['parse-errors-only', ['ganache'], ['protocol/*', 'http/*', 'envelope/*', 'discover/*'], whatever, 'Every error is -32700, parse error, and has a member stack with the server\'s paths.', 'JSON-RPC 2.0, 5.1: code, message, data.', 'bug'],
  ['any-params', ['ganache'], ['invalid/*', 'arity/*'], whatever, 'Parameters of any shape are looked up as they are: true, "nonsense" and short hashes are null, or an error without -32602.', 'A client\'s mistake looks like absence.', 'bug'],
  // By the document of execution-apis: run with geth 1.17.10.
  ['positional-only', ['geth'], ['arity/*/by-name'], { error: [-32602] }, 'Parameters are taken by position only; the document allows either.', 'go-ethereum rpc/json.go, parsePositionalArguments'],
  ['hex-forms', ['geth'], [...hexForms, 'invalid/eth_getStorageAt/1/bytesMax32/pattern/*', 'invalid/eth_getBlockReceipts/0/hash32/pattern/*'], { served: true }, 'Hexadecimal is read in either case, with 0X, and in some parameters empty or without 0x.', 'go-ethereum common/hexutil'],
  ['hex-forms', ['geth'], [...hexForms, 'invalid/eth_feeHistory/0/uint/pattern/6'], { error: [-32000], says: absent }, 'A block number in other hexadecimal is read, and the block is absent.', 'go-ethereum common/hexutil'],
  ['empty-values', ['geth'], ['invalid/eth_feeHistory/0/uint/pattern/0', 'invalid/eth_getTransactionByBlock*AndIndex/1/uint/pattern/0', 'invalid/eth_getProof/1/array/*/type/*', 'invalid/eth_getProof/1/array/*/pattern/*'], { served: true }, 'An empty number or key is zero.', 'go-ethereum common/hexutil, checkNumberText'],
  ['null-values', ['geth'], ['invalid/*/uint/type/0', 'invalid/eth_getLogs/0/object/blockHash/type/*'], { served: true }, 'The value null leaves a parameter as it is.', 'Go encoding/json, Unmarshal'],
  ['null-values', ['geth'], ['invalid/eth_estimateGas/1/uint/type/0', 'invalid/eth_feeHistory/2/array/*/type/*', 'invalid/eth_getLogs/0/object/topics/*/type/*'], { error: [-32000], says: absent }, 'The value null leaves a parameter as it is, and the call fails in execution.', 'Go encoding/json, Unmarshal'],
  ['number-as-count', ['geth'], ['invalid/eth_feeHistory/0/uint/type/2'], { served: true }, 'A block count may be a JSON number.', 'go-ethereum common/math, HexOrDecimal64'],
  ['default-error', ['geth'], ['valid/debug_*', 'valid/eth_*', 'example/debug_*', 'example/eth_estimateGas/*'], { error: [-32000, -32015, 3], says: absent }, 'What is absent, or fails in execution, has the code -32000, which the document does not declare.', 'go-ethereum rpc/errors.go, errcodeDefault'],
  ['wider-schemas', ['geth'], ['valid/eth_*', 'example/eth_getLogs/*'], { error: [-32602, -32000], says: ['yParity', 'hex string', 'invalid block range', 'beyond current head', 'empty request', 'both gasPrice', 'specified without'] }, 'The schemas of the document accept values that mean nothing: a yParity of 2, a short blob, any key for an address.', 'execution-apis, GenericTransaction, Filter'],
  ['engine-port', ['geth'], ['envelope/engine_*', 'envelope/testing_*'], { error: [-32601] }, 'These methods are served on the authenticated port only.', 'execution-apis, src/engine/authentication.md'],
  ['not-served', ['geth'], ['envelope/eth_coinbase', 'envelope/eth_getBlockAccessList', 'envelope/debug_getRawBlockAccessList'], { error: [-32601] }, 'The method is not there.', 'go-ethereum internal/ethapi; run with geth 1.17.10'],
  ['unmarked-parameters', ['geth'], ['arity/eth_getBlockTransactionCount*', 'arity/eth_getUncleCount*'], { error: [-32602] }, 'The document does not mark the parameter as required.', 'execution-apis, eth_getBlockTransactionCountByHash'],
  ['extra-params', ['geth'], ['arity/debug_getBadBlocks/too-many'], { served: true }, 'A parameter too many is passed over.', 'run with geth 1.17.10'],
  ['empty-fee-history', ['geth'], ['valid/eth_feeHistory/0/uint', 'schema/eth_feeHistory/result/baseFeePerGas', 'schema/eth_feeHistory/result/gasUsedRatio'], { says: ['must have the member "baseFeePerGas"', '/gasUsedRatio must be an array, not null'] }, 'A history of no blocks has gasUsedRatio null, and no baseFeePerGas.', 'go-ethereum eth/gasprice/feehistory.go; run with geth 1.17.10', 'bug'],
  ['null-receipts', ['geth'], ['valid/debug_getRawReceipts/0/*'], { result: null, below: 0 }, 'Raw receipts of an unknown block are null, not a list.', 'run with geth 1.17.10', 'bug'],
  ['sync-progress', ['geth'], ['schema/eth_syncing/SyncingStatus/additionalProperties', 'example/eth_syncing/*'], { says: ['/heal', '/synced', '/stateIndex', '/txIndex', '/trie', '/total', '"heal', '"synced'] }, 'The progress of synchronization has members that the document lacks.', 'go-ethereum internal/ethapi, SyncProgress'],
  ['pending-without-hash', ['geth'], ['valid/eth_getBlockByNumber/0/pending'], { says: ['/hash must be a string, not null', '/nonce must be a string, not null'] }, 'A pending block has null for hash and nonce.', 'ethereum/execution-apis#884'],
]
