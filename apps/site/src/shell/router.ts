import { type ReadonlySignal, signal } from '@preact/signals'

/** The parts of the address behind `#/`, decoded: `['block', '41']`. */
const parts = signal(readParts())

/** Where the reader is: the parts of the address behind `#/`. */
export const place: ReadonlySignal<readonly string[]> = parts

addEventListener('hashchange', () => {
  parts.value = readParts()
})

function readParts(): readonly string[] {
  const path = location.hash.replace(/^#\/?/, '').split('?')[0]!
  return path === '' ? [] : path.split('/').map(decode)
}

/** Someone may write a malformed escape into an address. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export const linkTo = (...parts: readonly (string | number | bigint)[]): string =>
  `#/${parts.map((part) => encodeURIComponent(String(part))).join('/')}`

/** Leads to a part of the page by its id: a link to it would change the address, which names the place. */
export function leadTo(id: string): void {
  const part = document.getElementById(id)
  part?.scrollIntoView()
  part?.focus({ preventScroll: true })
}

export function goTo(...parts: readonly (string | number | bigint)[]): void {
  location.hash = linkTo(...parts)
}
