import { showText as show } from '@lectern/conformance/text'

/** Returns a text from elsewhere as it can be shown on a line: invisible characters are escapes, and a long text is cut. */
export const showText = (text: string): string => show(text).replaceAll('\n', '⏎')

/** A text of several lines that came from elsewhere, as it can be shown. */
export const showLines = (text: string): string => text.split('\n').map(showText).join('\n')

/** Any value of JSON as a text that can be shown. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'absent'
  if (typeof value === 'string') return showText(value)
  return showText(JSON.stringify(value).slice(0, 4_000))
}

/** A quantity as a number; undefined for what is none. */
export function readQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}

export const isHex = (value: unknown): value is string =>
  typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)

export const isHash = (value: unknown): value is string => isHex(value) && value.length === 66

const thinSpaces = new Intl.NumberFormat('fr', { useGrouping: 'min2' })

/** A whole number with thin spaces between its thousands, from five digits on. */
export const groupDigits = (number: bigint | number | string): string =>
  thinSpaces.format(number as Intl.StringNumericLiteral)

export const countOf = (count: number, one: string, many: string): string =>
  `${groupDigits(count)} ${count === 1 ? one : many}`

/** A number of the chain in a larger unit: 9 decimals for gwei, 18 for ether. */
export function inUnit(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/(?<!0)0+$/, '')
  return groupDigits(digits.slice(0, -decimals)) + (fraction ? `.${fraction}` : '')
}

/** Seconds since 1970 as a date and a time in UTC; undefined for what no calendar has. */
export function showTime(seconds: bigint): string | undefined {
  if (seconds < 0n || seconds > 8_640_000_000_000n) return undefined
  const [day, time] = new Date(Number(seconds) * 1_000).toISOString().split('T')
  return `${day} ${time!.slice(0, 8)} UTC`
}

/** How long ago seconds since 1970 were, in one unit. */
export function showAge(seconds: number, now: number = Date.now() / 1_000): string {
  const age = Math.max(0, now - seconds)
  const [unit, length] = (
    [
      ['year', 31_557_600],
      ['day', 86_400],
      ['hour', 3_600],
      ['minute', 60],
    ] as const
  ).find(([, length]) => age >= 2 * length) ?? ['second', 1]
  return new Intl.RelativeTimeFormat('en').format(-Math.floor(age / length), unit)
}

export const shorten = (hash: string, head = 10, tail = 8): string =>
  hash.length > head + tail + 1 ? `${hash.slice(0, head)}…${hash.slice(-tail)}` : hash

/** Returns the text of hex bytes if all of them are printable ASCII. */
export function readAscii(hex: string): string | undefined {
  const codes = hex.slice(2).match(/../g) ?? []
  const text = String.fromCharCode(...codes.slice(0, 64).map((code) => Number.parseInt(code, 16)))
  return codes.length > 0 && codes.length <= 64 && /^[\x20-\x7e]+$/.test(text) ? text : undefined
}
