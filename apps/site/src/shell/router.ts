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

/** Focuses a part of the page. Returns whether there is one. */
export function focusOn(selector: string, options?: FocusOptions): boolean {
  const part = document.querySelector<HTMLElement>(selector)
  part?.focus(options)
  return part !== null
}

/** Handles a click on a link to a part of the page: the browser would change the address, which names the place. */
export const leadTo =
  (selector: string) =>
  (event: Event): void => {
    event.preventDefault()
    focusOn(selector)
  }

export function goTo(...parts: readonly (string | number | bigint)[]): void {
  location.hash = linkTo(...parts)
}
