// Generated from openrpc.json and its overlays by packages/spec/generate. Run `npm run generate` instead of editing.
import { schemas } from '../validators.gen.ts'
import type { FamilyName } from './types.gen.ts'

/** Where a value breaks its schema: a JSON pointer from the value checked, such as /logs/0/data, and what must hold there. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** `strict` accepts exactly what the document says; `tolerant` also accepts unknown members, and what x-elsewhere names. */
export type Mode = 'strict' | 'tolerant'

/**
 * A schema as a function.
 *
 * @param value Any value, as `JSON.parse` makes it.
 * @param mode How strict the check is; `strict` by default.
 * @returns The first issue of the value, or undefined if the value is valid.
 */
export type Check = (value: unknown, mode?: Mode) => Issue | undefined

type Members = Readonly<Record<string, unknown>>

const lower: RegExp = /^0x[0-9a-f]*$/ // with the length 130 ns a hash; the schema's counted pattern takes 280
const either: RegExp = /^0x[0-9a-fA-F]*$/

const must = (message: string): Issue => ({ path: '', message: `must ${message}` })
const below = (key: string | number, { path, message }: Issue): Issue => ({
  path: `/${key}${path}`,
  message,
})
const lacks = (key: string): Issue => must(`have the member "${key}"`)
const has = (value: Members, key: string): boolean => Object.hasOwn(value, key)
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function closed(value: Members, count: number, keys: string): Issue | undefined {
  const own = Object.keys(value)
  if (own.length === count) return undefined
  const known = keys.split(' ')
  return must(`not have the member ${JSON.stringify(own.find((key) => !known.includes(key)))}`)
}

function each(
  value: unknown,
  check: Check,
  mode: Mode | undefined,
  most: number = Infinity,
  least: number = 0,
): Issue | undefined {
  if (!Array.isArray(value)) return must('be an array')
  if (value.length > most) return must(`have at most ${most} items`)
  if (value.length < least) return must(`have at least ${least} items`)
  for (let index = 0; index < value.length; index++) {
    const issue = check(value[index], mode)
    if (issue) return below(index, issue)
  }
  return undefined
}

const {
  Quantity,
  Bytes,
  Hash,
  Address,
  Bloom,
  BlockNonce,
  TransactionType,
  Parity,
  Status,
  LegacyTransaction,
  AccessListTransaction,
  DynamicFeeTransaction,
  BlobTransaction,
  SetCodeTransaction,
  Transaction,
  Log,
  Receipt,
  Withdrawal,
  BlockTransactions,
  Block,
} = schemas

function ArbitrumTransactionType(value: unknown): Issue | undefined {
  return value === '0x0' ||
    value === '0x1' ||
    value === '0x2' ||
    value === '0x3' ||
    value === '0x4' ||
    value === '0x64' ||
    value === '0x65' ||
    value === '0x66' ||
    value === '0x68' ||
    value === '0x69' ||
    value === '0x6a'
    ? undefined
    : must('be 0x0, 0x1, 0x2, 0x3, 0x4, 0x64, 0x65, 0x66, 0x68, 0x69 or 0x6a')
}

function ArbitrumDepositTransaction(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 17
  if (!has(value, 'blockHash')) return lacks('blockHash')
  if (!(mode === 'tolerant' && value['blockHash'] === null) && (issue = Hash(value['blockHash'])))
    return below('blockHash', issue)
  if (!has(value, 'blockNumber')) return lacks('blockNumber')
  if (!(mode === 'tolerant' && value['blockNumber'] === null) && (issue = Quantity(value['blockNumber'])))
    return below('blockNumber', issue)
  if (has(value, 'blockTimestamp')) {
    if (
      !(mode === 'tolerant' && value['blockTimestamp'] === null) &&
      (issue = Quantity(value['blockTimestamp']))
    )
      return below('blockTimestamp', issue)
  } else if (mode !== 'tolerant') return lacks('blockTimestamp')
  if (!has(value, 'from')) return lacks('from')
  if ((issue = Address(value['from']))) return below('from', issue)
  if (!has(value, 'gas')) return lacks('gas')
  if ((issue = Quantity(value['gas']))) return below('gas', issue)
  if (!has(value, 'gasPrice')) return lacks('gasPrice')
  if ((issue = Quantity(value['gasPrice']))) return below('gasPrice', issue)
  if (!has(value, 'hash')) return lacks('hash')
  if ((issue = Hash(value['hash']))) return below('hash', issue)
  if (!has(value, 'input')) return lacks('input')
  if ((issue = Bytes(value['input']))) return below('input', issue)
  if (!has(value, 'nonce')) return lacks('nonce')
  if ((issue = Quantity(value['nonce']))) return below('nonce', issue)
  if (!has(value, 'to')) return lacks('to')
  if ((issue = value['to'] === null ? undefined : Address(value['to']))) return below('to', issue)
  if (!has(value, 'transactionIndex')) return lacks('transactionIndex')
  if (
    !(mode === 'tolerant' && value['transactionIndex'] === null) &&
    (issue = Quantity(value['transactionIndex']))
  )
    return below('transactionIndex', issue)
  if (!has(value, 'value')) return lacks('value')
  if ((issue = Quantity(value['value']))) return below('value', issue)
  if (!has(value, 'type')) return lacks('type')
  if ((issue = value['type'] === '0x64' ? undefined : must('be 0x64'))) return below('type', issue)
  if (has(value, 'chainId')) {
    count++
    if (!(mode === 'tolerant' && value['chainId'] === null) && (issue = Quantity(value['chainId'])))
      return below('chainId', issue)
  }
  if (!has(value, 'v')) return lacks('v')
  if ((issue = Quantity(value['v']))) return below('v', issue)
  if (!has(value, 'r')) return lacks('r')
  if ((issue = Quantity(value['r']))) return below('r', issue)
  if (!has(value, 's')) return lacks('s')
  if ((issue = Quantity(value['s']))) return below('s', issue)
  if (!has(value, 'requestId')) return lacks('requestId')
  if ((issue = Hash(value['requestId']))) return below('requestId', issue)
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'blockHash blockNumber blockTimestamp from gas gasPrice hash input nonce to transactionIndex value type chainId v r s requestId',
      )
}

function ArbitrumUnsignedTransaction(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 17
  if (!has(value, 'blockHash')) return lacks('blockHash')
  if (!(mode === 'tolerant' && value['blockHash'] === null) && (issue = Hash(value['blockHash'])))
    return below('blockHash', issue)
  if (!has(value, 'blockNumber')) return lacks('blockNumber')
  if (!(mode === 'tolerant' && value['blockNumber'] === null) && (issue = Quantity(value['blockNumber'])))
    return below('blockNumber', issue)
  if (has(value, 'blockTimestamp')) {
    if (
      !(mode === 'tolerant' && value['blockTimestamp'] === null) &&
      (issue = Quantity(value['blockTimestamp']))
    )
      return below('blockTimestamp', issue)
  } else if (mode !== 'tolerant') return lacks('blockTimestamp')
  if (!has(value, 'from')) return lacks('from')
  if ((issue = Address(value['from']))) return below('from', issue)
  if (!has(value, 'gas')) return lacks('gas')
  if ((issue = Quantity(value['gas']))) return below('gas', issue)
  if (!has(value, 'gasPrice')) return lacks('gasPrice')
  if ((issue = Quantity(value['gasPrice']))) return below('gasPrice', issue)
  if (!has(value, 'hash')) return lacks('hash')
  if ((issue = Hash(value['hash']))) return below('hash', issue)
  if (!has(value, 'input')) return lacks('input')
  if ((issue = Bytes(value['input']))) return below('input', issue)
  if (!has(value, 'nonce')) return lacks('nonce')
  if ((issue = Quantity(value['nonce']))) return below('nonce', issue)
  if (!has(value, 'to')) return lacks('to')
  if ((issue = value['to'] === null ? undefined : Address(value['to']))) return below('to', issue)
  if (!has(value, 'transactionIndex')) return lacks('transactionIndex')
  if (
    !(mode === 'tolerant' && value['transactionIndex'] === null) &&
    (issue = Quantity(value['transactionIndex']))
  )
    return below('transactionIndex', issue)
  if (!has(value, 'value')) return lacks('value')
  if ((issue = Quantity(value['value']))) return below('value', issue)
  if (!has(value, 'type')) return lacks('type')
  if ((issue = value['type'] === '0x65' ? undefined : must('be 0x65'))) return below('type', issue)
  if (has(value, 'chainId')) {
    count++
    if (!(mode === 'tolerant' && value['chainId'] === null) && (issue = Quantity(value['chainId'])))
      return below('chainId', issue)
  }
  if (!has(value, 'v')) return lacks('v')
  if ((issue = Quantity(value['v']))) return below('v', issue)
  if (!has(value, 'r')) return lacks('r')
  if ((issue = Quantity(value['r']))) return below('r', issue)
  if (!has(value, 's')) return lacks('s')
  if ((issue = Quantity(value['s']))) return below('s', issue)
  if (has(value, 'maxFeePerGas')) {
    if ((issue = Quantity(value['maxFeePerGas']))) return below('maxFeePerGas', issue)
  } else if (mode !== 'tolerant') return lacks('maxFeePerGas')
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'blockHash blockNumber blockTimestamp from gas gasPrice hash input nonce to transactionIndex value type chainId v r s maxFeePerGas',
      )
}

function ArbitrumContractTransaction(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 18
  if (!has(value, 'blockHash')) return lacks('blockHash')
  if (!(mode === 'tolerant' && value['blockHash'] === null) && (issue = Hash(value['blockHash'])))
    return below('blockHash', issue)
  if (!has(value, 'blockNumber')) return lacks('blockNumber')
  if (!(mode === 'tolerant' && value['blockNumber'] === null) && (issue = Quantity(value['blockNumber'])))
    return below('blockNumber', issue)
  if (has(value, 'blockTimestamp')) {
    if (
      !(mode === 'tolerant' && value['blockTimestamp'] === null) &&
      (issue = Quantity(value['blockTimestamp']))
    )
      return below('blockTimestamp', issue)
  } else if (mode !== 'tolerant') return lacks('blockTimestamp')
  if (!has(value, 'from')) return lacks('from')
  if ((issue = Address(value['from']))) return below('from', issue)
  if (!has(value, 'gas')) return lacks('gas')
  if ((issue = Quantity(value['gas']))) return below('gas', issue)
  if (!has(value, 'gasPrice')) return lacks('gasPrice')
  if ((issue = Quantity(value['gasPrice']))) return below('gasPrice', issue)
  if (!has(value, 'hash')) return lacks('hash')
  if ((issue = Hash(value['hash']))) return below('hash', issue)
  if (!has(value, 'input')) return lacks('input')
  if ((issue = Bytes(value['input']))) return below('input', issue)
  if (!has(value, 'nonce')) return lacks('nonce')
  if ((issue = Quantity(value['nonce']))) return below('nonce', issue)
  if (!has(value, 'to')) return lacks('to')
  if ((issue = value['to'] === null ? undefined : Address(value['to']))) return below('to', issue)
  if (!has(value, 'transactionIndex')) return lacks('transactionIndex')
  if (
    !(mode === 'tolerant' && value['transactionIndex'] === null) &&
    (issue = Quantity(value['transactionIndex']))
  )
    return below('transactionIndex', issue)
  if (!has(value, 'value')) return lacks('value')
  if ((issue = Quantity(value['value']))) return below('value', issue)
  if (!has(value, 'type')) return lacks('type')
  if ((issue = value['type'] === '0x66' ? undefined : must('be 0x66'))) return below('type', issue)
  if (has(value, 'chainId')) {
    count++
    if (!(mode === 'tolerant' && value['chainId'] === null) && (issue = Quantity(value['chainId'])))
      return below('chainId', issue)
  }
  if (!has(value, 'v')) return lacks('v')
  if ((issue = Quantity(value['v']))) return below('v', issue)
  if (!has(value, 'r')) return lacks('r')
  if ((issue = Quantity(value['r']))) return below('r', issue)
  if (!has(value, 's')) return lacks('s')
  if ((issue = Quantity(value['s']))) return below('s', issue)
  if (!has(value, 'requestId')) return lacks('requestId')
  if ((issue = Hash(value['requestId']))) return below('requestId', issue)
  if (has(value, 'maxFeePerGas')) {
    if ((issue = Quantity(value['maxFeePerGas']))) return below('maxFeePerGas', issue)
  } else if (mode !== 'tolerant') return lacks('maxFeePerGas')
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'blockHash blockNumber blockTimestamp from gas gasPrice hash input nonce to transactionIndex value type chainId v r s requestId maxFeePerGas',
      )
}

function ArbitrumRetryTransaction(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 21
  if (!has(value, 'blockHash')) return lacks('blockHash')
  if (!(mode === 'tolerant' && value['blockHash'] === null) && (issue = Hash(value['blockHash'])))
    return below('blockHash', issue)
  if (!has(value, 'blockNumber')) return lacks('blockNumber')
  if (!(mode === 'tolerant' && value['blockNumber'] === null) && (issue = Quantity(value['blockNumber'])))
    return below('blockNumber', issue)
  if (has(value, 'blockTimestamp')) {
    if (
      !(mode === 'tolerant' && value['blockTimestamp'] === null) &&
      (issue = Quantity(value['blockTimestamp']))
    )
      return below('blockTimestamp', issue)
  } else if (mode !== 'tolerant') return lacks('blockTimestamp')
  if (!has(value, 'from')) return lacks('from')
  if ((issue = Address(value['from']))) return below('from', issue)
  if (!has(value, 'gas')) return lacks('gas')
  if ((issue = Quantity(value['gas']))) return below('gas', issue)
  if (!has(value, 'gasPrice')) return lacks('gasPrice')
  if ((issue = Quantity(value['gasPrice']))) return below('gasPrice', issue)
  if (!has(value, 'hash')) return lacks('hash')
  if ((issue = Hash(value['hash']))) return below('hash', issue)
  if (!has(value, 'input')) return lacks('input')
  if ((issue = Bytes(value['input']))) return below('input', issue)
  if (!has(value, 'nonce')) return lacks('nonce')
  if ((issue = Quantity(value['nonce']))) return below('nonce', issue)
  if (!has(value, 'to')) return lacks('to')
  if ((issue = value['to'] === null ? undefined : Address(value['to']))) return below('to', issue)
  if (!has(value, 'transactionIndex')) return lacks('transactionIndex')
  if (
    !(mode === 'tolerant' && value['transactionIndex'] === null) &&
    (issue = Quantity(value['transactionIndex']))
  )
    return below('transactionIndex', issue)
  if (!has(value, 'value')) return lacks('value')
  if ((issue = Quantity(value['value']))) return below('value', issue)
  if (!has(value, 'type')) return lacks('type')
  if ((issue = value['type'] === '0x68' ? undefined : must('be 0x68'))) return below('type', issue)
  if (has(value, 'chainId')) {
    count++
    if (!(mode === 'tolerant' && value['chainId'] === null) && (issue = Quantity(value['chainId'])))
      return below('chainId', issue)
  }
  if (!has(value, 'v')) return lacks('v')
  if ((issue = Quantity(value['v']))) return below('v', issue)
  if (!has(value, 'r')) return lacks('r')
  if ((issue = Quantity(value['r']))) return below('r', issue)
  if (!has(value, 's')) return lacks('s')
  if ((issue = Quantity(value['s']))) return below('s', issue)
  if (has(value, 'maxFeePerGas')) {
    if ((issue = Quantity(value['maxFeePerGas']))) return below('maxFeePerGas', issue)
  } else if (mode !== 'tolerant') return lacks('maxFeePerGas')
  if (has(value, 'ticketId')) {
    if ((issue = Hash(value['ticketId']))) return below('ticketId', issue)
  } else if (mode !== 'tolerant') return lacks('ticketId')
  if (has(value, 'refundTo')) {
    if ((issue = Address(value['refundTo']))) return below('refundTo', issue)
  } else if (mode !== 'tolerant') return lacks('refundTo')
  if (has(value, 'maxRefund')) {
    if ((issue = Quantity(value['maxRefund']))) return below('maxRefund', issue)
  } else if (mode !== 'tolerant') return lacks('maxRefund')
  if (has(value, 'submissionFeeRefund')) {
    if ((issue = Quantity(value['submissionFeeRefund']))) return below('submissionFeeRefund', issue)
  } else if (mode !== 'tolerant') return lacks('submissionFeeRefund')
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'blockHash blockNumber blockTimestamp from gas gasPrice hash input nonce to transactionIndex value type chainId v r s maxFeePerGas ticketId refundTo maxRefund submissionFeeRefund',
      )
}

function ArbitrumSubmitRetryableTransaction(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 25
  if (!has(value, 'blockHash')) return lacks('blockHash')
  if (!(mode === 'tolerant' && value['blockHash'] === null) && (issue = Hash(value['blockHash'])))
    return below('blockHash', issue)
  if (!has(value, 'blockNumber')) return lacks('blockNumber')
  if (!(mode === 'tolerant' && value['blockNumber'] === null) && (issue = Quantity(value['blockNumber'])))
    return below('blockNumber', issue)
  if (has(value, 'blockTimestamp')) {
    if (
      !(mode === 'tolerant' && value['blockTimestamp'] === null) &&
      (issue = Quantity(value['blockTimestamp']))
    )
      return below('blockTimestamp', issue)
  } else if (mode !== 'tolerant') return lacks('blockTimestamp')
  if (!has(value, 'from')) return lacks('from')
  if ((issue = Address(value['from']))) return below('from', issue)
  if (!has(value, 'gas')) return lacks('gas')
  if ((issue = Quantity(value['gas']))) return below('gas', issue)
  if (!has(value, 'gasPrice')) return lacks('gasPrice')
  if ((issue = Quantity(value['gasPrice']))) return below('gasPrice', issue)
  if (!has(value, 'hash')) return lacks('hash')
  if ((issue = Hash(value['hash']))) return below('hash', issue)
  if (!has(value, 'input')) return lacks('input')
  if ((issue = Bytes(value['input']))) return below('input', issue)
  if (!has(value, 'nonce')) return lacks('nonce')
  if ((issue = Quantity(value['nonce']))) return below('nonce', issue)
  if (!has(value, 'to')) return lacks('to')
  if ((issue = value['to'] === null ? undefined : Address(value['to']))) return below('to', issue)
  if (!has(value, 'transactionIndex')) return lacks('transactionIndex')
  if (
    !(mode === 'tolerant' && value['transactionIndex'] === null) &&
    (issue = Quantity(value['transactionIndex']))
  )
    return below('transactionIndex', issue)
  if (!has(value, 'value')) return lacks('value')
  if ((issue = Quantity(value['value']))) return below('value', issue)
  if (!has(value, 'type')) return lacks('type')
  if ((issue = value['type'] === '0x69' ? undefined : must('be 0x69'))) return below('type', issue)
  if (has(value, 'chainId')) {
    count++
    if (!(mode === 'tolerant' && value['chainId'] === null) && (issue = Quantity(value['chainId'])))
      return below('chainId', issue)
  }
  if (!has(value, 'v')) return lacks('v')
  if ((issue = Quantity(value['v']))) return below('v', issue)
  if (!has(value, 'r')) return lacks('r')
  if ((issue = Quantity(value['r']))) return below('r', issue)
  if (!has(value, 's')) return lacks('s')
  if ((issue = Quantity(value['s']))) return below('s', issue)
  if (has(value, 'requestId')) {
    if ((issue = Hash(value['requestId']))) return below('requestId', issue)
  } else if (mode !== 'tolerant') return lacks('requestId')
  if (has(value, 'maxFeePerGas')) {
    if ((issue = Quantity(value['maxFeePerGas']))) return below('maxFeePerGas', issue)
  } else if (mode !== 'tolerant') return lacks('maxFeePerGas')
  if (has(value, 'l1BaseFee')) {
    if ((issue = Quantity(value['l1BaseFee']))) return below('l1BaseFee', issue)
  } else if (mode !== 'tolerant') return lacks('l1BaseFee')
  if (has(value, 'depositValue')) {
    if ((issue = Quantity(value['depositValue']))) return below('depositValue', issue)
  } else if (mode !== 'tolerant') return lacks('depositValue')
  if (has(value, 'retryTo')) {
    count++
    if ((issue = value['retryTo'] === null ? undefined : Address(value['retryTo'])))
      return below('retryTo', issue)
  }
  if (has(value, 'retryValue')) {
    if ((issue = Quantity(value['retryValue']))) return below('retryValue', issue)
  } else if (mode !== 'tolerant') return lacks('retryValue')
  if (has(value, 'beneficiary')) {
    if ((issue = Address(value['beneficiary']))) return below('beneficiary', issue)
  } else if (mode !== 'tolerant') return lacks('beneficiary')
  if (has(value, 'maxSubmissionFee')) {
    if ((issue = Quantity(value['maxSubmissionFee']))) return below('maxSubmissionFee', issue)
  } else if (mode !== 'tolerant') return lacks('maxSubmissionFee')
  if (has(value, 'refundTo')) {
    if ((issue = Address(value['refundTo']))) return below('refundTo', issue)
  } else if (mode !== 'tolerant') return lacks('refundTo')
  if (has(value, 'retryData')) {
    if ((issue = Bytes(value['retryData']))) return below('retryData', issue)
  } else if (mode !== 'tolerant') return lacks('retryData')
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'blockHash blockNumber blockTimestamp from gas gasPrice hash input nonce to transactionIndex value type chainId v r s requestId maxFeePerGas l1BaseFee depositValue retryTo retryValue beneficiary maxSubmissionFee refundTo retryData',
      )
}

function ArbitrumInternalTransaction(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 16
  if (!has(value, 'blockHash')) return lacks('blockHash')
  if (!(mode === 'tolerant' && value['blockHash'] === null) && (issue = Hash(value['blockHash'])))
    return below('blockHash', issue)
  if (!has(value, 'blockNumber')) return lacks('blockNumber')
  if (!(mode === 'tolerant' && value['blockNumber'] === null) && (issue = Quantity(value['blockNumber'])))
    return below('blockNumber', issue)
  if (has(value, 'blockTimestamp')) {
    if (
      !(mode === 'tolerant' && value['blockTimestamp'] === null) &&
      (issue = Quantity(value['blockTimestamp']))
    )
      return below('blockTimestamp', issue)
  } else if (mode !== 'tolerant') return lacks('blockTimestamp')
  if (!has(value, 'from')) return lacks('from')
  if ((issue = Address(value['from']))) return below('from', issue)
  if (!has(value, 'gas')) return lacks('gas')
  if ((issue = Quantity(value['gas']))) return below('gas', issue)
  if (!has(value, 'gasPrice')) return lacks('gasPrice')
  if ((issue = Quantity(value['gasPrice']))) return below('gasPrice', issue)
  if (!has(value, 'hash')) return lacks('hash')
  if ((issue = Hash(value['hash']))) return below('hash', issue)
  if (!has(value, 'input')) return lacks('input')
  if ((issue = Bytes(value['input']))) return below('input', issue)
  if (!has(value, 'nonce')) return lacks('nonce')
  if ((issue = Quantity(value['nonce']))) return below('nonce', issue)
  if (!has(value, 'to')) return lacks('to')
  if ((issue = value['to'] === null ? undefined : Address(value['to']))) return below('to', issue)
  if (!has(value, 'transactionIndex')) return lacks('transactionIndex')
  if (
    !(mode === 'tolerant' && value['transactionIndex'] === null) &&
    (issue = Quantity(value['transactionIndex']))
  )
    return below('transactionIndex', issue)
  if (!has(value, 'value')) return lacks('value')
  if ((issue = Quantity(value['value']))) return below('value', issue)
  if (!has(value, 'type')) return lacks('type')
  if ((issue = value['type'] === '0x6a' ? undefined : must('be 0x6a'))) return below('type', issue)
  if (has(value, 'chainId')) {
    count++
    if (!(mode === 'tolerant' && value['chainId'] === null) && (issue = Quantity(value['chainId'])))
      return below('chainId', issue)
  }
  if (!has(value, 'v')) return lacks('v')
  if ((issue = Quantity(value['v']))) return below('v', issue)
  if (!has(value, 'r')) return lacks('r')
  if ((issue = Quantity(value['r']))) return below('r', issue)
  if (!has(value, 's')) return lacks('s')
  if ((issue = Quantity(value['s']))) return below('s', issue)
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'blockHash blockNumber blockTimestamp from gas gasPrice hash input nonce to transactionIndex value type chainId v r s',
      )
}

function ArbitrumTransaction(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  switch (value['type']) {
    case '0x0':
      return LegacyTransaction(value, mode)
    case '0x1':
      return AccessListTransaction(value, mode)
    case '0x2':
      return DynamicFeeTransaction(value, mode)
    case '0x3':
      return BlobTransaction(value, mode)
    case '0x4':
      return SetCodeTransaction(value, mode)
    case '0x64':
      return ArbitrumDepositTransaction(value, mode)
    case '0x65':
      return ArbitrumUnsignedTransaction(value, mode)
    case '0x66':
      return ArbitrumContractTransaction(value, mode)
    case '0x68':
      return ArbitrumRetryTransaction(value, mode)
    case '0x69':
      return ArbitrumSubmitRetryableTransaction(value, mode)
    case '0x6a':
      return ArbitrumInternalTransaction(value, mode)
  }
  return has(value, 'type')
    ? below('type', must('be 0x0, 0x1, 0x2, 0x3, 0x4, 0x64, 0x65, 0x66, 0x68, 0x69 or 0x6a'))
    : lacks('type')
}

function ArbitrumReceipt(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 13
  if (has(value, 'blobGasPrice')) {
    count++
    if ((issue = Quantity(value['blobGasPrice']))) return below('blobGasPrice', issue)
  }
  if (has(value, 'blobGasUsed')) {
    count++
    if ((issue = Quantity(value['blobGasUsed']))) return below('blobGasUsed', issue)
  }
  if (!has(value, 'blockHash')) return lacks('blockHash')
  if ((issue = Hash(value['blockHash']))) return below('blockHash', issue)
  if (!has(value, 'blockNumber')) return lacks('blockNumber')
  if ((issue = Quantity(value['blockNumber']))) return below('blockNumber', issue)
  if (has(value, 'contractAddress')) {
    if ((issue = value['contractAddress'] === null ? undefined : Address(value['contractAddress'])))
      return below('contractAddress', issue)
  } else if (mode !== 'tolerant') return lacks('contractAddress')
  if (!has(value, 'cumulativeGasUsed')) return lacks('cumulativeGasUsed')
  if ((issue = Quantity(value['cumulativeGasUsed']))) return below('cumulativeGasUsed', issue)
  if (!has(value, 'effectiveGasPrice')) return lacks('effectiveGasPrice')
  if ((issue = Quantity(value['effectiveGasPrice']))) return below('effectiveGasPrice', issue)
  if (!has(value, 'from')) return lacks('from')
  if ((issue = Address(value['from']))) return below('from', issue)
  if (!has(value, 'gasUsed')) return lacks('gasUsed')
  if ((issue = Quantity(value['gasUsed']))) return below('gasUsed', issue)
  if (!has(value, 'logs')) return lacks('logs')
  if ((issue = each(value['logs'], Log, mode))) return below('logs', issue)
  if (!has(value, 'logsBloom')) return lacks('logsBloom')
  if ((issue = Bloom(value['logsBloom']))) return below('logsBloom', issue)
  if (has(value, 'root')) {
    count++
    if ((issue = Hash(value['root']))) return below('root', issue)
  }
  if (has(value, 'status')) {
    count++
    if ((issue = Status(value['status']))) return below('status', issue)
  }
  if (has(value, 'to')) {
    if ((issue = value['to'] === null ? undefined : Address(value['to']))) return below('to', issue)
  } else if (mode !== 'tolerant') return lacks('to')
  if (!has(value, 'transactionHash')) return lacks('transactionHash')
  if ((issue = Hash(value['transactionHash']))) return below('transactionHash', issue)
  if (!has(value, 'transactionIndex')) return lacks('transactionIndex')
  if ((issue = Quantity(value['transactionIndex']))) return below('transactionIndex', issue)
  if (has(value, 'type')) {
    if ((issue = ArbitrumTransactionType(value['type']))) return below('type', issue)
  } else if (mode !== 'tolerant') return lacks('type')
  if (has(value, 'gasUsedForL1')) {
    count++
    if ((issue = Quantity(value['gasUsedForL1']))) return below('gasUsedForL1', issue)
  }
  if (has(value, 'l1BlockNumber')) {
    count++
    if ((issue = Quantity(value['l1BlockNumber']))) return below('l1BlockNumber', issue)
  }
  if (has(value, 'timeboosted')) {
    count++
    if (
      (issue =
        value['timeboosted'] === null
          ? undefined
          : typeof value['timeboosted'] === 'boolean'
            ? undefined
            : must('be true or false'))
    )
      return below('timeboosted', issue)
  }
  if (Number(has(value, 'status')) + Number(has(value, 'root')) !== 1)
    return must('have exactly one of "status", "root"')
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'blobGasPrice blobGasUsed blockHash blockNumber contractAddress cumulativeGasUsed effectiveGasPrice from gasUsed logs logsBloom root status to transactionHash transactionIndex type gasUsedForL1 l1BlockNumber timeboosted',
      )
}

function ArbitrumBlockTransactions(value: unknown, mode?: Mode): Issue | undefined {
  if (!Array.isArray(value)) return must('be an array')
  if (value.length === 0) return undefined
  if (typeof value[0] === 'string') return each(value, Hash, mode, Infinity, 1)
  return each(value, ArbitrumTransaction, mode, Infinity, 1)
}

function ArbitrumBlock(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 19
  if (has(value, 'baseFeePerGas')) {
    count++
    if ((issue = Quantity(value['baseFeePerGas']))) return below('baseFeePerGas', issue)
  }
  if (has(value, 'blobGasUsed')) {
    count++
    if ((issue = Quantity(value['blobGasUsed']))) return below('blobGasUsed', issue)
  }
  if (has(value, 'blockAccessListHash')) {
    count++
    if ((issue = Hash(value['blockAccessListHash']))) return below('blockAccessListHash', issue)
  }
  if (has(value, 'difficulty')) {
    if ((issue = Quantity(value['difficulty']))) return below('difficulty', issue)
  } else if (mode !== 'tolerant') return lacks('difficulty')
  if (has(value, 'excessBlobGas')) {
    count++
    if ((issue = Quantity(value['excessBlobGas']))) return below('excessBlobGas', issue)
  }
  if (!has(value, 'extraData')) return lacks('extraData')
  if ((issue = Bytes(value['extraData']))) return below('extraData', issue)
  if (!has(value, 'gasLimit')) return lacks('gasLimit')
  if ((issue = Quantity(value['gasLimit']))) return below('gasLimit', issue)
  if (!has(value, 'gasUsed')) return lacks('gasUsed')
  if ((issue = Quantity(value['gasUsed']))) return below('gasUsed', issue)
  if (!has(value, 'hash')) return lacks('hash')
  if (!(mode === 'tolerant' && value['hash'] === null) && (issue = Hash(value['hash'])))
    return below('hash', issue)
  if (!has(value, 'logsBloom')) return lacks('logsBloom')
  if (!(mode === 'tolerant' && value['logsBloom'] === null) && (issue = Bloom(value['logsBloom'])))
    return below('logsBloom', issue)
  if (!has(value, 'miner')) return lacks('miner')
  if (!(mode === 'tolerant' && value['miner'] === null) && (issue = Address(value['miner'])))
    return below('miner', issue)
  if (!has(value, 'mixHash')) return lacks('mixHash')
  if ((issue = Hash(value['mixHash']))) return below('mixHash', issue)
  if (!has(value, 'nonce')) return lacks('nonce')
  if (!(mode === 'tolerant' && value['nonce'] === null) && (issue = BlockNonce(value['nonce'])))
    return below('nonce', issue)
  if (!has(value, 'number')) return lacks('number')
  if (!(mode === 'tolerant' && value['number'] === null) && (issue = Quantity(value['number'])))
    return below('number', issue)
  if (has(value, 'parentBeaconBlockRoot')) {
    count++
    if ((issue = Hash(value['parentBeaconBlockRoot']))) return below('parentBeaconBlockRoot', issue)
  }
  if (!has(value, 'parentHash')) return lacks('parentHash')
  if ((issue = Hash(value['parentHash']))) return below('parentHash', issue)
  if (!has(value, 'receiptsRoot')) return lacks('receiptsRoot')
  if ((issue = Hash(value['receiptsRoot']))) return below('receiptsRoot', issue)
  if (has(value, 'requestsHash')) {
    count++
    if ((issue = Hash(value['requestsHash']))) return below('requestsHash', issue)
  }
  if (!has(value, 'sha3Uncles')) return lacks('sha3Uncles')
  if ((issue = Hash(value['sha3Uncles']))) return below('sha3Uncles', issue)
  if (!has(value, 'size')) return lacks('size')
  if ((issue = Quantity(value['size']))) return below('size', issue)
  if (has(value, 'slotNumber')) {
    count++
    if ((issue = Quantity(value['slotNumber']))) return below('slotNumber', issue)
  }
  if (!has(value, 'stateRoot')) return lacks('stateRoot')
  if ((issue = Hash(value['stateRoot']))) return below('stateRoot', issue)
  if (!has(value, 'timestamp')) return lacks('timestamp')
  if ((issue = Quantity(value['timestamp']))) return below('timestamp', issue)
  if (!has(value, 'transactions')) return lacks('transactions')
  if ((issue = ArbitrumBlockTransactions(value['transactions'], mode))) return below('transactions', issue)
  if (!has(value, 'transactionsRoot')) return lacks('transactionsRoot')
  if ((issue = Hash(value['transactionsRoot']))) return below('transactionsRoot', issue)
  if (!has(value, 'uncles')) return lacks('uncles')
  if ((issue = each(value['uncles'], Hash, mode))) return below('uncles', issue)
  if (has(value, 'withdrawals')) {
    count++
    if ((issue = each(value['withdrawals'], Withdrawal, mode))) return below('withdrawals', issue)
  }
  if (has(value, 'withdrawalsRoot')) {
    count++
    if ((issue = Hash(value['withdrawalsRoot']))) return below('withdrawalsRoot', issue)
  }
  if (has(value, 'sendRoot')) {
    count++
    if ((issue = Hash(value['sendRoot']))) return below('sendRoot', issue)
  }
  if (has(value, 'sendCount')) {
    count++
    if ((issue = Quantity(value['sendCount']))) return below('sendCount', issue)
  }
  if (has(value, 'l1BlockNumber')) {
    count++
    if ((issue = Quantity(value['l1BlockNumber']))) return below('l1BlockNumber', issue)
  }
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'baseFeePerGas blobGasUsed blockAccessListHash difficulty excessBlobGas extraData gasLimit gasUsed hash logsBloom miner mixHash nonce number parentBeaconBlockRoot parentHash receiptsRoot requestsHash sha3Uncles size slotNumber stateRoot timestamp transactions transactionsRoot uncles withdrawals withdrawalsRoot sendRoot sendCount l1BlockNumber',
      )
}

function ArbitrumBlockWithHashes(value: unknown, mode?: Mode): Issue | undefined {
  let issue = ArbitrumBlock(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], Hash, mode)))
    return below('transactions', issue)
  return undefined
}

function ArbitrumBlockWithTransactions(value: unknown, mode?: Mode): Issue | undefined {
  let issue = ArbitrumBlock(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], ArbitrumTransaction, mode)))
    return below('transactions', issue)
  return undefined
}

function BscBlock(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 19
  if (has(value, 'baseFeePerGas')) {
    count++
    if ((issue = Quantity(value['baseFeePerGas']))) return below('baseFeePerGas', issue)
  }
  if (has(value, 'blobGasUsed')) {
    count++
    if ((issue = Quantity(value['blobGasUsed']))) return below('blobGasUsed', issue)
  }
  if (has(value, 'blockAccessListHash')) {
    count++
    if ((issue = Hash(value['blockAccessListHash']))) return below('blockAccessListHash', issue)
  }
  if (has(value, 'difficulty')) {
    if ((issue = Quantity(value['difficulty']))) return below('difficulty', issue)
  } else if (mode !== 'tolerant') return lacks('difficulty')
  if (has(value, 'excessBlobGas')) {
    count++
    if ((issue = Quantity(value['excessBlobGas']))) return below('excessBlobGas', issue)
  }
  if (!has(value, 'extraData')) return lacks('extraData')
  if ((issue = Bytes(value['extraData']))) return below('extraData', issue)
  if (!has(value, 'gasLimit')) return lacks('gasLimit')
  if ((issue = Quantity(value['gasLimit']))) return below('gasLimit', issue)
  if (!has(value, 'gasUsed')) return lacks('gasUsed')
  if ((issue = Quantity(value['gasUsed']))) return below('gasUsed', issue)
  if (!has(value, 'hash')) return lacks('hash')
  if (!(mode === 'tolerant' && value['hash'] === null) && (issue = Hash(value['hash'])))
    return below('hash', issue)
  if (!has(value, 'logsBloom')) return lacks('logsBloom')
  if (!(mode === 'tolerant' && value['logsBloom'] === null) && (issue = Bloom(value['logsBloom'])))
    return below('logsBloom', issue)
  if (!has(value, 'miner')) return lacks('miner')
  if (!(mode === 'tolerant' && value['miner'] === null) && (issue = Address(value['miner'])))
    return below('miner', issue)
  if (!has(value, 'mixHash')) return lacks('mixHash')
  if ((issue = Hash(value['mixHash']))) return below('mixHash', issue)
  if (!has(value, 'nonce')) return lacks('nonce')
  if (!(mode === 'tolerant' && value['nonce'] === null) && (issue = BlockNonce(value['nonce'])))
    return below('nonce', issue)
  if (!has(value, 'number')) return lacks('number')
  if (!(mode === 'tolerant' && value['number'] === null) && (issue = Quantity(value['number'])))
    return below('number', issue)
  if (has(value, 'parentBeaconBlockRoot')) {
    count++
    if ((issue = Hash(value['parentBeaconBlockRoot']))) return below('parentBeaconBlockRoot', issue)
  }
  if (!has(value, 'parentHash')) return lacks('parentHash')
  if ((issue = Hash(value['parentHash']))) return below('parentHash', issue)
  if (!has(value, 'receiptsRoot')) return lacks('receiptsRoot')
  if ((issue = Hash(value['receiptsRoot']))) return below('receiptsRoot', issue)
  if (has(value, 'requestsHash')) {
    count++
    if ((issue = Hash(value['requestsHash']))) return below('requestsHash', issue)
  }
  if (!has(value, 'sha3Uncles')) return lacks('sha3Uncles')
  if ((issue = Hash(value['sha3Uncles']))) return below('sha3Uncles', issue)
  if (!has(value, 'size')) return lacks('size')
  if ((issue = Quantity(value['size']))) return below('size', issue)
  if (has(value, 'slotNumber')) {
    count++
    if ((issue = Quantity(value['slotNumber']))) return below('slotNumber', issue)
  }
  if (!has(value, 'stateRoot')) return lacks('stateRoot')
  if ((issue = Hash(value['stateRoot']))) return below('stateRoot', issue)
  if (!has(value, 'timestamp')) return lacks('timestamp')
  if ((issue = Quantity(value['timestamp']))) return below('timestamp', issue)
  if (!has(value, 'transactions')) return lacks('transactions')
  if ((issue = BlockTransactions(value['transactions'], mode))) return below('transactions', issue)
  if (!has(value, 'transactionsRoot')) return lacks('transactionsRoot')
  if ((issue = Hash(value['transactionsRoot']))) return below('transactionsRoot', issue)
  if (!has(value, 'uncles')) return lacks('uncles')
  if ((issue = each(value['uncles'], Hash, mode))) return below('uncles', issue)
  if (has(value, 'withdrawals')) {
    count++
    if ((issue = each(value['withdrawals'], Withdrawal, mode))) return below('withdrawals', issue)
  }
  if (has(value, 'withdrawalsRoot')) {
    count++
    if ((issue = Hash(value['withdrawalsRoot']))) return below('withdrawalsRoot', issue)
  }
  if (has(value, 'milliTimestamp')) {
    count++
    if ((issue = Quantity(value['milliTimestamp']))) return below('milliTimestamp', issue)
  }
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'baseFeePerGas blobGasUsed blockAccessListHash difficulty excessBlobGas extraData gasLimit gasUsed hash logsBloom miner mixHash nonce number parentBeaconBlockRoot parentHash receiptsRoot requestsHash sha3Uncles size slotNumber stateRoot timestamp transactions transactionsRoot uncles withdrawals withdrawalsRoot milliTimestamp',
      )
}

function BscBlockWithHashes(value: unknown, mode?: Mode): Issue | undefined {
  let issue = BscBlock(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], Hash, mode)))
    return below('transactions', issue)
  return undefined
}

function BscBlockWithTransactions(value: unknown, mode?: Mode): Issue | undefined {
  let issue = BscBlock(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], Transaction, mode)))
    return below('transactions', issue)
  return undefined
}

function GnosisBlock(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 17
  if (has(value, 'baseFeePerGas')) {
    count++
    if ((issue = Quantity(value['baseFeePerGas']))) return below('baseFeePerGas', issue)
  }
  if (has(value, 'blobGasUsed')) {
    count++
    if ((issue = Quantity(value['blobGasUsed']))) return below('blobGasUsed', issue)
  }
  if (has(value, 'blockAccessListHash')) {
    count++
    if ((issue = Hash(value['blockAccessListHash']))) return below('blockAccessListHash', issue)
  }
  if (has(value, 'difficulty')) {
    if ((issue = Quantity(value['difficulty']))) return below('difficulty', issue)
  } else if (mode !== 'tolerant') return lacks('difficulty')
  if (has(value, 'excessBlobGas')) {
    count++
    if ((issue = Quantity(value['excessBlobGas']))) return below('excessBlobGas', issue)
  }
  if (!has(value, 'extraData')) return lacks('extraData')
  if ((issue = Bytes(value['extraData']))) return below('extraData', issue)
  if (!has(value, 'gasLimit')) return lacks('gasLimit')
  if ((issue = Quantity(value['gasLimit']))) return below('gasLimit', issue)
  if (!has(value, 'gasUsed')) return lacks('gasUsed')
  if ((issue = Quantity(value['gasUsed']))) return below('gasUsed', issue)
  if (!has(value, 'hash')) return lacks('hash')
  if (!(mode === 'tolerant' && value['hash'] === null) && (issue = Hash(value['hash'])))
    return below('hash', issue)
  if (!has(value, 'logsBloom')) return lacks('logsBloom')
  if (!(mode === 'tolerant' && value['logsBloom'] === null) && (issue = Bloom(value['logsBloom'])))
    return below('logsBloom', issue)
  if (!has(value, 'miner')) return lacks('miner')
  if (!(mode === 'tolerant' && value['miner'] === null) && (issue = Address(value['miner'])))
    return below('miner', issue)
  if (has(value, 'mixHash')) {
    count++
    if ((issue = Hash(value['mixHash']))) return below('mixHash', issue)
  }
  if (has(value, 'nonce')) {
    count++
    if (!(mode === 'tolerant' && value['nonce'] === null) && (issue = BlockNonce(value['nonce'])))
      return below('nonce', issue)
  }
  if (!has(value, 'number')) return lacks('number')
  if (!(mode === 'tolerant' && value['number'] === null) && (issue = Quantity(value['number'])))
    return below('number', issue)
  if (has(value, 'parentBeaconBlockRoot')) {
    count++
    if ((issue = Hash(value['parentBeaconBlockRoot']))) return below('parentBeaconBlockRoot', issue)
  }
  if (!has(value, 'parentHash')) return lacks('parentHash')
  if ((issue = Hash(value['parentHash']))) return below('parentHash', issue)
  if (!has(value, 'receiptsRoot')) return lacks('receiptsRoot')
  if ((issue = Hash(value['receiptsRoot']))) return below('receiptsRoot', issue)
  if (has(value, 'requestsHash')) {
    count++
    if ((issue = Hash(value['requestsHash']))) return below('requestsHash', issue)
  }
  if (!has(value, 'sha3Uncles')) return lacks('sha3Uncles')
  if ((issue = Hash(value['sha3Uncles']))) return below('sha3Uncles', issue)
  if (!has(value, 'size')) return lacks('size')
  if ((issue = Quantity(value['size']))) return below('size', issue)
  if (has(value, 'slotNumber')) {
    count++
    if ((issue = Quantity(value['slotNumber']))) return below('slotNumber', issue)
  }
  if (!has(value, 'stateRoot')) return lacks('stateRoot')
  if ((issue = Hash(value['stateRoot']))) return below('stateRoot', issue)
  if (!has(value, 'timestamp')) return lacks('timestamp')
  if ((issue = Quantity(value['timestamp']))) return below('timestamp', issue)
  if (!has(value, 'transactions')) return lacks('transactions')
  if ((issue = BlockTransactions(value['transactions'], mode))) return below('transactions', issue)
  if (!has(value, 'transactionsRoot')) return lacks('transactionsRoot')
  if ((issue = Hash(value['transactionsRoot']))) return below('transactionsRoot', issue)
  if (!has(value, 'uncles')) return lacks('uncles')
  if ((issue = each(value['uncles'], Hash, mode))) return below('uncles', issue)
  if (has(value, 'withdrawals')) {
    count++
    if ((issue = each(value['withdrawals'], Withdrawal, mode))) return below('withdrawals', issue)
  }
  if (has(value, 'withdrawalsRoot')) {
    count++
    if ((issue = Hash(value['withdrawalsRoot']))) return below('withdrawalsRoot', issue)
  }
  if (has(value, 'auraStep')) {
    count++
    if ((issue = Quantity(value['auraStep']))) return below('auraStep', issue)
  }
  if (has(value, 'auraSeal')) {
    count++
    if ((issue = Bytes(value['auraSeal']))) return below('auraSeal', issue)
  }
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'baseFeePerGas blobGasUsed blockAccessListHash difficulty excessBlobGas extraData gasLimit gasUsed hash logsBloom miner mixHash nonce number parentBeaconBlockRoot parentHash receiptsRoot requestsHash sha3Uncles size slotNumber stateRoot timestamp transactions transactionsRoot uncles withdrawals withdrawalsRoot auraStep auraSeal',
      )
}

function GnosisBlockWithHashes(value: unknown, mode?: Mode): Issue | undefined {
  let issue = GnosisBlock(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], Hash, mode)))
    return below('transactions', issue)
  return undefined
}

function GnosisBlockWithTransactions(value: unknown, mode?: Mode): Issue | undefined {
  let issue = GnosisBlock(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], Transaction, mode)))
    return below('transactions', issue)
  return undefined
}

function OpTransactionType(value: unknown): Issue | undefined {
  return value === '0x0' ||
    value === '0x1' ||
    value === '0x2' ||
    value === '0x3' ||
    value === '0x4' ||
    value === '0x7e'
    ? undefined
    : must('be 0x0, 0x1, 0x2, 0x3, 0x4 or 0x7e')
}

function OpLegacyTransaction(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 16
  if (!has(value, 'blockHash')) return lacks('blockHash')
  if (!(mode === 'tolerant' && value['blockHash'] === null) && (issue = Hash(value['blockHash'])))
    return below('blockHash', issue)
  if (!has(value, 'blockNumber')) return lacks('blockNumber')
  if (!(mode === 'tolerant' && value['blockNumber'] === null) && (issue = Quantity(value['blockNumber'])))
    return below('blockNumber', issue)
  if (has(value, 'blockTimestamp')) {
    if (
      !(mode === 'tolerant' && value['blockTimestamp'] === null) &&
      (issue = Quantity(value['blockTimestamp']))
    )
      return below('blockTimestamp', issue)
  } else if (mode !== 'tolerant') return lacks('blockTimestamp')
  if (!has(value, 'from')) return lacks('from')
  if ((issue = Address(value['from']))) return below('from', issue)
  if (!has(value, 'gas')) return lacks('gas')
  if ((issue = Quantity(value['gas']))) return below('gas', issue)
  if (!has(value, 'gasPrice')) return lacks('gasPrice')
  if ((issue = Quantity(value['gasPrice']))) return below('gasPrice', issue)
  if (!has(value, 'hash')) return lacks('hash')
  if ((issue = Hash(value['hash']))) return below('hash', issue)
  if (!has(value, 'input')) return lacks('input')
  if ((issue = Bytes(value['input']))) return below('input', issue)
  if (!has(value, 'nonce')) return lacks('nonce')
  if ((issue = Quantity(value['nonce']))) return below('nonce', issue)
  if (!has(value, 'to')) return lacks('to')
  if ((issue = value['to'] === null ? undefined : Address(value['to']))) return below('to', issue)
  if (!has(value, 'transactionIndex')) return lacks('transactionIndex')
  if (
    !(mode === 'tolerant' && value['transactionIndex'] === null) &&
    (issue = Quantity(value['transactionIndex']))
  )
    return below('transactionIndex', issue)
  if (!has(value, 'value')) return lacks('value')
  if ((issue = Quantity(value['value']))) return below('value', issue)
  if (!has(value, 'type')) return lacks('type')
  if ((issue = value['type'] === '0x0' ? undefined : must('be 0x0'))) return below('type', issue)
  if (has(value, 'chainId')) {
    count++
    if (!(mode === 'tolerant' && value['chainId'] === null) && (issue = Quantity(value['chainId'])))
      return below('chainId', issue)
  }
  if (!has(value, 'v')) return lacks('v')
  if ((issue = Quantity(value['v']))) return below('v', issue)
  if (!has(value, 'r')) return lacks('r')
  if ((issue = Quantity(value['r']))) return below('r', issue)
  if (!has(value, 's')) return lacks('s')
  if ((issue = Quantity(value['s']))) return below('s', issue)
  if (has(value, 'queueOrigin')) {
    count++
    if (
      (issue =
        value['queueOrigin'] === 'sequencer' || value['queueOrigin'] === 'l1'
          ? undefined
          : must('be sequencer or l1'))
    )
      return below('queueOrigin', issue)
  }
  if (has(value, 'l1TxOrigin')) {
    count++
    if ((issue = value['l1TxOrigin'] === null ? undefined : Address(value['l1TxOrigin'])))
      return below('l1TxOrigin', issue)
  }
  if (has(value, 'l1BlockNumber')) {
    count++
    if ((issue = Quantity(value['l1BlockNumber']))) return below('l1BlockNumber', issue)
  }
  if (has(value, 'l1Timestamp')) {
    count++
    if ((issue = Quantity(value['l1Timestamp']))) return below('l1Timestamp', issue)
  }
  if (has(value, 'index')) {
    count++
    if ((issue = Quantity(value['index']))) return below('index', issue)
  }
  if (has(value, 'queueIndex')) {
    count++
    if ((issue = value['queueIndex'] === null ? undefined : Quantity(value['queueIndex'])))
      return below('queueIndex', issue)
  }
  if (has(value, 'rawTransaction')) {
    count++
    if ((issue = Bytes(value['rawTransaction']))) return below('rawTransaction', issue)
  }
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'blockHash blockNumber blockTimestamp from gas gasPrice hash input nonce to transactionIndex value type chainId v r s queueOrigin l1TxOrigin l1BlockNumber l1Timestamp index queueIndex rawTransaction',
      )
}

function OpDepositTransaction(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 16
  if (!has(value, 'blockHash')) return lacks('blockHash')
  if (!(mode === 'tolerant' && value['blockHash'] === null) && (issue = Hash(value['blockHash'])))
    return below('blockHash', issue)
  if (!has(value, 'blockNumber')) return lacks('blockNumber')
  if (!(mode === 'tolerant' && value['blockNumber'] === null) && (issue = Quantity(value['blockNumber'])))
    return below('blockNumber', issue)
  if (has(value, 'blockTimestamp')) {
    if (
      !(mode === 'tolerant' && value['blockTimestamp'] === null) &&
      (issue = Quantity(value['blockTimestamp']))
    )
      return below('blockTimestamp', issue)
  } else if (mode !== 'tolerant') return lacks('blockTimestamp')
  if (!has(value, 'from')) return lacks('from')
  if ((issue = Address(value['from']))) return below('from', issue)
  if (!has(value, 'gas')) return lacks('gas')
  if ((issue = Quantity(value['gas']))) return below('gas', issue)
  if (!has(value, 'gasPrice')) return lacks('gasPrice')
  if ((issue = Quantity(value['gasPrice']))) return below('gasPrice', issue)
  if (!has(value, 'hash')) return lacks('hash')
  if ((issue = Hash(value['hash']))) return below('hash', issue)
  if (!has(value, 'input')) return lacks('input')
  if ((issue = Bytes(value['input']))) return below('input', issue)
  if (has(value, 'nonce')) {
    count++
    if ((issue = Quantity(value['nonce']))) return below('nonce', issue)
  }
  if (!has(value, 'to')) return lacks('to')
  if ((issue = value['to'] === null ? undefined : Address(value['to']))) return below('to', issue)
  if (!has(value, 'transactionIndex')) return lacks('transactionIndex')
  if (
    !(mode === 'tolerant' && value['transactionIndex'] === null) &&
    (issue = Quantity(value['transactionIndex']))
  )
    return below('transactionIndex', issue)
  if (!has(value, 'value')) return lacks('value')
  if ((issue = Quantity(value['value']))) return below('value', issue)
  if (!has(value, 'type')) return lacks('type')
  if ((issue = value['type'] === '0x7e' ? undefined : must('be 0x7e'))) return below('type', issue)
  if (!has(value, 'v')) return lacks('v')
  if ((issue = Quantity(value['v']))) return below('v', issue)
  if (!has(value, 'r')) return lacks('r')
  if ((issue = Quantity(value['r']))) return below('r', issue)
  if (!has(value, 's')) return lacks('s')
  if ((issue = Quantity(value['s']))) return below('s', issue)
  if (has(value, 'yParity')) {
    count++
    if ((issue = Parity(value['yParity']))) return below('yParity', issue)
  }
  if (!has(value, 'sourceHash')) return lacks('sourceHash')
  if ((issue = Hash(value['sourceHash']))) return below('sourceHash', issue)
  if (has(value, 'mint')) {
    count++
    if (!(mode === 'tolerant' && value['mint'] === null) && (issue = Quantity(value['mint'])))
      return below('mint', issue)
  }
  if (has(value, 'isSystemTx')) {
    count++
    if ((issue = typeof value['isSystemTx'] === 'boolean' ? undefined : must('be true or false')))
      return below('isSystemTx', issue)
  }
  if (has(value, 'depositReceiptVersion')) {
    count++
    if ((issue = Quantity(value['depositReceiptVersion']))) return below('depositReceiptVersion', issue)
  }
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'blockHash blockNumber blockTimestamp from gas gasPrice hash input nonce to transactionIndex value type v r s yParity sourceHash mint isSystemTx depositReceiptVersion',
      )
}

function OpTransaction(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  switch (value['type']) {
    case '0x0':
      return OpLegacyTransaction(value, mode)
    case '0x1':
      return AccessListTransaction(value, mode)
    case '0x2':
      return DynamicFeeTransaction(value, mode)
    case '0x3':
      return BlobTransaction(value, mode)
    case '0x4':
      return SetCodeTransaction(value, mode)
    case '0x7e':
      return OpDepositTransaction(value, mode)
  }
  return has(value, 'type') ? below('type', must('be 0x0, 0x1, 0x2, 0x3, 0x4 or 0x7e')) : lacks('type')
}

function OpReceipt(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 13
  if (has(value, 'blobGasPrice')) {
    count++
    if ((issue = Quantity(value['blobGasPrice']))) return below('blobGasPrice', issue)
  }
  if (has(value, 'blobGasUsed')) {
    count++
    if ((issue = Quantity(value['blobGasUsed']))) return below('blobGasUsed', issue)
  }
  if (!has(value, 'blockHash')) return lacks('blockHash')
  if ((issue = Hash(value['blockHash']))) return below('blockHash', issue)
  if (!has(value, 'blockNumber')) return lacks('blockNumber')
  if ((issue = Quantity(value['blockNumber']))) return below('blockNumber', issue)
  if (has(value, 'contractAddress')) {
    if ((issue = value['contractAddress'] === null ? undefined : Address(value['contractAddress'])))
      return below('contractAddress', issue)
  } else if (mode !== 'tolerant') return lacks('contractAddress')
  if (!has(value, 'cumulativeGasUsed')) return lacks('cumulativeGasUsed')
  if ((issue = Quantity(value['cumulativeGasUsed']))) return below('cumulativeGasUsed', issue)
  if (has(value, 'effectiveGasPrice')) {
    if ((issue = Quantity(value['effectiveGasPrice']))) return below('effectiveGasPrice', issue)
  } else if (mode !== 'tolerant') return lacks('effectiveGasPrice')
  if (!has(value, 'from')) return lacks('from')
  if ((issue = Address(value['from']))) return below('from', issue)
  if (!has(value, 'gasUsed')) return lacks('gasUsed')
  if ((issue = Quantity(value['gasUsed']))) return below('gasUsed', issue)
  if (!has(value, 'logs')) return lacks('logs')
  if ((issue = each(value['logs'], Log, mode))) return below('logs', issue)
  if (!has(value, 'logsBloom')) return lacks('logsBloom')
  if ((issue = Bloom(value['logsBloom']))) return below('logsBloom', issue)
  if (has(value, 'root')) {
    count++
    if ((issue = Hash(value['root']))) return below('root', issue)
  }
  if (has(value, 'status')) {
    count++
    if ((issue = Status(value['status']))) return below('status', issue)
  }
  if (has(value, 'to')) {
    if ((issue = value['to'] === null ? undefined : Address(value['to']))) return below('to', issue)
  } else if (mode !== 'tolerant') return lacks('to')
  if (!has(value, 'transactionHash')) return lacks('transactionHash')
  if ((issue = Hash(value['transactionHash']))) return below('transactionHash', issue)
  if (!has(value, 'transactionIndex')) return lacks('transactionIndex')
  if ((issue = Quantity(value['transactionIndex']))) return below('transactionIndex', issue)
  if (has(value, 'type')) {
    if ((issue = OpTransactionType(value['type']))) return below('type', issue)
  } else if (mode !== 'tolerant') return lacks('type')
  if (has(value, 'depositNonce')) {
    count++
    if ((issue = Quantity(value['depositNonce']))) return below('depositNonce', issue)
  }
  if (has(value, 'depositReceiptVersion')) {
    count++
    if ((issue = Quantity(value['depositReceiptVersion']))) return below('depositReceiptVersion', issue)
  }
  if (has(value, 'l1Fee')) {
    count++
    if ((issue = Quantity(value['l1Fee']))) return below('l1Fee', issue)
  }
  if (has(value, 'l1GasPrice')) {
    count++
    if ((issue = Quantity(value['l1GasPrice']))) return below('l1GasPrice', issue)
  }
  if (has(value, 'l1GasUsed')) {
    count++
    if ((issue = Quantity(value['l1GasUsed']))) return below('l1GasUsed', issue)
  }
  if (has(value, 'l1FeeScalar')) {
    count++
    if (
      (issue =
        typeof value['l1FeeScalar'] === 'string' && /^[0-9]+(\.[0-9]+)?$/.test(value['l1FeeScalar'])
          ? undefined
          : must('be a decimal number'))
    )
      return below('l1FeeScalar', issue)
  }
  if (has(value, 'l1BaseFeeScalar')) {
    count++
    if ((issue = Quantity(value['l1BaseFeeScalar']))) return below('l1BaseFeeScalar', issue)
  }
  if (has(value, 'l1BlobBaseFee')) {
    count++
    if ((issue = Quantity(value['l1BlobBaseFee']))) return below('l1BlobBaseFee', issue)
  }
  if (has(value, 'l1BlobBaseFeeScalar')) {
    count++
    if ((issue = Quantity(value['l1BlobBaseFeeScalar']))) return below('l1BlobBaseFeeScalar', issue)
  }
  if (has(value, 'operatorFeeScalar')) {
    count++
    if ((issue = Quantity(value['operatorFeeScalar']))) return below('operatorFeeScalar', issue)
  }
  if (has(value, 'operatorFeeConstant')) {
    count++
    if ((issue = Quantity(value['operatorFeeConstant']))) return below('operatorFeeConstant', issue)
  }
  if (has(value, 'daFootprintGasScalar')) {
    count++
    if ((issue = Quantity(value['daFootprintGasScalar']))) return below('daFootprintGasScalar', issue)
  }
  if (Number(has(value, 'status')) + Number(has(value, 'root')) !== 1)
    return must('have exactly one of "status", "root"')
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'blobGasPrice blobGasUsed blockHash blockNumber contractAddress cumulativeGasUsed effectiveGasPrice from gasUsed logs logsBloom root status to transactionHash transactionIndex type depositNonce depositReceiptVersion l1Fee l1GasPrice l1GasUsed l1FeeScalar l1BaseFeeScalar l1BlobBaseFee l1BlobBaseFeeScalar operatorFeeScalar operatorFeeConstant daFootprintGasScalar',
      )
}

function OpBlockTransactions(value: unknown, mode?: Mode): Issue | undefined {
  if (!Array.isArray(value)) return must('be an array')
  if (value.length === 0) return undefined
  if (typeof value[0] === 'string') return each(value, Hash, mode, Infinity, 1)
  return each(value, OpTransaction, mode, Infinity, 1)
}

function OpBlock(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 19
  if (has(value, 'baseFeePerGas')) {
    count++
    if ((issue = Quantity(value['baseFeePerGas']))) return below('baseFeePerGas', issue)
  }
  if (has(value, 'blobGasUsed')) {
    count++
    if ((issue = Quantity(value['blobGasUsed']))) return below('blobGasUsed', issue)
  }
  if (has(value, 'blockAccessListHash')) {
    count++
    if ((issue = Hash(value['blockAccessListHash']))) return below('blockAccessListHash', issue)
  }
  if (has(value, 'difficulty')) {
    if ((issue = Quantity(value['difficulty']))) return below('difficulty', issue)
  } else if (mode !== 'tolerant') return lacks('difficulty')
  if (has(value, 'excessBlobGas')) {
    count++
    if ((issue = Quantity(value['excessBlobGas']))) return below('excessBlobGas', issue)
  }
  if (!has(value, 'extraData')) return lacks('extraData')
  if ((issue = Bytes(value['extraData']))) return below('extraData', issue)
  if (!has(value, 'gasLimit')) return lacks('gasLimit')
  if ((issue = Quantity(value['gasLimit']))) return below('gasLimit', issue)
  if (!has(value, 'gasUsed')) return lacks('gasUsed')
  if ((issue = Quantity(value['gasUsed']))) return below('gasUsed', issue)
  if (!has(value, 'hash')) return lacks('hash')
  if (!(mode === 'tolerant' && value['hash'] === null) && (issue = Hash(value['hash'])))
    return below('hash', issue)
  if (!has(value, 'logsBloom')) return lacks('logsBloom')
  if (!(mode === 'tolerant' && value['logsBloom'] === null) && (issue = Bloom(value['logsBloom'])))
    return below('logsBloom', issue)
  if (!has(value, 'miner')) return lacks('miner')
  if (!(mode === 'tolerant' && value['miner'] === null) && (issue = Address(value['miner'])))
    return below('miner', issue)
  if (!has(value, 'mixHash')) return lacks('mixHash')
  if ((issue = Hash(value['mixHash']))) return below('mixHash', issue)
  if (!has(value, 'nonce')) return lacks('nonce')
  if (!(mode === 'tolerant' && value['nonce'] === null) && (issue = BlockNonce(value['nonce'])))
    return below('nonce', issue)
  if (!has(value, 'number')) return lacks('number')
  if (!(mode === 'tolerant' && value['number'] === null) && (issue = Quantity(value['number'])))
    return below('number', issue)
  if (has(value, 'parentBeaconBlockRoot')) {
    count++
    if ((issue = Hash(value['parentBeaconBlockRoot']))) return below('parentBeaconBlockRoot', issue)
  }
  if (!has(value, 'parentHash')) return lacks('parentHash')
  if ((issue = Hash(value['parentHash']))) return below('parentHash', issue)
  if (!has(value, 'receiptsRoot')) return lacks('receiptsRoot')
  if ((issue = Hash(value['receiptsRoot']))) return below('receiptsRoot', issue)
  if (has(value, 'requestsHash')) {
    count++
    if ((issue = Hash(value['requestsHash']))) return below('requestsHash', issue)
  }
  if (!has(value, 'sha3Uncles')) return lacks('sha3Uncles')
  if ((issue = Hash(value['sha3Uncles']))) return below('sha3Uncles', issue)
  if (!has(value, 'size')) return lacks('size')
  if ((issue = Quantity(value['size']))) return below('size', issue)
  if (has(value, 'slotNumber')) {
    count++
    if ((issue = Quantity(value['slotNumber']))) return below('slotNumber', issue)
  }
  if (!has(value, 'stateRoot')) return lacks('stateRoot')
  if ((issue = Hash(value['stateRoot']))) return below('stateRoot', issue)
  if (!has(value, 'timestamp')) return lacks('timestamp')
  if ((issue = Quantity(value['timestamp']))) return below('timestamp', issue)
  if (!has(value, 'transactions')) return lacks('transactions')
  if ((issue = OpBlockTransactions(value['transactions'], mode))) return below('transactions', issue)
  if (!has(value, 'transactionsRoot')) return lacks('transactionsRoot')
  if ((issue = Hash(value['transactionsRoot']))) return below('transactionsRoot', issue)
  if (!has(value, 'uncles')) return lacks('uncles')
  if ((issue = each(value['uncles'], Hash, mode))) return below('uncles', issue)
  if (has(value, 'withdrawals')) {
    count++
    if ((issue = each(value['withdrawals'], Withdrawal, mode))) return below('withdrawals', issue)
  }
  if (has(value, 'withdrawalsRoot')) {
    count++
    if ((issue = Hash(value['withdrawalsRoot']))) return below('withdrawalsRoot', issue)
  }
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'baseFeePerGas blobGasUsed blockAccessListHash difficulty excessBlobGas extraData gasLimit gasUsed hash logsBloom miner mixHash nonce number parentBeaconBlockRoot parentHash receiptsRoot requestsHash sha3Uncles size slotNumber stateRoot timestamp transactions transactionsRoot uncles withdrawals withdrawalsRoot',
      )
}

function OpBlockWithHashes(value: unknown, mode?: Mode): Issue | undefined {
  let issue = OpBlock(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], Hash, mode)))
    return below('transactions', issue)
  return undefined
}

function OpBlockWithTransactions(value: unknown, mode?: Mode): Issue | undefined {
  let issue = OpBlock(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], OpTransaction, mode)))
    return below('transactions', issue)
  return undefined
}

function PolygonReceipt(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 13
  if (has(value, 'blobGasPrice')) {
    count++
    if ((issue = Quantity(value['blobGasPrice']))) return below('blobGasPrice', issue)
  }
  if (has(value, 'blobGasUsed')) {
    count++
    if ((issue = Quantity(value['blobGasUsed']))) return below('blobGasUsed', issue)
  }
  if (!has(value, 'blockHash')) return lacks('blockHash')
  if ((issue = Hash(value['blockHash']))) return below('blockHash', issue)
  if (!has(value, 'blockNumber')) return lacks('blockNumber')
  if ((issue = Quantity(value['blockNumber']))) return below('blockNumber', issue)
  if (has(value, 'contractAddress')) {
    if ((issue = value['contractAddress'] === null ? undefined : Address(value['contractAddress'])))
      return below('contractAddress', issue)
  } else if (mode !== 'tolerant') return lacks('contractAddress')
  if (!has(value, 'cumulativeGasUsed')) return lacks('cumulativeGasUsed')
  if ((issue = Quantity(value['cumulativeGasUsed']))) return below('cumulativeGasUsed', issue)
  if (has(value, 'effectiveGasPrice')) {
    if ((issue = Quantity(value['effectiveGasPrice']))) return below('effectiveGasPrice', issue)
  } else if (mode !== 'tolerant') return lacks('effectiveGasPrice')
  if (!has(value, 'from')) return lacks('from')
  if ((issue = Address(value['from']))) return below('from', issue)
  if (!has(value, 'gasUsed')) return lacks('gasUsed')
  if ((issue = Quantity(value['gasUsed']))) return below('gasUsed', issue)
  if (!has(value, 'logs')) return lacks('logs')
  if ((issue = each(value['logs'], Log, mode))) return below('logs', issue)
  if (!has(value, 'logsBloom')) return lacks('logsBloom')
  if ((issue = Bloom(value['logsBloom']))) return below('logsBloom', issue)
  if (has(value, 'root')) {
    count++
    if ((issue = Hash(value['root']))) return below('root', issue)
  }
  if (has(value, 'status')) {
    count++
    if ((issue = Status(value['status']))) return below('status', issue)
  }
  if (has(value, 'to')) {
    if ((issue = value['to'] === null ? undefined : Address(value['to']))) return below('to', issue)
  } else if (mode !== 'tolerant') return lacks('to')
  if (!has(value, 'transactionHash')) return lacks('transactionHash')
  if ((issue = Hash(value['transactionHash']))) return below('transactionHash', issue)
  if (!has(value, 'transactionIndex')) return lacks('transactionIndex')
  if ((issue = Quantity(value['transactionIndex']))) return below('transactionIndex', issue)
  if (has(value, 'type')) {
    if ((issue = TransactionType(value['type']))) return below('type', issue)
  } else if (mode !== 'tolerant') return lacks('type')
  if (Number(has(value, 'status')) + Number(has(value, 'root')) !== 1)
    return must('have exactly one of "status", "root"')
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'blobGasPrice blobGasUsed blockHash blockNumber contractAddress cumulativeGasUsed effectiveGasPrice from gasUsed logs logsBloom root status to transactionHash transactionIndex type',
      )
}

/** The check of each component that a family has, or has otherwise than openrpc.json, by its name in the family's document. */
export const familySchemas: {
  readonly arbitrum: {
    readonly [
      Name in
        | 'TransactionType'
        | 'DepositTransaction'
        | 'UnsignedTransaction'
        | 'ContractTransaction'
        | 'RetryTransaction'
        | 'SubmitRetryableTransaction'
        | 'InternalTransaction'
        | 'Transaction'
        | 'Receipt'
        | 'BlockTransactions'
        | 'Block'
        | 'BlockWithHashes'
        | 'BlockWithTransactions'
    ]: Check
  }
  readonly bsc: { readonly [Name in 'Block' | 'BlockWithHashes' | 'BlockWithTransactions']: Check }
  readonly gnosis: { readonly [Name in 'Block' | 'BlockWithHashes' | 'BlockWithTransactions']: Check }
  readonly op: {
    readonly [
      Name in
        | 'TransactionType'
        | 'LegacyTransaction'
        | 'DepositTransaction'
        | 'Transaction'
        | 'Receipt'
        | 'BlockTransactions'
        | 'Block'
        | 'BlockWithHashes'
        | 'BlockWithTransactions'
    ]: Check
  }
  readonly polygon: { readonly [Name in 'Receipt']: Check }
} = {
  arbitrum: {
    TransactionType: ArbitrumTransactionType,
    DepositTransaction: ArbitrumDepositTransaction,
    UnsignedTransaction: ArbitrumUnsignedTransaction,
    ContractTransaction: ArbitrumContractTransaction,
    RetryTransaction: ArbitrumRetryTransaction,
    SubmitRetryableTransaction: ArbitrumSubmitRetryableTransaction,
    InternalTransaction: ArbitrumInternalTransaction,
    Transaction: ArbitrumTransaction,
    Receipt: ArbitrumReceipt,
    BlockTransactions: ArbitrumBlockTransactions,
    Block: ArbitrumBlock,
    BlockWithHashes: ArbitrumBlockWithHashes,
    BlockWithTransactions: ArbitrumBlockWithTransactions,
  },
  bsc: {
    Block: BscBlock,
    BlockWithHashes: BscBlockWithHashes,
    BlockWithTransactions: BscBlockWithTransactions,
  },
  gnosis: {
    Block: GnosisBlock,
    BlockWithHashes: GnosisBlockWithHashes,
    BlockWithTransactions: GnosisBlockWithTransactions,
  },
  op: {
    TransactionType: OpTransactionType,
    LegacyTransaction: OpLegacyTransaction,
    DepositTransaction: OpDepositTransaction,
    Transaction: OpTransaction,
    Receipt: OpReceipt,
    BlockTransactions: OpBlockTransactions,
    Block: OpBlock,
    BlockWithHashes: OpBlockWithHashes,
    BlockWithTransactions: OpBlockWithTransactions,
  },
  polygon: { Receipt: PolygonReceipt },
}

/**
 * The check of each method's result by a family's document.
 *
 * @example familyResults.op.eth_getTransactionReceipt(result, 'tolerant') // undefined if a node's result is valid
 */
export const familyResults: {
  readonly [F in FamilyName]: {
    readonly [
      Name in 'eth_getTransactionByHash' | 'eth_getTransactionReceipt' | 'eth_getBlockByNumber'
    ]: Check
  }
} = {
  arbitrum: {
    eth_getTransactionByHash: (value, mode) =>
      value === null ? undefined : ArbitrumTransaction(value, mode),
    eth_getTransactionReceipt: (value, mode) => (value === null ? undefined : ArbitrumReceipt(value, mode)),
    eth_getBlockByNumber: (value, mode) => (value === null ? undefined : ArbitrumBlock(value, mode)),
  },
  bsc: {
    eth_getTransactionByHash: (value, mode) => (value === null ? undefined : Transaction(value, mode)),
    eth_getTransactionReceipt: (value, mode) => (value === null ? undefined : Receipt(value, mode)),
    eth_getBlockByNumber: (value, mode) => (value === null ? undefined : BscBlock(value, mode)),
  },
  gnosis: {
    eth_getTransactionByHash: (value, mode) => (value === null ? undefined : Transaction(value, mode)),
    eth_getTransactionReceipt: (value, mode) => (value === null ? undefined : Receipt(value, mode)),
    eth_getBlockByNumber: (value, mode) => (value === null ? undefined : GnosisBlock(value, mode)),
  },
  op: {
    eth_getTransactionByHash: (value, mode) => (value === null ? undefined : OpTransaction(value, mode)),
    eth_getTransactionReceipt: (value, mode) => (value === null ? undefined : OpReceipt(value, mode)),
    eth_getBlockByNumber: (value, mode) => (value === null ? undefined : OpBlock(value, mode)),
  },
  polygon: {
    eth_getTransactionByHash: (value, mode) => (value === null ? undefined : Transaction(value, mode)),
    eth_getTransactionReceipt: (value, mode) => (value === null ? undefined : PolygonReceipt(value, mode)),
    eth_getBlockByNumber: (value, mode) => (value === null ? undefined : Block(value, mode)),
  },
}
