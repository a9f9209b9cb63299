import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { isStatic, status } from '../shell/endpoint.ts'
import { chooseTrust, trust } from './prover.ts'
import type { TrustChoice } from './proof.ts'

/** What the reader trusts, and the button that proves again with it. */
export function TrustForm({ onProve }: { onProve: () => void }): VNode {
  const chosen = trust.value
  const kind = useSignal<TrustChoice['kind']>(chosen.kind)
  const anchor = readAnchor()
  const number = useSignal(chosen.kind === 'block' ? chosen.number : undefined)
  const hash = useSignal(chosen.kind === 'block' ? chosen.hash : undefined)
  const urls = useSignal(chosen.kind === 'nodes' ? chosen.urls.join('\n') : '')
  const complaint = useSignal('')
  const shownNumber = number.value ?? String(anchor?.number ?? '')
  const shownHash = hash.value ?? anchor?.hash ?? ''
  const isServers = anchor !== undefined && shownHash === anchor.hash

  const submit = (event: Event): void => {
    event.preventDefault()
    const choice = readChoice(kind.value, shownNumber, shownHash, urls.value)
    complaint.value = typeof choice === 'string' ? choice : ''
    if (typeof choice === 'string') return
    chooseTrust(choice)
    onProve()
  }
  const option = (value: TrustChoice['kind'], text: string): VNode => (
    <label class="option">
      <input type="radio" name="trust" checked={kind.value === value} onChange={() => (kind.value = value)} />
      <span>{text}</span>
    </label>
  )
  return (
    <form id="trust" class="trust" onSubmit={submit}>
      <fieldset>
        <legend>What you trust</legend>
        {option('nothing', 'nothing but the arithmetic: the answer fits its own block hash')}
        {option('block', 'a block, and so all its ancestors')}
        {kind.value === 'block' && (
          <div class="fields">
            <label>
              number
              <input
                inputMode="numeric"
                value={shownNumber}
                onInput={({ currentTarget }) => (number.value = currentTarget.value)}
              />
            </label>
            <label>
              hash
              <input
                value={shownHash}
                spellcheck={false}
                autocomplete="off"
                onInput={({ currentTarget }) => (hash.value = currentTarget.value)}
              />
            </label>
            {isServers && (
              <p>
                This is the block that the server itself names{anchor.level && <> ({anchor.level})</>};
                compare its hash elsewhere.
              </p>
            )}
          </div>
        )}
        {option('nodes', 'that several nodes give the same hash')}
        {kind.value === 'nodes' && (
          <div class="fields">
            <label>
              their addresses, one a line
              <textarea
                rows={3}
                spellcheck={false}
                value={urls.value}
                onInput={({ currentTarget }) => (urls.value = currentTarget.value)}
              />
            </label>
            {!isStatic && (
              <p>
                The policy of this page must admit them: <code>lectern serve --http.site-connect</code> lists
                their origins.
              </p>
            )}
          </div>
        )}
      </fieldset>
      <p class="complaint" role="alert">
        {complaint.value}
      </p>
      <button>Prove again</button>
    </form>
  )
}

function readChoice(
  kind: TrustChoice['kind'],
  number: string,
  hash: string,
  urls: string,
): TrustChoice | string {
  if (kind === 'nothing') return { kind }
  if (kind === 'block') {
    const [plain, name] = [number.replaceAll(/[\s,_]/g, ''), hash.trim()]
    if (!/^\d{1,15}$/.test(plain)) return 'The number of the block is missing.'
    if (!/^0x[0-9a-f]{64}$/i.test(name)) return 'The hash of the block must be 0x and 64 hex digits.'
    return { kind, number: plain, hash: name }
  }
  const all = urls.split(/\s+/).filter(Boolean)
  const wrong = all.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
  if (wrong !== undefined) return `${wrong.slice(0, 80)} is no http or https address.`
  return all.length < 2 ? 'Name at least two nodes of different operators.' : { kind, urls: all }
}

/** The block that the server says something vouches for, and what. */
function readAnchor(): { number: number; hash: string; level: string | undefined } | undefined {
  const { anchor } = status.value ?? {}
  const { number, hash, grounds } = Object(anchor) as Record<string, unknown>
  if (!Number.isSafeInteger(number) || typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash))
    return undefined
  return {
    number: number as number,
    hash,
    level: typeof grounds === 'string' ? grounds.slice(0, 40) : undefined,
  }
}
