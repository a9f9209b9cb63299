import { showText } from './text.ts'

/** How a member is written for a reader. */
export type Kind =
  | 'address'
  | 'block-hash'
  | 'block-number'
  | 'bloom'
  | 'data'
  | 'decimal'
  | 'ether'
  | 'extra'
  | 'flag'
  | 'gas-price'
  | 'hash'
  | 'number'
  | 'outcome'
  | 'plain'
  | 'time'
  | 'transaction'
  | 'type'
  | 'word'

export type Row = readonly [name: string, label: string, kind: Kind]

/** Members that are read together. */
export interface Group {
  /** Absent for the first, which stands under the title. */
  readonly title?: string
  readonly rows: readonly Row[]
}

export type DocumentKind = 'block' | 'tx' | 'receipt'

/** How each member is written, by its name on the wire: its kind, and its label where that is not its name. */
const members: Readonly<Record<string, readonly [kind: Kind, label?: string]>> = {
  number: ['number'],
  timestamp: ['time', 'time'],
  slotNumber: ['number', 'slot'],
  hash: ['hash'],
  parentHash: ['block-hash', 'parent'],
  gasUsed: ['number', 'gas used'],
  gasLimit: ['number', 'gas limit'],
  baseFeePerGas: ['gas-price', 'base fee'],
  blobGasUsed: ['number', 'blob gas used'],
  excessBlobGas: ['number', 'excess blob gas'],
  size: ['number', 'size in bytes'],
  miner: ['address', 'fee recipient'],
  extraData: ['extra', 'extra data'],
  mixHash: ['hash', 'prev randao'],
  nonce: ['number'],
  difficulty: ['number'],
  totalDifficulty: ['number', 'total difficulty'],
  stateRoot: ['hash', 'state'],
  transactionsRoot: ['hash', 'transactions'],
  receiptsRoot: ['hash', 'receipts'],
  withdrawalsRoot: ['hash', 'withdrawals'],
  requestsHash: ['hash', 'requests'],
  blockAccessListHash: ['hash', 'access list'],
  sha3Uncles: ['hash', 'uncles'],
  parentBeaconBlockRoot: ['hash', 'beacon parent'],
  logsBloom: ['bloom', 'logs bloom'],
  blockHash: ['block-hash', 'block'],
  blockNumber: ['block-number', 'block number'],
  blockTimestamp: ['time', 'time'],
  transactionIndex: ['number', 'index'],
  from: ['address'],
  to: ['address'],
  value: ['ether'],
  type: ['type'],
  chainId: ['number', 'chain'],
  gas: ['number', 'gas limit'],
  gasPrice: ['gas-price', 'gas price'],
  maxFeePerGas: ['gas-price', 'most per gas'],
  maxPriorityFeePerGas: ['gas-price', 'tip per gas'],
  maxFeePerBlobGas: ['gas-price', 'most per blob gas'],
  input: ['data'],
  v: ['plain'],
  yParity: ['plain', 'y parity'],
  r: ['hash'],
  s: ['hash'],
  status: ['outcome'],
  root: ['hash', 'state after'],
  transactionHash: ['transaction', 'transaction'],
  contractAddress: ['address', 'contract made'],
  effectiveGasPrice: ['gas-price', 'gas price'],
  cumulativeGasUsed: ['number', 'cumulative gas'],
  blobGasPrice: ['gas-price', 'blob gas price'],
  // Families of chains.
  milliTimestamp: ['number', 'milliseconds'],
  auraStep: ['number', 'step'],
  auraSeal: ['data', 'seal'],
  sendRoot: ['hash', 'messages to layer 1'],
  sendCount: ['number', 'number of messages'],
  l1BlockNumber: ['number', 'block of layer 1'],
  sourceHash: ['hash', 'source'],
  mint: ['ether', 'minted'],
  isSystemTx: ['flag', 'system transaction'],
  depositNonce: ['number', 'nonce of the deposit'],
  depositReceiptVersion: ['number', 'receipt version'],
  requestId: ['hash', 'message'],
  ticketId: ['transaction', 'ticket'],
  refundTo: ['address', 'refund to'],
  maxRefund: ['ether', 'most refund'],
  submissionFeeRefund: ['ether', 'refund of the submission'],
  l1BaseFee: ['gas-price', 'base fee of layer 1'],
  depositValue: ['ether', 'deposit'],
  retryTo: ['address', 'to, by the ticket'],
  retryValue: ['ether', 'value of the ticket'],
  retryData: ['data', 'input of the ticket'],
  beneficiary: ['address'],
  maxSubmissionFee: ['ether', 'most for the submission'],
  l1Fee: ['ether', 'fee of layer 1'],
  l1GasPrice: ['gas-price', 'base fee of layer 1'],
  l1GasUsed: ['number', 'gas of layer 1'],
  l1FeeScalar: ['decimal', 'fee scalar'],
  l1BaseFeeScalar: ['number', 'base fee scalar'],
  l1BlobBaseFee: ['gas-price', 'blob base fee'],
  l1BlobBaseFeeScalar: ['number', 'blob base fee scalar'],
  operatorFeeScalar: ['number', 'operator fee scalar'],
  operatorFeeConstant: ['number', 'operator fee constant'],
  daFootprintGasScalar: ['number', 'footprint scalar'],
  gasUsedForL1: ['number', 'gas for layer 1'],
  timeboosted: ['flag', 'express lane'],
  queueOrigin: ['word', 'ordered by'],
  l1TxOrigin: ['address', 'sender on layer 1'],
  l1Timestamp: ['time', 'time of layer 1'],
  queueIndex: ['number', 'index in the queue'],
  rawTransaction: ['data', 'signed bytes'],
}

const listLabels: Readonly<Record<string, string>> = {
  accessList: 'access list',
  authorizationList: 'authorizations',
  blobVersionedHashes: 'blobs',
}

const nameOf = (name: string): string =>
  (Object.hasOwn(members, name) ? members[name]![1] : listLabels[name]) ?? name

const rows = (names: string): Row[] => names.split(' ').map((name) => [name, nameOf(name), members[name]![0]])

/** The members of each document in the order of reading. Others follow as they are. */
export const groups: Readonly<Record<DocumentKind, readonly Group[]>> = {
  block: [
    { rows: rows('number timestamp milliTimestamp slotNumber hash parentHash') },
    { title: 'Gas', rows: rows('gasUsed gasLimit baseFeePerGas blobGasUsed excessBlobGas size') },
    {
      title: 'Made by',
      rows: [
        ...rows('miner extraData mixHash'),
        ['nonce', 'nonce', 'data'],
        ...rows('difficulty totalDifficulty auraStep auraSeal'),
      ],
    },
    {
      title: 'Roots',
      rows: rows(
        'stateRoot transactionsRoot receiptsRoot withdrawalsRoot requestsHash blockAccessListHash sha3Uncles parentBeaconBlockRoot logsBloom',
      ),
    },
    { title: 'Layer 1', rows: rows('l1BlockNumber sendRoot sendCount') },
  ],
  tx: [
    { rows: rows('hash blockHash blockNumber blockTimestamp transactionIndex') },
    { title: 'Parties', rows: rows('from to value nonce type chainId') },
    { title: 'Gas', rows: rows('gas gasPrice maxFeePerGas maxPriorityFeePerGas maxFeePerBlobGas') },
    { title: 'Input', rows: rows('input') },
    {
      title: 'Layer 1',
      rows: [
        ...rows('queueOrigin l1TxOrigin l1BlockNumber l1Timestamp'),
        ['index', 'index in the chain', 'number'],
        ...rows(
          'queueIndex rawTransaction sourceHash mint isSystemTx depositReceiptVersion requestId ticketId depositValue retryTo retryValue retryData beneficiary l1BaseFee maxSubmissionFee refundTo maxRefund submissionFeeRefund',
        ),
      ],
    },
    { title: 'Signature', rows: rows('v yParity r s') },
  ],
  receipt: [
    { rows: rows('status root transactionHash blockHash blockNumber transactionIndex') },
    { title: 'Parties', rows: rows('from to contractAddress type') },
    { title: 'Gas', rows: rows('gasUsed effectiveGasPrice cumulativeGasUsed blobGasUsed blobGasPrice') },
    {
      title: 'Layer 1',
      rows: rows(
        'l1Fee l1GasUsed l1GasPrice l1FeeScalar l1BaseFeeScalar l1BlobBaseFee l1BlobBaseFeeScalar operatorFeeScalar operatorFeeConstant daFootprintGasScalar depositNonce depositReceiptVersion gasUsedForL1 l1BlockNumber timeboosted',
      ),
    },
    { title: 'Other', rows: rows('logsBloom') },
  ],
}

/** Lists, which are drawn in other forms. */
export const lists: Readonly<Record<DocumentKind, readonly string[]>> = {
  block: ['transactions', 'withdrawals', 'uncles'],
  tx: ['accessList', 'authorizationList', 'blobVersionedHashes'],
  receipt: ['logs'],
}

const rowsOf = (kind: DocumentKind): readonly Row[] => groups[kind].flatMap(({ rows }) => rows)

/** The names of the known members, in the order of reading. */
export const namesOf = (kind: DocumentKind): string[] => [
  ...rowsOf(kind).map(([name]) => name),
  ...lists[kind],
]

/** The place of a member in the order of reading. */
export function orderOf(pointer: string, kind: DocumentKind): number {
  const name = pointer.split('/')[1]!
  const all = namesOf(kind)
  return (all.indexOf(name) + 1 || all.length + 1) + pointer.split('/').length / 100
}

/** The label of a member, by the first name of a JSON pointer: `/logs/0/data` is of `logs`. */
export function labelOf(pointer: string): string {
  const [name = '', ...rest] = pointer.replace(/^\//, '').split('/')
  return showText([nameOf(name), ...rest.filter((part) => part !== '*')].join(' '))
}
