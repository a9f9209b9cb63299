/** Why a node fails some checks. Each was seen once by hand, with curl or by computing the value again from its answers. */
export interface Explanation {
  /** Names of nodes, or what they begin with. */
  readonly nodes: readonly string[]
  /** Globs of check ids. */
  readonly checks: readonly string[]
  /** A bug of theirs, or a choice that the rules allow. */
  readonly verdict: 'bug' | 'divergence'
  /** What the node does, as a sentence. */
  readonly sentence: string
  /** What follows from it, or where it is known. */
  readonly note: string
}

type Row = [verdict: Explanation['verdict'], checks: string[], sentence: string, note: string]

const rowsOf = (nodes: string[], rows: readonly Row[]): Explanation[] =>
  rows.map(([verdict, checks, sentence, note]) => ({ nodes, checks, verdict, sentence, note }))

const [block, byHash, transaction, receipt] = [
  'eth_getBlockByNumber',
  'eth_getBlockByHash',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
]

// oxfmt-ignore
const anvil = rowsOf(['anvil'], [
  ['bug', ['protocol/B03*', 'protocol/B04', 'protocol/B08*', 'protocol/X03'], 'A batch with one item that is no request is refused as a whole.', 'The valid calls beside it are lost. nethermind had its like: NethermindEth/nethermind#12485.'],
  ['bug', ['protocol/J01', 'protocol/J02', 'protocol/J08*', 'protocol/J13/*', 'protocol/J14/*', 'protocol/J15/*', 'protocol/X04*', 'http/H02/parse'], 'What is not JSON is an invalid request, -32600, not a parse error, -32700.', 'A client cannot distinguish a broken body from a wrong call.'],
  ['divergence', ['protocol/N04/jsonrpc'], 'A request with neither id nor jsonrpc is taken for a notification: HTTP 204.', 'Without an id it may be read as one.'],
  ['divergence', ['protocol/X01'], 'An id of 2^64 - 1 is refused.', 'MAY: ids end at 2^63 - 1 there.'],
  ['divergence', [`invalid/${transaction}/0/HashParameter/pattern/4`, `invalid/${receipt}/0/HashParameter/pattern/4`, `invalid/${byHash}/0/HashParameter/pattern/4`], 'A hash is taken without its 0x.', 'alloy reads hex with and without; no wrong answer follows.'],
  ['divergence', [`invalid/${block}/0/BlockNumber/type/2`, `invalid/${block}/0/BlockNumber/pattern/7`], 'A block number may be a JSON number, or have leading zeros.', 'ethereum/execution-apis#40 (how quantities are read) is open.'],
  ['bug', [`schema/${transaction}/Transaction/additionalProperties`, `schema/${block}/Transaction/additionalProperties`, `schema/${byHash}/Transaction/additionalProperties`], 'A mined blob transaction is answered with its blobs, commitments and proofs.', '131 kB a blob. foundry-rs/foundry#15132; mended by #15699, after this version.'],
  ['bug', [`proof/${block}/transactionsRoot`], 'transactionsRoot, and so the block\'s hash, is made of blob transactions with their sidecars.', 'foundry-rs/foundry#15132; mended by #15699, after this version.'],
  ['bug', [`proof/${block}/size`], 'size leaves out the empty list of withdrawals, and counts sidecars.', 'One byte short on each block since Shanghai; 393,547 too many on a block with three blobs. No thread found.'],
  ['bug', [`invariant/${receipt}/blobs`], 'Every receipt has a blobGasPrice, blobs or none.', 'Mended by foundry-rs/foundry#16597, after this version; reth had it too: paradigmxyz/reth#7129.'],
  ['bug', [`schema/${receipt}/Receipt/additionalProperties`], 'A receipt has a blockTimestamp of its own, and it is a JSON number.', 'Came with foundry-rs/foundry#13311, which keeps it for the block explorer\'s methods.'],
])

// oxfmt-ignore
const anvilLondon = rowsOf(['anvil-london'], [
  ['bug', [`proof/${block}/hash`], 'The first block of a London chain has blobGasUsed and excessBlobGas, and is hashed with them.', 'No fork has such a header. Near foundry-rs/foundry#7853, which added them for Cancun.'],
])

// oxfmt-ignore
const hardhat = rowsOf(['hardhat'], [
  ['bug', ['protocol/S05'], 'An id of null is refused.', 'JSON-RPC discourages it, and allows it.'],
  ['bug', ['protocol/S08', 'protocol/X01', 'protocol/X08'], 'Ids go through a double: 9007199254740993 comes back as …992, 1e400 as null.', 'The answer belongs to no call of the client\'s.'],
  ['divergence', ['protocol/S17*', 'protocol/S18*', 'protocol/S19*', 'protocol/S20', 'protocol/S21', 'protocol/X03', 'protocol/E01', 'http/H02'], 'An unknown method is -32004, method not supported, not -32601.', 'EIP-1474 has both. It prevented anvil from forking a hardhat node: foundry-rs/foundry#16418.'],
  ['bug', ['protocol/N0*', 'protocol/B05', 'protocol/B06', 'http/N01', 'http/B05'], 'A notification is answered, with -32600.', 'In a batch, clients that read replies by position take the wrong ones.'],
  ['bug', ['protocol/B02*'], 'An empty batch is answered with an empty array.', 'JSON-RPC 2.0, 6: one -32600.'],
  ['bug', ['arity/*/by-name'], 'Parameters by name are -32600 with the id null.', 'The id is there to be read; the request is valid, its parameters are not.'],
  ['divergence', [`invalid/${transaction}/0/HashParameter/pattern/4`, `invalid/${receipt}/0/HashParameter/pattern/4`, `invalid/${byHash}/0/HashParameter/pattern/4`], 'A hash is taken without its 0x.', 'alloy reads hex with and without; no wrong answer follows.'],
  ['bug', [`invalid/${block}/0/BlockNumber/pattern/0`, `invalid/${block}/0/BlockNumber/pattern/1`], 'The block of an empty string, and of 0x, is block 0.', 'A client\'s mistake is answered with another block.'],
  ['divergence', [`invalid/${block}/0/BlockNumber/type/2`, `invalid/${block}/0/BlockNumber/pattern/7`], 'A block number may be a JSON number, or have leading zeros.', 'ethereum/execution-apis#40 (how quantities are read) is open.'],
  ['divergence', [`valid/${block}/0/pending`], 'A pending block has no number, mixHash and nonce.', 'ethereum/execution-apis#884 and #806 are about what may be null there; geth leaves out others.'],
  ['bug', [`schema/${transaction}/Transaction/yParity`, `schema/${block}/Transaction/yParity`, `schema/${byHash}/Transaction/yParity`], 'Typed transactions have v but no yParity.', 'ethereum/execution-apis requires yParity, and calls v deprecated.'],
  ['divergence', [`proof/${receipt}/contractAddress/failed`], 'contractAddress of a creation that failed is null.', 'geth and besu give the address: ethereum/go-ethereum#27937 (asked from hardhat), besu-eth/besu#3389. The specification allows both.'],
  ['bug', [`proof/${block}/transactionsRoot`], 'transactionsRoot of the first block is the hash of nothing, not of the empty trie.', 'It is in the header, so the block\'s hash has it too. No thread found.'],
  ['bug', [`proof/${block}/size`], 'size leaves out the string headers of typed transactions.', 'Two or three bytes short for each. No thread found.'],
  ['bug', [`invariant/${receipt}/blobs`], 'Receipts of blob transactions have neither blobGasUsed nor blobGasPrice.', 'ethereum/execution-apis#398 put them there; NomicFoundation/edr#341 is the support for blobs.'],
])

// oxfmt-ignore
const hardhatBerlin = rowsOf(['hardhat-berlin'], [
  ['divergence', [`valid/${block}/0/finalized`, `valid/${block}/0/safe`], 'safe and finalized are -32602 before the merge.', 'ethereum/execution-apis#879: clients have four answers, and null is the rule since.'],
  ['bug', [`schema/${receipt}/Receipt/effectiveGasPrice`], 'Receipts from before London have no effectiveGasPrice.', 'ethereum/execution-apis requires it of every receipt.'],
])

// oxfmt-ignore
const ganache = rowsOf(['ganache'], [
  ['bug', ['protocol/B03/null', 'protocol/J05'], 'The process ends at the body null, and at [null].', 'One request from anywhere stops the node. Older cousins: ConsenSys-archive/ganache#402.'],
  ['bug', ['protocol/S08', 'protocol/X01', 'protocol/X08'], 'Ids go through a double.', 'As hardhat.'],
  ['bug', ['protocol/S09', 'protocol/S10', 'protocol/S11*', 'protocol/S12', 'protocol/S13', 'protocol/S14*'], 'Ids of any kind, any jsonrpc and no jsonrpc are served.', 'JSON-RPC 2.0, 4: -32600.'],
  ['bug', ['protocol/N0*', 'protocol/B05', 'protocol/B06', 'http/N01', 'http/B05'], 'A notification is answered, without an id.', 'JSON-RPC 2.0, 4.1.'],
  ['bug', ['protocol/B02*'], 'An empty batch is answered with an empty array.', 'JSON-RPC 2.0, 6.'],
  ['bug', ['protocol/B03*', 'protocol/B04', 'protocol/B08*', 'protocol/X03'], 'Errors in a batch have no id.', 'JSON-RPC 2.0, 5: null where it cannot be read.'],
  ['bug', ['protocol/J01', 'protocol/J02', 'protocol/J03', 'protocol/J08*', 'protocol/J13/*', 'protocol/J14/*', 'protocol/J15/*', 'protocol/J16/utf-16*', 'protocol/X04*', 'protocol/X10', 'http/H02/parse'], 'What is not JSON is a text with HTTP 400.', 'JSON-RPC 2.0, 5.1: -32700.'],
  ['bug', ['protocol/*', 'http/*', 'envelope/*', 'discover/*'], 'Every error is -32700, parse error, and has a member stack with the server\'s paths.', 'JSON-RPC 2.0, 5.1: code, message, data.'],
  ['bug', ['invalid/*', 'arity/*'], 'Parameters of any shape are looked up as they are: true, "nonsense" and short hashes are null, or an error without -32602.', 'A client\'s mistake looks like absence.'],
  ['bug', [`proof/${receipt}/logs/logIndex`], 'logIndex counts in the transaction, not in the block.', 'ConsenSys-archive/ganache#596 and #335; the project has ended.'],
  ['bug', [`proof/${block}/receiptsRoot`], 'receiptsRoot is made of receipts whose status 0 is the byte 0x00, not the empty string.', 'Wrong on each block with a failed transaction; with that byte the root comes out. No thread found.'],
])

// oxfmt-ignore
const ganacheIstanbul = rowsOf(['ganache-istanbul'], [
  ['bug', [`same/${block}/number/*`], 'A block asked for by its tag has withdrawals; by its number it has none.', 'It is from before Shanghai: none is right. No thread found.'],
])

// oxfmt-ignore
const geth = rowsOf(['geth'], [
  ['bug', ['same/*/escapes'], 'A string of the parameters is read as it is written: with JSON\'s escapes in it, it is another one.', 'RFC 8259, 8.3. common/hexutil and rpc.BlockNumber look at the raw bytes. No client writes hex so; no thread found.'],
])

/** Every explanation, the narrower before the wider: the first that fits is taken. */
export const explanations: readonly Explanation[] = [
  ...anvilLondon,
  ...anvil,
  ...hardhatBerlin,
  ...hardhat,
  ...ganacheIstanbul,
  ...ganache,
  ...geth,
]
