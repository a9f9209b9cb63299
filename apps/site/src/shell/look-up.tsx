import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { goTo, place } from './router.ts'

const tags = new Set(['earliest', 'latest', 'safe', 'finalized', 'pending'])

/** The place that a reader's words name; a sentence if they name none. */
function readLookUp(text: string): readonly [string, string] | string {
  const word = text.trim().replaceAll(/[\s_,]+/g, '')
  if (tags.has(word.toLowerCase())) return ['block', word.toLowerCase()]
  if (/^\d{1,20}$/.test(word)) return ['block', BigInt(word).toString()]
  if (/^(0x)?[0-9a-f]{64}$/i.test(word)) return ['tx', `0x${word.slice(-64).toLowerCase()}`]
  if (/^0x[0-9a-f]{1,16}$/i.test(word)) return ['block', BigInt(word).toString()]
  const said = word.length > 24 ? `${word.slice(0, 24)}…` : word
  if (word === '')
    return 'Write a block number, a tag such as latest, or the hash of a transaction or a block.'
  if (/^0x[0-9a-f]{40}$/i.test(word))
    return `${said} is an address; no method looks an address up. Write a block number, or the hash of a transaction or a block.`
  return `“${said}” is no block number, no tag and no hash of 64 hex digits.`
}

/** The field to look something up; the key / leads to it. */
export function LookUp(): VNode {
  const complaint = useSignal('')
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: Event): void => {
    event.preventDefault()
    const found = readLookUp(field.current!.value)
    complaint.value = typeof found === 'string' ? found : ''
    if (typeof found === 'string') return
    goTo(...found)
    field.current!.value = ''
    field.current!.blur()
  }
  useEffect(() => {
    complaint.value = ''
  }, [place.value])
  return (
    <form class="look-up" role="search" onSubmit={submit}>
      <input
        id="look-up"
        ref={field}
        type="text"
        aria-label="Block number, or hash of a transaction or a block"
        aria-describedby={complaint.value ? 'look-up-complaint' : undefined}
        aria-invalid={complaint.value ? 'true' : undefined}
        placeholder="block number or hash"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="go"
        maxLength={200}
      />
      <kbd aria-hidden="true">/</kbd>
      <p id="look-up-complaint" class="complaint" role="alert">
        {complaint.value}
      </p>
    </form>
  )
}
