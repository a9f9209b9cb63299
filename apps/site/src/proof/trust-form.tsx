import { useSignal } from '@preact/signals'
import type { ComponentType, VNode } from 'preact'
import { isHash } from '../document/text.ts'
import { isStatic, status } from '../shell/endpoint.ts'
import { TextInput } from '../shell/text-input.tsx'
import { chooseTrust, trust } from './prover.ts'
import type { TrustChoice } from './proof.ts'

type Kind = TrustChoice['kind']
type Field = 'number' | 'hash' | 'nodes' | 'beacons' | 'checkpoint' | 'config'

/** Draws a field with its label; with `rows`, of several lines. */
export type DrawField = (name: Field, label: string, rows?: number) => VNode

/** The form of the reader's trust, with the button that proves again. */
export function TrustForm({ onProve }: { onProve: () => void }): VNode {
  const kind = useSignal<Kind>(trust.value.kind)
  const typed = useSignal<Partial<Record<Field, string>>>({})
  const beaconFields = useSignal<ComponentType<{ field: DrawField }> | undefined>(undefined)
  const complaint = useSignal('')
  const anchor = readAnchor()
  const texts = { ...readUsual(anchor), ...typed.value }
  if (kind.value === 'beacon' && !beaconFields.value)
    void import('./beacon-fields.tsx').then(
      (loaded) => (beaconFields.value = loaded.default),
      () => (complaint.value = 'These fields could not be loaded.'),
    )
  const BeaconFields = beaconFields.value

  const submit = (event: Event): void => {
    event.preventDefault()
    const choice = readChoice(kind.value, texts)
    complaint.value = typeof choice === 'string' ? choice : ''
    if (typeof choice === 'string') return
    chooseTrust(choice)
    onProve()
  }
  const option = (value: Kind, text: string): VNode => (
    <label class="option">
      <input type="radio" name="trust" checked={kind.value === value} onChange={() => (kind.value = value)} />
      <span>{text}</span>
    </label>
  )
  const field: DrawField = (name, label, rows) => (
    <label>
      {label}
      <TextInput
        inputMode={name === 'number' ? 'numeric' : undefined}
        rows={rows}
        value={texts[name]}
        onText={(text) => (typed.value = { ...typed.value, [name]: text })}
      />
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
            {field('number', 'number')}
            {field('hash', 'hash')}
            {anchor !== undefined && texts.hash === anchor.hash && (
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
            {field('nodes', 'their addresses, one a line', 3)}
            {!isStatic && (
              <p>
                The policy of this page must admit them: <code>lectern serve --http.site-connect</code> lists
                their origins.
              </p>
            )}
          </div>
        )}
        {option('beacon', 'what Ethereum’s validators signed since a checkpoint')}
        {kind.value === 'beacon' && BeaconFields && <BeaconFields field={field} />}
      </fieldset>
      <p class="complaint" role="alert">
        {complaint.value}
      </p>
      <button>Prove again</button>
    </form>
  )
}

/** Returns the choice that the texts of a kind are; a sentence if they are none. */
function readChoice(kind: Kind, texts: Readonly<Record<Field, string>>): TrustChoice | string {
  const [hash, checkpoint, config] = [texts.hash.trim(), texts.checkpoint.trim(), texts.config.trim()]
  if (kind === 'nothing') return { kind }
  if (kind === 'block') {
    const number = texts.number.replaceAll(/[\s,_]/g, '')
    if (!/^\d{1,15}$/.test(number)) return 'The number of the block is missing.'
    return isHash(hash) ? { kind, number, hash } : 'The hash of the block must be 0x and 64 hex digits.'
  }
  const urls = (kind === 'beacon' ? texts.beacons : texts.nodes).split(/\s+/).filter(Boolean)
  const wrong = urls.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
  if (wrong !== undefined) return `${wrong.slice(0, 80)} is no http or https address.`
  if (kind === 'nodes')
    return urls.length < 2 ? 'Name at least two nodes of different operators.' : { kind, urls }
  if (!isHash(checkpoint)) return 'The checkpoint must be 0x and 64 hex digits.'
  return urls.length < 1 ? 'Name a beacon node.' : { kind, urls, checkpoint, config }
}

/**
 * Returns the texts before anything is typed: those of the last choice, else the block and the beacon nodes that the server names.
 * The nodes need not be trusted; a checkpoint must come from elsewhere.
 */
function readUsual(anchor: ReturnType<typeof readAnchor>): Record<Field, string> {
  const { api } = Object(status.value?.['beacon']) as { api?: unknown }
  const beacons = Array.isArray(api) ? api.filter((url) => typeof url === 'string').slice(0, 8) : []
  const { number = '', hash = '' } = anchor ?? {}
  const usual = { number, hash, nodes: '', beacons: beacons.join('\n'), checkpoint: '', config: '' }
  const { value } = trust
  if (!('urls' in value)) return { ...usual, ...value }
  return { ...usual, ...value, [value.kind === 'beacon' ? 'beacons' : 'nodes']: value.urls.join('\n') }
}

/** The block that the server says something vouches for, and what. */
function readAnchor() {
  const { number, hash, grounds } = Object(status.value?.['anchor']) as Record<string, unknown>
  if (!Number.isSafeInteger(number) || !isHash(hash)) return undefined
  const level = typeof grounds === 'string' ? grounds.slice(0, 40) : undefined
  return { number: String(number), hash, level }
}
