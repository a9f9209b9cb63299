import {
  block,
  change,
  everywhere,
  flip,
  logs,
  more,
  receipt,
  set,
  transaction,
  transactions,
  without,
  type Change,
} from './defect.ts'
import type { Fault } from './faulty-proxy.ts'
import type { Json } from './mini-server.ts'

/** A fault, the thread that reports it if one was found, and the proxy's change that shows it: new for each run. */
export type FaultRow = readonly [what: string, seen: string, make: () => Fault]

const zero = (bytes: number) => `0x${'00'.repeat(bytes)}`
const upper = (hex: string) => `0x${hex.slice(2).toUpperCase()}`
const padded = (quantity: string) => `0x${quantity.slice(2).padStart(64, '0')}`
const typed = (item: Json) => item['type'] !== '0x0'
const of = (result: Change) => () => ({ result })

/** A member of the results of a method that is there. */
const edit = (method: string, key: string, value: (old: any, result: Json) => unknown) =>
  of(change(method, (result) => (key in result ? { ...result, [key]: value(result[key], result) } : result)))
/** A member of every transaction that has it, alone and in blocks. */
const item = (key: string, value: (old: any, item: Json) => unknown) =>
  of(everywhere((one) => (key in one ? { ...one, [key]: value(one[key], one) } : one)))
const log = (key: string, value: (old: any, index: number, receipt: Json) => unknown) =>
  of(logs((one, index, result) => ({ ...one, [key]: value(one[key], index, result) })))
const drop = (method: string, key: string, isMeant: (result: Json) => boolean = () => true) =>
  of(change(method, (result) => (isMeant(result) ? without(result, key) : result)))
const dropItem = (key: string, isMeant: (item: Json) => boolean = () => true) =>
  of(everywhere((one) => (isMeant(one) ? without(one, key) : one)))
/** Receipts that have added up all of their block. */
const ofBlock = (): Fault => {
  const gas = new Map<string, string>()
  return {
    result: (method, result: any) => {
      if (method === block && result) gas.set(result.number, result.gasUsed)
      return method === receipt && result
        ? { ...result, cumulativeGasUsed: gas.get(result.blockNumber) ?? result.cumulativeGasUsed }
        : result
    },
  }
}
const ether = (amount: string) => `0x${(BigInt(amount) * 10n ** 9n).toString(16)}`

/** Blocks, transactions and receipts with wrong values. */
// oxfmt-ignore
export const valueFaults: readonly FaultRow[] = [
  // Blocks.
  ['the hash of a block is that of its parent', 'node-real/bsc-erigon#206', of(set(block, 'hash', ({ parentHash }) => parentHash))],
  ['stateRoot is zero', '', edit(block, 'stateRoot', () => zero(32))],
  ['size forgets the withdrawals', 'paradigmxyz/reth#1777', of(change(block, (result) => result.withdrawals ? { ...result, size: `0x${(BigInt(result.size) - 1n).toString(16)}` } : result))],
  ['miner is zero', 'erigontech/erigon#12690', edit(block, 'miner', () => zero(20))],
  ['mixHash is zero', '', edit(block, 'mixHash', () => zero(32))],
  ['nonce is a quantity', '', edit(block, 'nonce', (nonce) => `0x${BigInt(nonce).toString(16)}`)],
  ['extraData is a text', '', edit(block, 'extraData', (data) => Buffer.from(data.slice(2), 'hex').toString('latin1'))],
  ['difficulty is a number', '', edit(block, 'difficulty', Number)],
  ['timestamp is decimal', '', edit(block, 'timestamp', (time) => String(BigInt(time)))],
  ['gasUsed of a block is null', '', edit(block, 'gasUsed', () => null)],
  ['gasLimit is one too many', '', edit(block, 'gasLimit', more)],
  ['blocks lack baseFeePerGas', 'erigontech/erigon#7276', drop(block, 'baseFeePerGas')],
  ['blocks from before London have a base fee', '', of(change(block, (result) => ({ baseFeePerGas: '0x0', ...result })))],
  ['an empty list of withdrawals is left out', 'paradigmxyz/reth#1777', drop(block, 'withdrawals', ({ withdrawals }) => withdrawals?.length === 0)],
  ['amounts of withdrawals are wei', 'EIP-4895: gwei', of(change(block, (result) => ({ ...result, ...(result.withdrawals && { withdrawals: result.withdrawals.map((one: Json) => ({ ...one, amount: ether(one['amount']) })) }) })))],
  ['transactions of a block stand in turned order', '', edit(block, 'transactions', (list) => list.toReversed())],
  ['the bloom of a block is cut', '', edit(block, 'logsBloom', (bloom) => bloom.slice(0, -2))],
  ['blocks lack parentBeaconBlockRoot', '', drop(block, 'parentBeaconBlockRoot')],
  ['blocks lack requestsHash', '', drop(block, 'requestsHash')],
  ['blocks have an author', 'NethermindEth/nethermind#5921', of(set(block, 'author', ({ miner }) => miner))],
  ['excessBlobGas is null', '', edit(block, 'excessBlobGas', () => null)],
  ['blobGasUsed of a block counts blobs', 'EIP-4844: gas', edit(block, 'blobGasUsed', (gas) => `0x${(BigInt(gas) / 131072n).toString(16)}`)],
  ['receiptsRoot is transactionsRoot', '', edit(block, 'receiptsRoot', (_, { transactionsRoot }) => transactionsRoot)],
  ['uncles are left out', '', edit(block, 'uncles', () => [])],
  // Transactions.
  ['senders are zero in blocks', 'erigontech/erigon#2720', of(transactions((one) => ({ ...one, from: zero(20) })))],
  ['transactions in blocks have no block', 'erigontech/erigon#7276', of(transactions((one) => ({ ...one, blockHash: null, blockNumber: null, transactionIndex: null })))],
  ['gasPrice of fee-market transactions is missing', 'erigontech/erigon#7276', dropItem('gasPrice', ({ maxFeePerGas }) => maxFeePerGas !== undefined)],
  ['v of typed transactions is 27 or 28', 'NethermindEth/nethermind#3057', item('v', (v, one) => typed(one) ? `0x${(BigInt(v) + 27n).toString(16)}` : v)],
  ['type is padded', 'NethermindEth/nethermind#3057', item('type', (type) => `0x0${type.slice(2)}`)],
  ['typed transactions lack chainId', 'NethermindEth/nethermind#3057', dropItem('chainId', typed)],
  ['legacy transactions without a chain id have one', 'erigontech/erigon#5856', of(everywhere((one) => ({ chainId: '0x0', ...one })))],
  ['yParity is missing', '', dropItem('yParity')],
  ['empty access lists are left out', 'erigontech/erigon#5856', dropItem('accessList', ({ accessList }) => accessList?.length === 0)],
  ['r and s are padded to 32 bytes', 'web3/web3.js#1170', of(everywhere((one) => ({ ...one, r: padded(one['r']), s: padded(one['s']) })))],
  ['s is that of the other signature', 'EIP-2', item('s', (s) => `0x${(0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n - BigInt(s)).toString(16)}`)],
  ['input is called data', 'NethermindEth/nethermind#5921', of(everywhere(({ input, ...one }) => ({ ...one, data: input })))],
  ['the receiver of a creation is 0x', '', item('to', (to) => to ?? '0x')],
  ['the receiver of a creation is zero', '', item('to', (to) => to ?? zero(20))],
  ['value is decimal', '', item('value', (value) => String(BigInt(value)))],
  ['nonce is one too many', '', item('nonce', more)],
  ['the hash of a transaction is upper case', '', item('hash', upper)],
  ['gasPrice is maxFeePerGas', '', item('gasPrice', (price, { maxFeePerGas }) => maxFeePerGas ?? price)],
  ['maxFeePerBlobGas is missing', '', dropItem('maxFeePerBlobGas')],
  ['blobVersionedHashes are empty', '', item('blobVersionedHashes', () => [])],
  ['chain ids of authorizations are numbers', 'EIP-7702', item('authorizationList', (list) => list.map((one: Json) => ({ ...one, chainId: Number(one['chainId']) })))],
  ['yParity of an authorization is another, alone', 'EIP-7702', of(change(transaction, (result) => result.authorizationList ? { ...result, authorizationList: result.authorizationList.map((one: Json) => ({ ...one, yParity: one['yParity'] === '0x0' ? '0x1' : '0x0' })) } : result))],
  ['storage keys are quantities', 'EIP-2930', item('accessList', (list) => list.map((one: Json) => ({ ...one, storageKeys: one['storageKeys'].map((key: string) => `0x${BigInt(key).toString(16)}`) })))],
  ['times of transactions are a slot late, alone', 'execution-apis#749', edit(transaction, 'blockTimestamp', (time) => `0x${(BigInt(time) + 12n).toString(16)}`)],
  ['long inputs end with a dot in blocks', '', of(transactions((one: Json) => ({ ...one, input: one['input'].length > 66 ? one['input'].slice(0, 66) : one['input'] })))],
  // Receipts.
  ['gasUsed is the limit', 'ethereum/go-ethereum#1417', of(set(receipt, 'gasUsed', () => '0x2dc6c0'))],
  ['gasUsed is cumulative', 'ethereum/aleth#4956', edit(receipt, 'gasUsed', (_, { cumulativeGasUsed }) => cumulativeGasUsed)],
  ['cumulativeGasUsed is the block’s', 'hiero-ledger/hiero-json-rpc-relay#4936', ofBlock],
  ['cumulativeGasUsed is gasUsed', '', edit(receipt, 'cumulativeGasUsed', (_, { gasUsed }) => gasUsed)],
  ['logs are counted in each transaction', 'NomicFoundation/hardhat#1560', log('logIndex', (_, index) => `0x${index.toString(16)}`)],
  ['logs are counted as if all had as many', 'paradigmxyz/reth#1931', log('logIndex', (_, index, { transactionIndex, logs }) => `0x${(Number(transactionIndex) * logs.length + index).toString(16)}`)],
  ['old receipts have a status, and no root', 'paradigmxyz/reth#21002', of(change(receipt, ({ root, ...result }) => root ? { ...result, status: '0x1' } : result))],
  ['failed transactions have succeeded', '', edit(receipt, 'status', () => '0x1')],
  ['status is true or false', '', edit(receipt, 'status', (status) => status === '0x1')],
  ['effectiveGasPrice is one too many', '', edit(receipt, 'effectiveGasPrice', more)],
  ['legacy receipts lack effectiveGasPrice', '', drop(receipt, 'effectiveGasPrice', ({ type }) => type === '0x0')],
  ['all receipts have a blobGasPrice', 'paradigmxyz/reth#7129', of(change(receipt, (result) => ({ blobGasPrice: '0x1', ...result })))],
  ['receipts of blobs lack their price', 'SeismicSystems/seismic-reth#487', drop(receipt, 'blobGasPrice')],
  ['blobGasUsed of a receipt is a number', 'erigontech/erigon#8015', edit(receipt, 'blobGasUsed', Number)],
  ['blobGasPrice is one too many', 'ethereum/go-ethereum#28082', edit(receipt, 'blobGasPrice', more)],
  ['blobGasPrice is what was offered', 'paradigmxyz/reth#4420', edit(receipt, 'blobGasPrice', () => '0x3b9aca00')],
  ['contracts that were created have no address', 'besu-eth/besu#3389', edit(receipt, 'contractAddress', () => null)],
  ['calls have a contractAddress', '', edit(receipt, 'contractAddress', (address, { to }) => address ?? to)],
  ['a contract’s address follows from the next nonce', '', edit(receipt, 'contractAddress', (address) => address && flip(address))],
  ['logs are not said to be there', '', of(logs((one) => without(one, 'removed')))],
  ['times of logs are numbers', 'execution-apis#295', log('blockTimestamp', Number)],
  ['topics stand in turned order', '', log('topics', (topics) => topics.toReversed())],
  ['the first topic is lost', '', log('topics', (topics) => topics.slice(1))],
  ['log data is null where there is none', '', log('data', (data) => data === '0x' ? null : data)],
  ['log addresses have a checksum', 'EIP-55', log('address', upper)],
  ['the last log is lost', 'paradigmxyz/reth#15860', edit(receipt, 'logs', (list) => list.slice(0, -1))],
  ['the first log comes twice', '', edit(receipt, 'logs', (list) => list.slice(0, 1).concat(list))],
  ['blooms of receipts are empty', '', edit(receipt, 'logsBloom', () => zero(256))],
  ['legacy receipts lack their type', '', drop(receipt, 'type', ({ type }) => type === '0x0')],
  ['receipts of creations lack to', '', drop(receipt, 'to', ({ to }) => to === null)],
  ['receipts count transactions from one', '', edit(receipt, 'transactionIndex', more)],
  ['receipts name the block that lost', 'erigontech/erigon#15334', edit(receipt, 'blockHash', flip)],
  ['receipts name the next block', 'qtumproject/qtum#249', edit(receipt, 'blockNumber', more)],
  ['senders of receipts are receivers', '', edit(receipt, 'from', (from, { to }) => to ?? from)],
]
