import type { Json } from '@lectern/conformance/json'
import type { VNode } from 'preact'
import { linkTo } from '../shell/router.ts'
import type { Kind } from './members.ts'
import {
  countOf,
  groupDigits,
  inUnit,
  isHash,
  isHex,
  readAscii,
  readQuantity,
  shorten,
  showTime,
  showValue,
} from './text.ts'

/** A value as its kind is written; a value of another kind as it is. */
export function Value({ kind, value, whole }: { kind: Kind; value: unknown; whole?: Json }): VNode {
  if (value === null) return <i class="none">{kind === 'address' ? 'none' : 'null'}</i>
  return forms[kind](value, whole ?? {}) ?? <span class="odd">{showValue(value)}</span>
}

type Form = (value: unknown, whole: Json) => VNode | undefined

const forms: Readonly<Record<Kind, Form>> = {
  number: (value) => quantity(value, (number) => <span class="number">{groupDigits(number)}</span>),
  'block-number': (value) =>
    quantity(value, (number) => <a href={linkTo('block', number)}>{groupDigits(number)}</a>),
  'gas-price': (value) =>
    quantity(value, (wei) => (wei < 100_000n ? unit(groupDigits(wei), 'wei') : unit(inUnit(wei, 9), 'gwei'))),
  ether: (value) =>
    quantity(value, (wei) =>
      wei > 0n && wei < 1_000_000_000n ? unit(groupDigits(wei), 'wei') : unit(inUnit(wei, 18), 'ether'),
    ),
  time: (value) =>
    quantity(value, (seconds) => {
      const time = showTime(seconds)
      return time === undefined ? undefined : unit(time, groupDigits(seconds))
    }),
  type: (value) => quantity(value, (type) => unit(typeNames[Number(type)] ?? 'unknown', `type ${type}`)),
  outcome: (value) =>
    value === '0x1' ? <span>success</span> : value === '0x0' ? <span class="failed">failed</span> : undefined,
  hash: (value) => (isHex(value) && value.length <= 66 ? <Hex hex={value} /> : isOdd(value)),
  address: (value) => (isHex(value) && value.length === 42 ? <Hex hex={value} /> : undefined),
  transaction: (value) => linked(value, linkTo('tx', String(value))),
  'block-hash': (value, whole) => {
    const own = readQuantity(whole['blockNumber'])
    const number = own ?? (readQuantity(whole['number']) ?? 0n) - 1n
    return number < 0n ? forms.hash(value, whole) : linked(value, linkTo('block', number))
  },
  bloom: (value) =>
    value === `0x${'00'.repeat(256)}` ? (
      <i class="none">empty</i>
    ) : isHex(value) ? (
      <Bloom hex={value} />
    ) : undefined,
  data: (value) => (isHex(value) ? <Data hex={value} /> : undefined),
  extra: (value) => {
    const said = isHex(value) ? readAscii(value) : undefined
    if (!isHex(value)) return undefined
    return (
      <>
        <Data hex={value} />
        {said && <q class="said">{said}</q>}
      </>
    )
  },
  flag: (value) => (typeof value === 'boolean' ? <span>{value ? 'yes' : 'no'}</span> : undefined),
  word: (value) => (typeof value === 'string' && /^\w{1,20}$/.test(value) ? <span>{value}</span> : undefined),
  decimal: (value) =>
    typeof value === 'string' && /^\d{1,20}(\.\d{1,20})?$/.test(value) ? (
      <span class="number">{value}</span>
    ) : undefined,
  plain: (value) => isOdd(value),
}

const typeNames: Readonly<Record<number, string>> = {
  0: 'legacy',
  1: 'access list',
  2: 'fee market',
  3: 'blob',
  4: 'set code',
  0x64: 'deposit', // of Arbitrum, as the next five
  0x65: 'unsigned',
  0x66: 'of a contract',
  0x68: 'retry',
  0x69: 'new ticket',
  0x6a: 'internal',
  0x7e: 'of layer 1', // a deposit of the OP stack, a message of Scroll
}

function quantity(value: unknown, show: (number: bigint) => VNode | undefined): VNode | undefined {
  const number = readQuantity(value)
  return number === undefined ? undefined : show(number)
}

/** Signatures may be shorter than 32 bytes, with an odd number of digits. */
const isOdd = (value: unknown): VNode | undefined =>
  typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? <Hex hex={value} /> : undefined

const unit = (number: string, unit: string): VNode => (
  <span class="number">
    {number} <small>{unit}</small>
  </span>
)

const linked = (value: unknown, to: string): VNode | undefined =>
  isHash(value) ? (
    <a href={to}>
      <Hex hex={value} />
    </a>
  ) : undefined

/** Hex with its 0x in a paler ink; on one line where it fits. */
export function Hex({ hex, isShort = false }: { hex: string; isShort?: boolean }): VNode {
  const text = isShort ? shorten(hex) : hex
  return (
    <code class="hex" title={isShort ? hex : undefined}>
      <span class="prefix">0x</span>
      {text.slice(2)}
    </code>
  )
}

/** The most bytes that are drawn before a reader asks for more. */
const first = 256
/** The most bytes that are ever drawn. */
const mostDrawn = 16_384

function Data({ hex }: { hex: string }): VNode {
  const size = hex.length / 2 - 1
  if (size === 0) return <i class="none">empty</i>
  const count = <small class="size">{countOf(size, 'byte', 'bytes')}</small>
  if (size <= first)
    return (
      <>
        <Hex hex={hex} /> {size > 8 && count}
      </>
    )
  return (
    <details class="data">
      <summary>
        <Hex hex={hex.slice(0, 66)} />… {count}
      </summary>
      <Hex hex={hex.slice(0, 2 + mostDrawn * 2)} />
      {size > mostDrawn && <small> … the first {groupDigits(mostDrawn)} bytes</small>}
    </details>
  )
}

/** A bloom as the picture that it is: 2,048 bits, eight rows of 256. */
function Bloom({ hex }: { hex: string }): VNode {
  const bits = Array.from(hex.slice(2), (digit) =>
    Number.parseInt(digit, 16).toString(2).padStart(4, '0'),
  ).join('')
  const set = Array.from(bits.matchAll(/1/g), ({ index }) => index)
  const path = set.map((at) => `M${at % 256} ${Math.floor(at / 256) * 3}h1v3h-1z`).join('')
  return (
    <details class="data">
      <summary>
        <svg
          class="bloom"
          viewBox="0 0 256 24"
          role="img"
          aria-label={`${set.length} of ${bits.length} bits are set`}
        >
          <path d={path} />
        </svg>
        <small class="size">
          {set.length} of {groupDigits(bits.length)} bits
        </small>
      </summary>
      <Hex hex={hex} />
    </details>
  )
}
