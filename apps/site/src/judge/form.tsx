import { type Signal, signal, useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { endpoint } from '../shell/endpoint.ts'
import { TextInput } from '../shell/text-input.tsx'
import type { Limits } from './messages.ts'
import { current, start, stop } from './runner.ts'

/** The address that is checked, as it is typed; kept while other pages are read. */
export const address: Signal<string> = signal(endpoint ?? '')
/** The limits as they are typed; empty for the defaults. */
export const limits: Signal<Readonly<Record<keyof Limits, string>>> = signal({
  timeout: '',
  requests: '',
  rate: '',
})

/** Whether the checks follow from the node's own document, which `rpc.discover` returns. */
export const byOwnDocument: Signal<boolean> = signal(false)

/** Each limit: what it is, its default as it is shown, and the most that it may be. */
const fields = [
  ['timeout', 'seconds for an answer', '10', 3_600],
  ['requests', 'requests in all', '1,000; 10,000 on this machine', 1_000_000],
  ['rate', 'requests a second', '20; no limit on this machine', 10_000],
] as const

export function Form(): VNode {
  const complaint = useSignal('')
  const state = current.value?.state
  const isWorking = state === 'running' || state === 'stopping'
  const submit = (event: Event): void => {
    event.preventDefault()
    complaint.value = ''
    if (state === 'stopping') return
    if (isWorking) return stop()
    const url = URL.parse(address.value.trim())
    const read = readLimits()
    if (!url || !/^https?:$/.test(url.protocol))
      complaint.value = `“${address.value.trim().slice(0, 80)}” is no http or https address.`
    else if (typeof read === 'string') complaint.value = read
    else start(url.href, read, byOwnDocument.value ? 'discover' : 'lectern')
  }
  return (
    <form class="judged" onSubmit={submit}>
      <label for="judged">The node’s address</label>
      <div class="address">
        <TextInput
          id="judged"
          inputMode="url"
          value={address.value}
          aria-describedby={complaint.value ? 'judged-complaint' : undefined}
          aria-invalid={complaint.value ? 'true' : undefined}
          onText={(text) => (address.value = text)}
        />
        <button aria-disabled={state === 'stopping'}>{isWorking ? 'Stop' : 'Start'}</button>
      </div>
      <details>
        <summary>limits</summary>
        <div class="limits">
          {fields.map(([name, label, usual]) => (
            <label key={name}>
              {label}
              <TextInput
                name={name}
                inputMode="numeric"
                placeholder={usual}
                value={limits.value[name]}
                onText={(text) => (limits.value = { ...limits.value, [name]: text.trim() })}
              />
            </label>
          ))}
        </div>
      </details>
      <label class="own">
        <input
          type="checkbox"
          name="own"
          checked={byOwnDocument.value}
          onInput={({ currentTarget }) => (byOwnDocument.value = currentTarget.checked)}
        />
        by the node’s own document (rpc.discover)
      </label>
      <p id="judged-complaint" class="complaint" role="alert">
        {complaint.value}
      </p>
    </form>
  )
}

/** The limits as numbers; a sentence where one is none. */
function readLimits(): Limits | string {
  const read: Partial<Record<keyof Limits, number>> = {}
  for (const [name, label, , most] of fields) {
    const text = limits.peek()[name]
    if (text === '') continue
    if (!/^\d{1,7}$/.test(text) || Number(text) < 1 || Number(text) > most)
      return `The ${label} must be a whole number from 1 to ${most}; got “${text.slice(0, 20)}”.`
    read[name] = Number(text)
  }
  return read
}
