import type { RecordedBlock } from '@lectern/chain/testing'
import { flip, more } from './defect.ts'
import type { Json } from './mini-server.ts'

/** The parts of a recorded block, as copies, and a transaction with its receipt. */
interface Parts {
  readonly block: Json
  readonly transactions: Json[]
  readonly receipts: Json[]
  readonly transaction: Json
  readonly receipt: Json
}

/** Puts a defect in; false where the block has no place for it. */
export type Edit = (parts: Parts) => unknown

/** Returns a recorded block with a defect at one of its transactions; undefined where it has no place for it. */
export function spoil(
  { block, receipts, ...rest }: RecordedBlock,
  index: number,
  edit: Edit,
): RecordedBlock | undefined {
  const copy = structuredClone({ block, receipts: receipts ?? [] }) as { block: Json; receipts: Json[] }
  const transactions = copy.block['transactions'] as Json[]
  const [transaction, receipt] = [transactions[index]!, copy.receipts[index] ?? {}]
  const isDone = edit({ ...copy, transactions, transaction, receipt }) !== false
  return isDone ? { ...rest, ...copy } : undefined
}

type Side = 'block' | 'transaction' | 'receipt'
const change =
  (
    side: Side,
    key: string,
    next: (value: any) => unknown = more,
    isMeant: (parts: Parts) => boolean = () => true,
  ): Edit =>
  (parts) => {
    const object = parts[side]
    if (!(key in object) || !isMeant(parts)) return false
    object[key] = next(object[key])
  }
const drop =
  (side: Side, key: string): Edit =>
  (parts) =>
    key in parts[side] && delete parts[side][key]
const ofType =
  (type: string) =>
  ({ transaction }: Parts) =>
    transaction['type'] === type
const [isDeposit, isInternal] = [ofType('0x7e'), ofType('0x6a')]
const isSync = ({ transaction, receipt }: Parts) =>
  transaction['type'] === '0x0' && receipt['cumulativeGasUsed'] === '0x0' && Number(transaction['from']) === 0
const isOrdinary = (parts: Parts) => !isSync(parts)
const address = (value: string) => flip(value)
const log =
  (key: string, next: (value: any) => unknown): Edit =>
  (parts) => {
    const [first] = (parts.receipt['logs'] ?? []) as Json[]
    if (!first || !isSync(parts)) return false
    first[key] = next(first[key])
  }

/** Exchanges a transaction with the one before it, as if the node had them in another order. */
const move =
  (isMeant: (parts: Parts) => boolean): Edit =>
  (parts) => {
    const { transactions, receipts, transaction } = parts
    const at = transactions.indexOf(transaction)
    const other = at > 0 ? at - 1 : 1
    if (!isMeant(parts) || !transactions[other]) return false
    for (const list of [transactions, receipts])
      if (list.length > 0) [list[at], list[other]] = [list[other]!, list[at]!]
    for (const [list, items] of [
      ['t', transactions],
      ['r', receipts],
    ] as const)
      for (const one of [at, other]) {
        if (items[one]) items[one]['transactionIndex'] = `0x${one.toString(16)}`
        if (list === 'r')
          for (const log of (items[one]?.['logs'] ?? []) as Json[])
            log['transactionIndex'] = `0x${one.toString(16)}`
      }
  }

/** The defects of each family, by the folders of the corpus. */
// oxfmt-ignore
export const familyDefects: Readonly<Record<string, readonly (readonly [kind: string, edit: Edit])[]>> = {
  op: [
    ['another depositNonce', change('receipt', 'depositNonce')],
    ['no depositReceiptVersion', drop('receipt', 'depositReceiptVersion')],
    ['another l1Fee', change('receipt', 'l1Fee')],
    ['another l1GasUsed', change('receipt', 'l1GasUsed', more, ({ transaction }) => transaction['type'] !== '0x7e')],
    ['another l1GasPrice', change('receipt', 'l1GasPrice')],
    ['another l1FeeScalar', change('receipt', 'l1FeeScalar', (value) => `${Number(value) + 1}`)],
    ['another l1BaseFeeScalar', change('receipt', 'l1BaseFeeScalar')],
    ['another l1BlobBaseFee', change('receipt', 'l1BlobBaseFee')],
    ['another l1BlobBaseFeeScalar', change('receipt', 'l1BlobBaseFeeScalar')],
    ['another daFootprintGasScalar', change('receipt', 'daFootprintGasScalar')],
    ['another footprint of data', change('receipt', 'blobGasUsed', more, ({ transaction }) => transaction['type'] !== '0x7e')],
    ['another price of a deposit', change('receipt', 'effectiveGasPrice', more, isDeposit)],
    ['another mint', change('transaction', 'mint', more, isDeposit)],
    ['another sourceHash', change('transaction', 'sourceHash', flip)],
    ['another isSystemTx', ({ transaction, ...parts }) => isDeposit({ transaction, ...parts }) && void (transaction['isSystemTx'] = transaction['isSystemTx'] !== true)],
    ['another sender of a deposit', change('transaction', 'from', address, isDeposit)],
    ['a deposit at another place', move(isDeposit)],
    ['no withdrawalsRoot', drop('block', 'withdrawalsRoot')],
    ['another withdrawalsRoot', change('block', 'withdrawalsRoot', flip)],
    ['a withdrawal', change('block', 'withdrawals', () => [{ index: '0x0', validatorIndex: '0x0', address: `0x${'11'.repeat(20)}`, amount: '0x1' }])],
    ['another blobGasUsed of the block', change('block', 'blobGasUsed')],
    ['another cumulativeGasUsed', change('receipt', 'cumulativeGasUsed')],
  ],
  'op-legacy': [
    ['another l1Fee', change('receipt', 'l1Fee')],
    ['another cumulativeGasUsed', change('receipt', 'cumulativeGasUsed')],
  ],
  arb: [
    ['another sendRoot', change('block', 'sendRoot', flip)],
    ['another sendCount', change('block', 'sendCount')],
    ['another l1BlockNumber', change('block', 'l1BlockNumber')],
    ['another l1BlockNumber of a receipt', change('receipt', 'l1BlockNumber')],
    ['more gas for layer 1 than gas', (parts) => change('receipt', 'gasUsedForL1', () => more(parts.receipt['gasUsed']))(parts)],
    ['another price that was paid', change('receipt', 'effectiveGasPrice')],
    ['another input of the first transaction', change('transaction', 'input', flip, isInternal)],
    ['another chain id of the first transaction', change('transaction', 'chainId', more, isInternal)],
    ['another sender of the first transaction', change('transaction', 'from', address, isInternal)],
    ['the first transaction at another place', move(isInternal)],
    ['another gasUsed', change('receipt', 'gasUsed')],
    ['another cumulativeGasUsed', change('receipt', 'cumulativeGasUsed')],
  ],
  polygon: [
    ['a state-sync transaction at another place', move(isSync)],
    ['a state-sync transaction with the gas of the block', (parts) => change('receipt', 'cumulativeGasUsed', () => parts.block['gasUsed'] === '0x0' ? '0x1' : parts.block['gasUsed'], isSync)(parts)],
    ['a state-sync transaction that used gas', change('receipt', 'gasUsed', more, isSync)],
    ['a state-sync transaction with another hash', change('transaction', 'hash', flip, isSync)],
    ['a state-sync transaction from somebody', change('transaction', 'from', address, isSync)],
    ['a state-sync receipt to somebody', change('receipt', 'to', address, isSync)],
    ['a state-sync receipt with another bloom', change('receipt', 'logsBloom', flip, isSync)],
    ['a state-sync receipt with another index', change('receipt', 'transactionIndex', more, isSync)],
    ['a state-sync log with another index', log('logIndex', more)],
    ['a state-sync log of another transaction', log('transactionHash', flip)],
    ['a removed state-sync log', log('removed', () => true)],
    ['another cumulativeGasUsed', change('receipt', 'cumulativeGasUsed', more, isOrdinary)],
    ['another price that was paid', change('receipt', 'effectiveGasPrice', more, isOrdinary)],
    ['another gasUsed', change('receipt', 'gasUsed', more, isOrdinary)],
  ],
}
