import { showText } from './text.ts'

/** How a member is written for a reader. */
export type Kind =
  | 'address'
  | 'block-hash'
  | 'block-number'
  | 'bloom'
  | 'data'
  | 'ether'
  | 'extra'
  | 'gas-price'
  | 'hash'
  | 'number'
  | 'outcome'
  | 'plain'
  | 'time'
  | 'transaction'
  | 'type'

/** A member of a document: its name on the wire, its label, its kind. */
export type Row = readonly [name: string, label: string, kind: Kind]

/** Members that are read together. */
export interface Group {
  /** Absent for the first, which stands under the title. */
  readonly title?: string
  readonly rows: readonly Row[]
}

/** The kinds of documents: a block, a transaction or a receipt. */
export type DocumentKind = 'block' | 'tx' | 'receipt'

/** The members of each document in the order of reading. Others follow as they are. */
export const groups: Readonly<Record<DocumentKind, readonly Group[]>> = {
  block: [
    {
      rows: [
        ['number', 'number', 'number'],
        ['timestamp', 'time', 'time'],
        ['slotNumber', 'slot', 'number'],
        ['hash', 'hash', 'hash'],
        ['parentHash', 'parent', 'block-hash'],
      ],
    },
    {
      title: 'Gas',
      rows: [
        ['gasUsed', 'gas used', 'number'],
        ['gasLimit', 'gas limit', 'number'],
        ['baseFeePerGas', 'base fee', 'gas-price'],
        ['blobGasUsed', 'blob gas used', 'number'],
        ['excessBlobGas', 'excess blob gas', 'number'],
        ['size', 'size in bytes', 'number'],
      ],
    },
    {
      title: 'Made by',
      rows: [
        ['miner', 'fee recipient', 'address'],
        ['extraData', 'extra data', 'extra'],
        ['mixHash', 'prev randao', 'hash'],
        ['nonce', 'nonce', 'data'],
        ['difficulty', 'difficulty', 'number'],
        ['totalDifficulty', 'total difficulty', 'number'],
      ],
    },
    {
      title: 'Roots',
      rows: [
        ['stateRoot', 'state', 'hash'],
        ['transactionsRoot', 'transactions', 'hash'],
        ['receiptsRoot', 'receipts', 'hash'],
        ['withdrawalsRoot', 'withdrawals', 'hash'],
        ['requestsHash', 'requests', 'hash'],
        ['blockAccessListHash', 'access list', 'hash'],
        ['sha3Uncles', 'uncles', 'hash'],
        ['parentBeaconBlockRoot', 'beacon parent', 'hash'],
        ['logsBloom', 'logs bloom', 'bloom'],
      ],
    },
  ],
  tx: [
    {
      rows: [
        ['hash', 'hash', 'hash'],
        ['blockHash', 'block', 'block-hash'],
        ['blockNumber', 'block number', 'block-number'],
        ['blockTimestamp', 'time', 'time'],
        ['transactionIndex', 'index', 'number'],
      ],
    },
    {
      title: 'Parties',
      rows: [
        ['from', 'from', 'address'],
        ['to', 'to', 'address'],
        ['value', 'value', 'ether'],
        ['nonce', 'nonce', 'number'],
        ['type', 'type', 'type'],
        ['chainId', 'chain', 'number'],
      ],
    },
    {
      title: 'Gas',
      rows: [
        ['gas', 'gas limit', 'number'],
        ['gasPrice', 'gas price', 'gas-price'],
        ['maxFeePerGas', 'most per gas', 'gas-price'],
        ['maxPriorityFeePerGas', 'tip per gas', 'gas-price'],
        ['maxFeePerBlobGas', 'most per blob gas', 'gas-price'],
      ],
    },
    { title: 'Input', rows: [['input', 'input', 'data']] },
    {
      title: 'Signature',
      rows: [
        ['v', 'v', 'plain'],
        ['yParity', 'y parity', 'plain'],
        ['r', 'r', 'hash'],
        ['s', 's', 'hash'],
      ],
    },
  ],
  receipt: [
    {
      rows: [
        ['status', 'status', 'outcome'],
        ['root', 'state after', 'hash'],
        ['transactionHash', 'transaction', 'transaction'],
        ['blockHash', 'block', 'block-hash'],
        ['blockNumber', 'block number', 'block-number'],
        ['transactionIndex', 'index', 'number'],
      ],
    },
    {
      title: 'Parties',
      rows: [
        ['from', 'from', 'address'],
        ['to', 'to', 'address'],
        ['contractAddress', 'contract made', 'address'],
        ['type', 'type', 'type'],
      ],
    },
    {
      title: 'Gas',
      rows: [
        ['gasUsed', 'gas used', 'number'],
        ['effectiveGasPrice', 'gas price', 'gas-price'],
        ['cumulativeGasUsed', 'cumulative gas', 'number'],
        ['blobGasUsed', 'blob gas used', 'number'],
        ['blobGasPrice', 'blob gas price', 'gas-price'],
      ],
    },
    { title: 'Other', rows: [['logsBloom', 'logs bloom', 'bloom']] },
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

const labels = new Map(
  (['block', 'tx', 'receipt'] as const).flatMap(rowsOf).map(([name, label]) => [name, label]),
)
const listLabels: Readonly<Record<string, string>> = {
  accessList: 'access list',
  authorizationList: 'authorizations',
  blobVersionedHashes: 'blobs',
}

/** The label of a member, by the first name of a JSON pointer: `/logs/0/data` is of `logs`. */
export function labelOf(pointer: string, kind?: DocumentKind): string {
  const [name = '', ...rest] = pointer.replace(/^\//, '').split('/')
  const own = kind && rowsOf(kind).find(([one]) => one === name)?.[1]
  const label = own ?? listLabels[name] ?? labels.get(name) ?? name
  return showText([label, ...rest.filter((part) => part !== '*')].join(' '))
}
