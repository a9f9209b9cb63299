// Generated from openrpc.json (sha256 322fad9ee0d978494918c527a7006ca83b4b5c69e98680e4bffcbc00325579e5) by packages/spec/generate. Run `npm run generate` instead of editing.
/** Where a value breaks its schema: a JSON pointer from the value checked, such as /logs/0/data, and what must hold there. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** `strict` accepts exactly what the document says; `tolerant` also accepts unknown members, and what x-elsewhere names. */
export type Mode = 'strict' | 'tolerant'

/** A schema as a function: it returns the first issue of a value, undefined if it is valid. The mode is `strict` by default. */
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

/** Checks parameters; the message of an issue is a sentence without its period. */
function tuple(
  names: readonly string[],
  checks: readonly Check[],
  required: number,
): (value: unknown) => Issue | undefined {
  return (value) => {
    if (!Array.isArray(value)) return { path: '', message: `params must be an array, not ${show(value)}` }
    for (let index = 0; index < checks.length; index++) {
      if (index >= value.length && index >= required) return undefined
      const issue = checks[index]!(value[index])
      if (issue) return nameIssue(names[index]!, index, issue, value)
    }
    if (value.length <= checks.length) return undefined
    return { path: '', message: `params must be an array of at most ${checks.length}, not ${value.length}` }
  }
}

function nameIssue(name: string, index: number, issue: Issue, params: readonly unknown[]): Issue {
  const { path, message } = below(index, issue)
  const end = issue.path === '' ? insteadOf(params[index]) : ''
  return { path, message: `${name}${issue.path} ${message}${end}` }
}

/** Returns the end of a sentence that says what a parameter must be: the value in its place. */
const insteadOf = (value: unknown): string =>
  value === undefined ? ', and is missing' : `, not ${show(value)}`

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

function Quantity(value: unknown): Issue | undefined {
  return typeof value === 'string' && /^0x(0|[1-9a-f][0-9a-f]{0,63})$/.test(value)
    ? undefined
    : must('be a hex quantity')
}

function Bytes(value: unknown): Issue | undefined {
  return typeof value === 'string' && value.length % 2 === 0 && lower.test(value)
    ? undefined
    : must('be 0x and an even number of lower-case hex digits')
}

function Hash(value: unknown): Issue | undefined {
  return typeof value === 'string' && value.length === 66 && lower.test(value)
    ? undefined
    : must('be 0x and 64 lower-case hex digits')
}

function Address(value: unknown): Issue | undefined {
  return typeof value === 'string' && value.length === 42 && lower.test(value)
    ? undefined
    : must('be 0x and 40 lower-case hex digits')
}

function Bloom(value: unknown): Issue | undefined {
  return typeof value === 'string' && value.length === 514 && lower.test(value)
    ? undefined
    : must('be 0x and 512 lower-case hex digits')
}

function BlockNonce(value: unknown): Issue | undefined {
  return typeof value === 'string' && value.length === 18 && lower.test(value)
    ? undefined
    : must('be 0x and 16 lower-case hex digits')
}

function HashParameter(value: unknown): Issue | undefined {
  return typeof value === 'string' && value.length === 66 && either.test(value)
    ? undefined
    : must('be 0x and 64 hex digits')
}

function BlockNumber(value: unknown): Issue | undefined {
  return typeof value === 'string' && /^0x(0|[1-9a-f][0-9a-f]{0,15})$/.test(value)
    ? undefined
    : must('be a hex quantity')
}

function BlockTag(value: unknown): Issue | undefined {
  return value === 'earliest' ||
    value === 'latest' ||
    value === 'safe' ||
    value === 'finalized' ||
    value === 'pending'
    ? undefined
    : must('be earliest, latest, safe, finalized or pending')
}

function BlockNumberOrTag(value: unknown): Issue | undefined {
  if (!BlockNumber(value)) return undefined
  if (!BlockTag(value)) return undefined
  return must('be a hex quantity, or earliest, latest, safe, finalized or pending')
}

function BlockObject(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 0
  if (has(value, 'blockHash')) {
    count++
    if ((issue = HashParameter(value['blockHash']))) return below('blockHash', issue)
  }
  if (has(value, 'blockNumber')) {
    count++
    if ((issue = BlockNumberOrTag(value['blockNumber']))) return below('blockNumber', issue)
  }
  if (has(value, 'requireCanonical')) {
    count++
    if ((issue = typeof value['requireCanonical'] === 'boolean' ? undefined : must('be true or false')))
      return below('requireCanonical', issue)
  }
  if (Number(has(value, 'blockHash')) + Number(has(value, 'blockNumber')) !== 1)
    return must('have exactly one of "blockHash", "blockNumber"')
  return mode === 'tolerant' ? undefined : closed(value, count, 'blockHash blockNumber requireCanonical')
}

function BlockReference(value: unknown, mode?: Mode): Issue | undefined {
  if (!BlockNumber(value)) return undefined
  if (!BlockTag(value)) return undefined
  if (!HashParameter(value)) return undefined
  if (isObject(value)) return BlockObject(value, mode)
  return must(
    'be a hex quantity, 0x and 64 hex digits or an object, or earliest, latest, safe, finalized or pending',
  )
}

function IndexParameter(value: unknown): Issue | undefined {
  return typeof value === 'string' && /^0x(0|[1-9a-f][0-9a-f]{0,15})$/.test(value)
    ? undefined
    : must('be a hex quantity')
}

function TransactionType(value: unknown): Issue | undefined {
  return value === '0x0' || value === '0x1' || value === '0x2' || value === '0x3' || value === '0x4'
    ? undefined
    : must('be 0x0, 0x1, 0x2, 0x3 or 0x4')
}

function Parity(value: unknown): Issue | undefined {
  return value === '0x0' || value === '0x1' ? undefined : must('be 0x0 or 0x1')
}

function Status(value: unknown): Issue | undefined {
  return value === '0x0' || value === '0x1' ? undefined : must('be 0x0 or 0x1')
}

function AccessListEntry(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 2
  if (!has(value, 'address')) return lacks('address')
  if ((issue = Address(value['address']))) return below('address', issue)
  if (!has(value, 'storageKeys')) return lacks('storageKeys')
  if ((issue = each(value['storageKeys'], Hash, mode))) return below('storageKeys', issue)
  return mode === 'tolerant' ? undefined : closed(value, count, 'address storageKeys')
}

function AccessList(value: unknown, mode?: Mode): Issue | undefined {
  return each(value, AccessListEntry, mode)
}

function Authorization(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 6
  if (!has(value, 'chainId')) return lacks('chainId')
  if ((issue = Quantity(value['chainId']))) return below('chainId', issue)
  if (!has(value, 'address')) return lacks('address')
  if ((issue = Address(value['address']))) return below('address', issue)
  if (!has(value, 'nonce')) return lacks('nonce')
  if ((issue = Quantity(value['nonce']))) return below('nonce', issue)
  if (!has(value, 'yParity')) return lacks('yParity')
  if ((issue = Quantity(value['yParity']))) return below('yParity', issue)
  if (!has(value, 'r')) return lacks('r')
  if ((issue = Quantity(value['r']))) return below('r', issue)
  if (!has(value, 's')) return lacks('s')
  if ((issue = Quantity(value['s']))) return below('s', issue)
  return mode === 'tolerant' ? undefined : closed(value, count, 'chainId address nonce yParity r s')
}

function LegacyTransaction(value: unknown, mode?: Mode): Issue | undefined {
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
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'blockHash blockNumber blockTimestamp from gas gasPrice hash input nonce to transactionIndex value type chainId v r s',
      )
}

function AccessListTransaction(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 19
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
  if ((issue = value['type'] === '0x1' ? undefined : must('be 0x1'))) return below('type', issue)
  if (!has(value, 'accessList')) return lacks('accessList')
  if ((issue = AccessList(value['accessList'], mode))) return below('accessList', issue)
  if (!has(value, 'chainId')) return lacks('chainId')
  if ((issue = Quantity(value['chainId']))) return below('chainId', issue)
  if (has(value, 'v')) {
    if ((issue = Parity(value['v']))) return below('v', issue)
  } else if (mode !== 'tolerant') return lacks('v')
  if (!has(value, 'r')) return lacks('r')
  if ((issue = Quantity(value['r']))) return below('r', issue)
  if (!has(value, 's')) return lacks('s')
  if ((issue = Quantity(value['s']))) return below('s', issue)
  if (!has(value, 'yParity')) return lacks('yParity')
  if ((issue = Parity(value['yParity']))) return below('yParity', issue)
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'blockHash blockNumber blockTimestamp from gas gasPrice hash input nonce to transactionIndex value type accessList chainId v r s yParity',
      )
}

function DynamicFeeTransaction(value: unknown, mode?: Mode): Issue | undefined {
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
  if (!has(value, 'maxFeePerGas')) return lacks('maxFeePerGas')
  if ((issue = Quantity(value['maxFeePerGas']))) return below('maxFeePerGas', issue)
  if (!has(value, 'maxPriorityFeePerGas')) return lacks('maxPriorityFeePerGas')
  if ((issue = Quantity(value['maxPriorityFeePerGas']))) return below('maxPriorityFeePerGas', issue)
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
  if ((issue = value['type'] === '0x2' ? undefined : must('be 0x2'))) return below('type', issue)
  if (!has(value, 'accessList')) return lacks('accessList')
  if ((issue = AccessList(value['accessList'], mode))) return below('accessList', issue)
  if (!has(value, 'chainId')) return lacks('chainId')
  if ((issue = Quantity(value['chainId']))) return below('chainId', issue)
  if (has(value, 'v')) {
    if ((issue = Parity(value['v']))) return below('v', issue)
  } else if (mode !== 'tolerant') return lacks('v')
  if (!has(value, 'r')) return lacks('r')
  if ((issue = Quantity(value['r']))) return below('r', issue)
  if (!has(value, 's')) return lacks('s')
  if ((issue = Quantity(value['s']))) return below('s', issue)
  if (!has(value, 'yParity')) return lacks('yParity')
  if ((issue = Parity(value['yParity']))) return below('yParity', issue)
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'blockHash blockNumber blockTimestamp from gas gasPrice maxFeePerGas maxPriorityFeePerGas hash input nonce to transactionIndex value type accessList chainId v r s yParity',
      )
}

function BlobTransaction(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 23
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
  if (has(value, 'gasPrice')) {
    if ((issue = Quantity(value['gasPrice']))) return below('gasPrice', issue)
  } else if (mode !== 'tolerant') return lacks('gasPrice')
  if (!has(value, 'maxFeePerGas')) return lacks('maxFeePerGas')
  if ((issue = Quantity(value['maxFeePerGas']))) return below('maxFeePerGas', issue)
  if (!has(value, 'maxPriorityFeePerGas')) return lacks('maxPriorityFeePerGas')
  if ((issue = Quantity(value['maxPriorityFeePerGas']))) return below('maxPriorityFeePerGas', issue)
  if (!has(value, 'maxFeePerBlobGas')) return lacks('maxFeePerBlobGas')
  if ((issue = Quantity(value['maxFeePerBlobGas']))) return below('maxFeePerBlobGas', issue)
  if (!has(value, 'hash')) return lacks('hash')
  if ((issue = Hash(value['hash']))) return below('hash', issue)
  if (!has(value, 'input')) return lacks('input')
  if ((issue = Bytes(value['input']))) return below('input', issue)
  if (!has(value, 'nonce')) return lacks('nonce')
  if ((issue = Quantity(value['nonce']))) return below('nonce', issue)
  if (!has(value, 'to')) return lacks('to')
  if ((issue = Address(value['to']))) return below('to', issue)
  if (!has(value, 'transactionIndex')) return lacks('transactionIndex')
  if (
    !(mode === 'tolerant' && value['transactionIndex'] === null) &&
    (issue = Quantity(value['transactionIndex']))
  )
    return below('transactionIndex', issue)
  if (!has(value, 'value')) return lacks('value')
  if ((issue = Quantity(value['value']))) return below('value', issue)
  if (!has(value, 'type')) return lacks('type')
  if ((issue = value['type'] === '0x3' ? undefined : must('be 0x3'))) return below('type', issue)
  if (!has(value, 'accessList')) return lacks('accessList')
  if ((issue = AccessList(value['accessList'], mode))) return below('accessList', issue)
  if (!has(value, 'chainId')) return lacks('chainId')
  if ((issue = Quantity(value['chainId']))) return below('chainId', issue)
  if (!has(value, 'blobVersionedHashes')) return lacks('blobVersionedHashes')
  if ((issue = each(value['blobVersionedHashes'], Hash, mode))) return below('blobVersionedHashes', issue)
  if (has(value, 'v')) {
    if ((issue = Parity(value['v']))) return below('v', issue)
  } else if (mode !== 'tolerant') return lacks('v')
  if (!has(value, 'r')) return lacks('r')
  if ((issue = Quantity(value['r']))) return below('r', issue)
  if (!has(value, 's')) return lacks('s')
  if ((issue = Quantity(value['s']))) return below('s', issue)
  if (!has(value, 'yParity')) return lacks('yParity')
  if ((issue = Parity(value['yParity']))) return below('yParity', issue)
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'blockHash blockNumber blockTimestamp from gas gasPrice maxFeePerGas maxPriorityFeePerGas maxFeePerBlobGas hash input nonce to transactionIndex value type accessList chainId blobVersionedHashes v r s yParity',
      )
}

function SetCodeTransaction(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 22
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
  if (has(value, 'gasPrice')) {
    if ((issue = Quantity(value['gasPrice']))) return below('gasPrice', issue)
  } else if (mode !== 'tolerant') return lacks('gasPrice')
  if (!has(value, 'maxFeePerGas')) return lacks('maxFeePerGas')
  if ((issue = Quantity(value['maxFeePerGas']))) return below('maxFeePerGas', issue)
  if (!has(value, 'maxPriorityFeePerGas')) return lacks('maxPriorityFeePerGas')
  if ((issue = Quantity(value['maxPriorityFeePerGas']))) return below('maxPriorityFeePerGas', issue)
  if (!has(value, 'hash')) return lacks('hash')
  if ((issue = Hash(value['hash']))) return below('hash', issue)
  if (!has(value, 'input')) return lacks('input')
  if ((issue = Bytes(value['input']))) return below('input', issue)
  if (!has(value, 'nonce')) return lacks('nonce')
  if ((issue = Quantity(value['nonce']))) return below('nonce', issue)
  if (!has(value, 'to')) return lacks('to')
  if ((issue = Address(value['to']))) return below('to', issue)
  if (!has(value, 'transactionIndex')) return lacks('transactionIndex')
  if (
    !(mode === 'tolerant' && value['transactionIndex'] === null) &&
    (issue = Quantity(value['transactionIndex']))
  )
    return below('transactionIndex', issue)
  if (!has(value, 'value')) return lacks('value')
  if ((issue = Quantity(value['value']))) return below('value', issue)
  if (!has(value, 'type')) return lacks('type')
  if ((issue = value['type'] === '0x4' ? undefined : must('be 0x4'))) return below('type', issue)
  if (!has(value, 'accessList')) return lacks('accessList')
  if ((issue = AccessList(value['accessList'], mode))) return below('accessList', issue)
  if (!has(value, 'chainId')) return lacks('chainId')
  if ((issue = Quantity(value['chainId']))) return below('chainId', issue)
  if (!has(value, 'authorizationList')) return lacks('authorizationList')
  if ((issue = each(value['authorizationList'], Authorization, mode)))
    return below('authorizationList', issue)
  if (has(value, 'v')) {
    if ((issue = Parity(value['v']))) return below('v', issue)
  } else if (mode !== 'tolerant') return lacks('v')
  if (!has(value, 'r')) return lacks('r')
  if ((issue = Quantity(value['r']))) return below('r', issue)
  if (!has(value, 's')) return lacks('s')
  if ((issue = Quantity(value['s']))) return below('s', issue)
  if (!has(value, 'yParity')) return lacks('yParity')
  if ((issue = Parity(value['yParity']))) return below('yParity', issue)
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'blockHash blockNumber blockTimestamp from gas gasPrice maxFeePerGas maxPriorityFeePerGas hash input nonce to transactionIndex value type accessList chainId authorizationList v r s yParity',
      )
}

function Transaction(value: unknown, mode?: Mode): Issue | undefined {
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
  }
  return has(value, 'type') ? below('type', must('be 0x0, 0x1, 0x2, 0x3 or 0x4')) : lacks('type')
}

function Log(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 10
  if (!has(value, 'address')) return lacks('address')
  if ((issue = Address(value['address']))) return below('address', issue)
  if (!has(value, 'topics')) return lacks('topics')
  if ((issue = each(value['topics'], Hash, mode, 4))) return below('topics', issue)
  if (!has(value, 'data')) return lacks('data')
  if ((issue = Bytes(value['data']))) return below('data', issue)
  if (!has(value, 'blockNumber')) return lacks('blockNumber')
  if ((issue = Quantity(value['blockNumber']))) return below('blockNumber', issue)
  if (!has(value, 'transactionHash')) return lacks('transactionHash')
  if ((issue = Hash(value['transactionHash']))) return below('transactionHash', issue)
  if (!has(value, 'transactionIndex')) return lacks('transactionIndex')
  if ((issue = Quantity(value['transactionIndex']))) return below('transactionIndex', issue)
  if (!has(value, 'blockHash')) return lacks('blockHash')
  if ((issue = Hash(value['blockHash']))) return below('blockHash', issue)
  if (has(value, 'blockTimestamp')) {
    if ((issue = Quantity(value['blockTimestamp']))) return below('blockTimestamp', issue)
  } else if (mode !== 'tolerant') return lacks('blockTimestamp')
  if (!has(value, 'logIndex')) return lacks('logIndex')
  if ((issue = Quantity(value['logIndex']))) return below('logIndex', issue)
  if (!has(value, 'removed')) return lacks('removed')
  if ((issue = typeof value['removed'] === 'boolean' ? undefined : must('be true or false')))
    return below('removed', issue)
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'address topics data blockNumber transactionHash transactionIndex blockHash blockTimestamp logIndex removed',
      )
}

function Receipt(value: unknown, mode?: Mode): Issue | undefined {
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

function Withdrawal(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 4
  if (!has(value, 'index')) return lacks('index')
  if ((issue = Quantity(value['index']))) return below('index', issue)
  if (!has(value, 'validatorIndex')) return lacks('validatorIndex')
  if ((issue = Quantity(value['validatorIndex']))) return below('validatorIndex', issue)
  if (!has(value, 'address')) return lacks('address')
  if ((issue = Address(value['address']))) return below('address', issue)
  if (!has(value, 'amount')) return lacks('amount')
  if ((issue = Quantity(value['amount']))) return below('amount', issue)
  return mode === 'tolerant' ? undefined : closed(value, count, 'index validatorIndex address amount')
}

function BlockTransactions(value: unknown, mode?: Mode): Issue | undefined {
  if (!Array.isArray(value)) return must('be an array')
  if (value.length === 0) return undefined
  if (typeof value[0] === 'string') return each(value, Hash, mode, Infinity, 1)
  return each(value, Transaction, mode, Infinity, 1)
}

function Block(value: unknown, mode?: Mode): Issue | undefined {
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
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'baseFeePerGas blobGasUsed blockAccessListHash difficulty excessBlobGas extraData gasLimit gasUsed hash logsBloom miner mixHash nonce number parentBeaconBlockRoot parentHash receiptsRoot requestsHash sha3Uncles size slotNumber stateRoot timestamp transactions transactionsRoot uncles withdrawals withdrawalsRoot',
      )
}

function BlockWithHashes(value: unknown, mode?: Mode): Issue | undefined {
  let issue = Block(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], Hash, mode)))
    return below('transactions', issue)
  return undefined
}

function BlockWithTransactions(value: unknown, mode?: Mode): Issue | undefined {
  let issue = Block(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], Transaction, mode)))
    return below('transactions', issue)
  return undefined
}

function Uncle(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 18
  if (has(value, 'baseFeePerGas')) {
    count++
    if ((issue = Quantity(value['baseFeePerGas']))) return below('baseFeePerGas', issue)
  }
  if (!has(value, 'difficulty')) return lacks('difficulty')
  if ((issue = Quantity(value['difficulty']))) return below('difficulty', issue)
  if (!has(value, 'extraData')) return lacks('extraData')
  if ((issue = Bytes(value['extraData']))) return below('extraData', issue)
  if (!has(value, 'gasLimit')) return lacks('gasLimit')
  if ((issue = Quantity(value['gasLimit']))) return below('gasLimit', issue)
  if (!has(value, 'gasUsed')) return lacks('gasUsed')
  if ((issue = Quantity(value['gasUsed']))) return below('gasUsed', issue)
  if (!has(value, 'hash')) return lacks('hash')
  if ((issue = Hash(value['hash']))) return below('hash', issue)
  if (!has(value, 'logsBloom')) return lacks('logsBloom')
  if ((issue = Bloom(value['logsBloom']))) return below('logsBloom', issue)
  if (!has(value, 'miner')) return lacks('miner')
  if ((issue = Address(value['miner']))) return below('miner', issue)
  if (!has(value, 'mixHash')) return lacks('mixHash')
  if ((issue = Hash(value['mixHash']))) return below('mixHash', issue)
  if (!has(value, 'nonce')) return lacks('nonce')
  if ((issue = BlockNonce(value['nonce']))) return below('nonce', issue)
  if (!has(value, 'number')) return lacks('number')
  if ((issue = Quantity(value['number']))) return below('number', issue)
  if (!has(value, 'parentHash')) return lacks('parentHash')
  if ((issue = Hash(value['parentHash']))) return below('parentHash', issue)
  if (!has(value, 'receiptsRoot')) return lacks('receiptsRoot')
  if ((issue = Hash(value['receiptsRoot']))) return below('receiptsRoot', issue)
  if (!has(value, 'sha3Uncles')) return lacks('sha3Uncles')
  if ((issue = Hash(value['sha3Uncles']))) return below('sha3Uncles', issue)
  if (!has(value, 'size')) return lacks('size')
  if ((issue = Quantity(value['size']))) return below('size', issue)
  if (!has(value, 'stateRoot')) return lacks('stateRoot')
  if ((issue = Hash(value['stateRoot']))) return below('stateRoot', issue)
  if (!has(value, 'timestamp')) return lacks('timestamp')
  if ((issue = Quantity(value['timestamp']))) return below('timestamp', issue)
  if (!has(value, 'transactionsRoot')) return lacks('transactionsRoot')
  if ((issue = Hash(value['transactionsRoot']))) return below('transactionsRoot', issue)
  if (!has(value, 'uncles')) return lacks('uncles')
  if ((issue = each(value['uncles'], Hash, mode, 0))) return below('uncles', issue)
  return mode === 'tolerant'
    ? undefined
    : closed(
        value,
        count,
        'baseFeePerGas difficulty extraData gasLimit gasUsed hash logsBloom miner mixHash nonce number parentHash receiptsRoot sha3Uncles size stateRoot timestamp transactionsRoot uncles',
      )
}

function SyncProgress(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 3
  if (!has(value, 'currentBlock')) return lacks('currentBlock')
  if ((issue = Quantity(value['currentBlock']))) return below('currentBlock', issue)
  if (!has(value, 'highestBlock')) return lacks('highestBlock')
  if ((issue = Quantity(value['highestBlock']))) return below('highestBlock', issue)
  if (has(value, 'startingBlock')) {
    if ((issue = Quantity(value['startingBlock']))) return below('startingBlock', issue)
  } else if (mode !== 'tolerant') return lacks('startingBlock')
  return mode === 'tolerant' ? undefined : closed(value, count, 'currentBlock highestBlock startingBlock')
}

function SyncStatus(value: unknown, mode?: Mode): Issue | undefined {
  if (!(typeof value === 'boolean' ? undefined : must('be true or false'))) return undefined
  if (isObject(value)) return SyncProgress(value, mode)
  return must('be true or false or an object')
}

function CapabilitiesHead(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 2
  if (!has(value, 'number')) return lacks('number')
  if ((issue = Quantity(value['number']))) return below('number', issue)
  if (!has(value, 'hash')) return lacks('hash')
  if ((issue = Hash(value['hash']))) return below('hash', issue)
  return mode === 'tolerant' ? undefined : closed(value, count, 'number hash')
}

function DeleteStrategy(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 2
  if (!has(value, 'type')) return lacks('type')
  if ((issue = value['type'] === 'window' ? undefined : must('be window'))) return below('type', issue)
  if (!has(value, 'retentionBlocks')) return lacks('retentionBlocks')
  if ((issue = Quantity(value['retentionBlocks']))) return below('retentionBlocks', issue)
  return mode === 'tolerant' ? undefined : closed(value, count, 'type retentionBlocks')
}

function Capability(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 1
  if (!has(value, 'disabled')) return lacks('disabled')
  if ((issue = typeof value['disabled'] === 'boolean' ? undefined : must('be true or false')))
    return below('disabled', issue)
  if (has(value, 'oldestBlock')) {
    count++
    if ((issue = Quantity(value['oldestBlock']))) return below('oldestBlock', issue)
  }
  if (has(value, 'deleteStrategy')) {
    count++
    if ((issue = DeleteStrategy(value['deleteStrategy'], mode))) return below('deleteStrategy', issue)
  }
  return mode === 'tolerant' ? undefined : closed(value, count, 'disabled oldestBlock deleteStrategy')
}

function Capabilities(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  let issue: Issue | undefined
  let count = 7
  if (!has(value, 'head')) return lacks('head')
  if ((issue = CapabilitiesHead(value['head'], mode))) return below('head', issue)
  if (!has(value, 'state')) return lacks('state')
  if ((issue = Capability(value['state'], mode))) return below('state', issue)
  if (!has(value, 'tx')) return lacks('tx')
  if ((issue = Capability(value['tx'], mode))) return below('tx', issue)
  if (!has(value, 'logs')) return lacks('logs')
  if ((issue = Capability(value['logs'], mode))) return below('logs', issue)
  if (!has(value, 'receipts')) return lacks('receipts')
  if ((issue = Capability(value['receipts'], mode))) return below('receipts', issue)
  if (!has(value, 'blocks')) return lacks('blocks')
  if ((issue = Capability(value['blocks'], mode))) return below('blocks', issue)
  if (!has(value, 'stateproofs')) return lacks('stateproofs')
  if ((issue = Capability(value['stateproofs'], mode))) return below('stateproofs', issue)
  return mode === 'tolerant'
    ? undefined
    : closed(value, count, 'head state tx logs receipts blocks stateproofs')
}

/** The check of each component, by its name. */
export const schemas: {
  readonly [
    Name in
      | 'Quantity'
      | 'Bytes'
      | 'Hash'
      | 'Address'
      | 'Bloom'
      | 'BlockNonce'
      | 'HashParameter'
      | 'BlockNumber'
      | 'BlockTag'
      | 'BlockNumberOrTag'
      | 'BlockObject'
      | 'BlockReference'
      | 'IndexParameter'
      | 'TransactionType'
      | 'Parity'
      | 'Status'
      | 'AccessListEntry'
      | 'AccessList'
      | 'Authorization'
      | 'LegacyTransaction'
      | 'AccessListTransaction'
      | 'DynamicFeeTransaction'
      | 'BlobTransaction'
      | 'SetCodeTransaction'
      | 'Transaction'
      | 'Log'
      | 'Receipt'
      | 'Withdrawal'
      | 'BlockTransactions'
      | 'Block'
      | 'BlockWithHashes'
      | 'BlockWithTransactions'
      | 'Uncle'
      | 'SyncProgress'
      | 'SyncStatus'
      | 'CapabilitiesHead'
      | 'DeleteStrategy'
      | 'Capability'
      | 'Capabilities'
  ]: Check
} = {
  Quantity,
  Bytes,
  Hash,
  Address,
  Bloom,
  BlockNonce,
  HashParameter,
  BlockNumber,
  BlockTag,
  BlockNumberOrTag,
  BlockObject,
  BlockReference,
  IndexParameter,
  TransactionType,
  Parity,
  Status,
  AccessListEntry,
  AccessList,
  Authorization,
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
  BlockWithHashes,
  BlockWithTransactions,
  Uncle,
  SyncProgress,
  SyncStatus,
  CapabilitiesHead,
  DeleteStrategy,
  Capability,
  Capabilities,
}

/**
 * The check of each method's parameters: their number, their order and each one's schema.
 *
 * @example params.eth_getTransactionReceipt(['0x12'])?.path // '/0'
 */
export const params: {
  readonly [Name in 'eth_getTransactionByHash' | 'eth_getTransactionReceipt' | 'eth_getBlockByNumber']: (
    params: unknown,
  ) => Issue | undefined
} = {
  eth_getTransactionByHash: /* @__PURE__ */ tuple(['tx_hash'], [(value) => HashParameter(value)], 1),
  eth_getTransactionReceipt: /* @__PURE__ */ tuple(['tx_hash'], [(value) => HashParameter(value)], 1),
  eth_getBlockByNumber: /* @__PURE__ */ tuple(
    ['block_number', 'return_full_txns'],
    [
      (value) => BlockNumberOrTag(value),
      (value) => (typeof value === 'boolean' ? undefined : must('be true or false')),
    ],
    2,
  ),
}

/** The check of each companion's parameters. */
export const companionParams: {
  readonly [
    Name in
      | 'eth_chainId'
      | 'eth_blockNumber'
      | 'net_version'
      | 'web3_clientVersion'
      | 'eth_getBlockByHash'
      | 'eth_getUncleByBlockHashAndIndex'
      | 'eth_syncing'
      | 'eth_capabilities'
      | 'net_listening'
      | 'eth_getBlockReceipts'
      | 'eth_getTransactionByBlockHashAndIndex'
      | 'eth_getTransactionByBlockNumberAndIndex'
      | 'eth_getBlockTransactionCountByHash'
      | 'eth_getBlockTransactionCountByNumber'
  ]: (params: unknown) => Issue | undefined
} = {
  eth_chainId: /* @__PURE__ */ tuple([], [], 0),
  eth_blockNumber: /* @__PURE__ */ tuple([], [], 0),
  net_version: /* @__PURE__ */ tuple([], [], 0),
  web3_clientVersion: /* @__PURE__ */ tuple([], [], 0),
  eth_getBlockByHash: /* @__PURE__ */ tuple(
    ['block_hash', 'return_full_txns'],
    [
      (value) => HashParameter(value),
      (value) => (typeof value === 'boolean' ? undefined : must('be true or false')),
    ],
    2,
  ),
  eth_getUncleByBlockHashAndIndex: /* @__PURE__ */ tuple(
    ['block_hash', 'uncle_index'],
    [(value) => HashParameter(value), (value) => IndexParameter(value)],
    2,
  ),
  eth_syncing: /* @__PURE__ */ tuple([], [], 0),
  eth_capabilities: /* @__PURE__ */ tuple([], [], 0),
  net_listening: /* @__PURE__ */ tuple([], [], 0),
  eth_getBlockReceipts: /* @__PURE__ */ tuple(['block'], [(value, mode) => BlockReference(value, mode)], 1),
  eth_getTransactionByBlockHashAndIndex: /* @__PURE__ */ tuple(
    ['block_hash', 'transaction_index'],
    [(value) => HashParameter(value), (value) => IndexParameter(value)],
    2,
  ),
  eth_getTransactionByBlockNumberAndIndex: /* @__PURE__ */ tuple(
    ['block_number', 'transaction_index'],
    [(value) => BlockNumberOrTag(value), (value) => IndexParameter(value)],
    2,
  ),
  eth_getBlockTransactionCountByHash: /* @__PURE__ */ tuple(
    ['block_hash'],
    [(value) => HashParameter(value)],
    1,
  ),
  eth_getBlockTransactionCountByNumber: /* @__PURE__ */ tuple(
    ['block_number'],
    [(value) => BlockNumberOrTag(value)],
    1,
  ),
}

/**
 * The check of each method's result.
 *
 * @example results.eth_getTransactionReceipt(result, 'tolerant') // undefined if another node's result is valid
 */
export const results: {
  readonly [Name in 'eth_getTransactionByHash' | 'eth_getTransactionReceipt' | 'eth_getBlockByNumber']: Check
} = {
  eth_getTransactionByHash: (value, mode) => (value === null ? undefined : Transaction(value, mode)),
  eth_getTransactionReceipt: (value, mode) => (value === null ? undefined : Receipt(value, mode)),
  eth_getBlockByNumber: (value, mode) => (value === null ? undefined : Block(value, mode)),
}

/** The check of each companion's result. */
export const companionResults: {
  readonly [
    Name in
      | 'eth_chainId'
      | 'eth_blockNumber'
      | 'net_version'
      | 'web3_clientVersion'
      | 'eth_getBlockByHash'
      | 'eth_getUncleByBlockHashAndIndex'
      | 'eth_syncing'
      | 'eth_capabilities'
      | 'net_listening'
      | 'eth_getBlockReceipts'
      | 'eth_getTransactionByBlockHashAndIndex'
      | 'eth_getTransactionByBlockNumberAndIndex'
      | 'eth_getBlockTransactionCountByHash'
      | 'eth_getBlockTransactionCountByNumber'
  ]: Check
} = {
  eth_chainId: (value) => Quantity(value),
  eth_blockNumber: (value) => Quantity(value),
  net_version: (value) =>
    typeof value === 'string' && /^(0|[1-9][0-9]*)$/.test(value)
      ? undefined
      : must('be a string of the form ^(0|[1-9][0-9]*)$'),
  web3_clientVersion: (value) => (typeof value === 'string' ? undefined : must('be a string')),
  eth_getBlockByHash: (value, mode) => (value === null ? undefined : Block(value, mode)),
  eth_getUncleByBlockHashAndIndex: (value, mode) => (value === null ? undefined : Uncle(value, mode)),
  eth_syncing: (value, mode) => SyncStatus(value, mode),
  eth_capabilities: (value, mode) => Capabilities(value, mode),
  net_listening: (value) => (typeof value === 'boolean' ? undefined : must('be true or false')),
  eth_getBlockReceipts: (value, mode) => (value === null ? undefined : each(value, Receipt, mode)),
  eth_getTransactionByBlockHashAndIndex: (value, mode) =>
    value === null ? undefined : Transaction(value, mode),
  eth_getTransactionByBlockNumberAndIndex: (value, mode) =>
    value === null ? undefined : Transaction(value, mode),
  eth_getBlockTransactionCountByHash: (value) => (value === null ? undefined : Quantity(value)),
  eth_getBlockTransactionCountByNumber: (value) => (value === null ? undefined : Quantity(value)),
}
