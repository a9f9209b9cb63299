import { type Signal, useSignal } from '@preact/signals'
import type { ComponentType, VNode } from 'preact'
import { isHash } from '../document/text.ts'
import { isStatic, status } from '../shell/endpoint.ts'
import { TextInput } from '../shell/text-input.tsx'
import { chooseTrust, trust } from './prover.ts'
import type { BeaconDraft } from './beacon-fields.tsx'
import type { TrustChoice } from './proof.ts'

/** The form of the reader's trust, with the button that proves again. */
export function TrustForm({ onProve }: { onProve: () => void }): VNode {
  const chosen = trust.value
  const kind = useSignal<TrustChoice['kind']>(chosen.kind)
  const anchor = readAnchor()
  const number = useSignal(chosen.kind === 'block' ? chosen.number : undefined)
  const hash = useSignal(chosen.kind === 'block' ? chosen.hash : undefined)
  const urls = useSignal(chosen.kind === 'nodes' ? chosen.urls.join('\n') : '')
  const beacon = useSignal<BeaconDraft>(readDraft(chosen))
  const fields = useSignal<ComponentType<{ draft: Signal<BeaconDraft> }> | undefined>(undefined)
  const complaint = useSignal('')
  const shownNumber = number.value ?? String(anchor?.number ?? '')
  const shownHash = hash.value ?? anchor?.hash ?? ''
  if (kind.value === 'beacon' && !fields.value)
    void import('./beacon-fields.tsx').then(
      (loaded) => (fields.value = loaded.default),
      () => (complaint.value = 'These fields could not be loaded.'),
    )
  const Fields = fields.value
  const isServers = anchor !== undefined && shownHash === anchor.hash

  const submit = (event: Event): void => {
    event.preventDefault()
    const choice = readChoice(kind.value, shownNumber, shownHash, urls.value, beacon.value)
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
              <TextInput inputMode="numeric" value={shownNumber} onText={(text) => (number.value = text)} />
            </label>
            <label>
              hash
              <TextInput value={shownHash} onText={(text) => (hash.value = text)} />
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
              <TextInput rows={3} value={urls.value} onText={(text) => (urls.value = text)} />
            </label>
            {!isStatic && (
              <p>
                The policy of this page must admit them: <code>lectern serve --http.site-connect</code> lists
                their origins.
              </p>
            )}
          </div>
        )}
        {option('beacon', 'what Ethereum’s validators signed since a checkpoint')}
        {kind.value === 'beacon' && Fields && <Fields draft={beacon} />}
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
  beacon: BeaconDraft,
): TrustChoice | string {
  if (kind === 'nothing') return { kind }
  if (kind === 'block') {
    const [plain, name] = [number.replaceAll(/[\s,_]/g, ''), hash.trim()]
    if (!/^\d{1,15}$/.test(plain)) return 'The number of the block is missing.'
    if (!isHash(name)) return 'The hash of the block must be 0x and 64 hex digits.'
    return { kind, number: plain, hash: name }
  }
  const isBeacon = kind === 'beacon'
  const all = (isBeacon ? beacon.urls : urls).split(/\s+/).filter(Boolean)
  const wrong = all.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
  if (wrong !== undefined) return `${wrong.slice(0, 80)} is no http or https address.`
  if (isBeacon) {
    const checkpoint = beacon.checkpoint.trim()
    if (!isHash(checkpoint)) return 'The checkpoint must be 0x and 64 hex digits.'
    return all.length < 1
      ? 'Name a beacon node.'
      : { kind, urls: all, checkpoint, config: beacon.config.trim() }
  }
  return all.length < 2 ? 'Name at least two nodes of different operators.' : { kind, urls: all }
}

/** Returns the last choice, or the beacon nodes that the server names. They need not be trusted; the checkpoint must come from elsewhere. */
function readDraft(chosen: TrustChoice): BeaconDraft {
  if (chosen.kind === 'beacon') return { ...chosen, urls: chosen.urls.join('\n') }
  const { api } = Object(status.peek()?.['beacon']) as { api?: unknown }
  const urls = Array.isArray(api) ? api.filter((url) => typeof url === 'string').slice(0, 8) : []
  return { urls: urls.join('\n'), checkpoint: '', config: '' }
}

/** The block that the server says something vouches for, and what. */
function readAnchor(): { number: number; hash: string; level: string | undefined } | undefined {
  const { anchor } = status.value ?? {}
  const { number, hash, grounds } = Object(anchor) as Record<string, unknown>
  if (!Number.isSafeInteger(number) || !isHash(hash)) return undefined
  return {
    number: number as number,
    hash,
    level: typeof grounds === 'string' ? grounds.slice(0, 40) : undefined,
  }
}
