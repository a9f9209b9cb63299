import { matches } from '../../report/glob.ts'

/** The methods of which a rule knows more than the document says. */
export const names = {
  transaction: 'eth_getTransactionByHash',
  receipt: 'eth_getTransactionReceipt',
  block: 'eth_getBlockByNumber',
  byHash: 'eth_getBlockByHash',
  uncle: 'eth_getUncleByBlockHashAndIndex',
  blockNumber: 'eth_blockNumber',
  chainId: 'eth_chainId',
  receipts: 'eth_getBlockReceipts',
  byHashAndIndex: 'eth_getTransactionByBlockHashAndIndex',
  byNumberAndIndex: 'eth_getTransactionByBlockNumberAndIndex',
  countByHash: 'eth_getBlockTransactionCountByHash',
  countByNumber: 'eth_getBlockTransactionCountByNumber',
  capabilities: 'eth_capabilities',
} as const

/** The parameter of a block by its number: all between two known ones can be asked for. */
export const numberParam = 'block_number'

/** Constants whose responses are not settled: a pending block is not mined, and on other nodes has neither hash nor number. */
export const unsettled: ReadonlySet<unknown> = new Set(['pending'])

/** Constants that older nodes answer with an error as long as they name nothing (execution-apis#879). */
export const unresolved: ReadonlySet<unknown> = new Set(['safe', 'finalized', 'pending'])

/** Methods whose results are of one server at one moment: an example shows another's, and one address may have several servers. */
export const ofServers: ReadonlySet<string> = new Set([
  'web3_clientVersion',
  'eth_syncing',
  names.blockNumber,
  names.capabilities,
])

/** The methods of Ethereum that change nothing, by their descriptions in execution-apis; filters and traces are not among them. */
// oxfmt-ignore
const readOnly = [
  'eth_get*', 'eth_call', 'eth_estimateGas', 'eth_createAccessList', 'eth_simulateV1', 'eth_feeHistory',
  'eth_blockNumber', 'eth_chainId', 'eth_syncing', 'eth_protocolVersion', 'eth_config', 'eth_capabilities',
  'eth_gasPrice', 'eth_maxPriorityFeePerGas', 'eth_blobBaseFee', 'eth_baseFee', 'eth_accounts', 'eth_coinbase',
  'net_version', 'net_listening', 'net_peerCount', 'web3_clientVersion', 'web3_sha3',
  'debug_getRaw*', 'debug_getBadBlocks', 'txpool_status', 'txpool_content*', 'txpool_inspect',
]

export const isReadOnly = (method: string): boolean =>
  !method.startsWith('eth_getFilter') && readOnly.some((glob) => matches(glob, method))
