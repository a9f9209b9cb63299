import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { type Answer, endpoint, status } from '../shell/endpoint.ts'
import { startProver } from '../shell/trusted-types.ts'
import { type DocumentKind, orderOf } from '../document/members.ts'
import { noProof, type Proof, type ProofMessage, type ProofRequest, type TrustChoice } from './proof.ts'

/** The reader's trust; it holds for all pages until the tab is closed. */
export const trust: Signal<TrustChoice> = signal(readStored())

const key = 'lectern-trust'

export function chooseTrust(choice: TrustChoice): void {
  trust.value = choice
  try {
    sessionStorage.setItem(key, JSON.stringify(choice))
  } catch {} // where nothing may be stored, the choice holds for this page
}

function readStored(): TrustChoice {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as TrustChoice | null
    if (stored && ['nothing', 'block', 'nodes', 'beacon'].includes(stored.kind)) return stored
  } catch {}
  return { kind: 'nothing' }
}

export interface Proving {
  /** undefined until the first part is there. */
  readonly proof?: Proof | undefined
  /** How far the signatures of a block are. */
  readonly progress?: { readonly done: number; readonly of: number } | undefined
}

const current: Signal<Proving> = signal({})

/** The proof of what is shown. */
export const proving: ReadonlySignal<Proving> = current
/** It alone: a progress redraws no member. */
export const proof: ReadonlySignal<Proof | undefined> = computed(() => current.value.proof)

let worker: Worker | undefined
let hasBeacon = false
let isBusy = false
let last = 0
let kind: DocumentKind

/** Proves an answer; what was being proven before is given up. */
export function prove({ method, params, text }: Answer, of: DocumentKind): void {
  last += 1
  kind = of
  current.value = {}
  // A thread in the middle of its arithmetic does not listen, and one has a light client.
  if (isBusy || hasBeacon !== (trust.value.kind === 'beacon')) stop()
  hasBeacon = trust.value.kind === 'beacon'
  worker ??= start()
  isBusy = true
  const request: ProofRequest = {
    id: last,
    method,
    params,
    text,
    endpoint: endpoint!,
    trust: trust.value,
    chain: status.peek()?.['chainConfig'],
  }
  worker.postMessage(request) // oxlint-disable-line unicorn/require-post-message-target-origin -- a worker has none
}

/** Gives up what is being proven. */
export function stopProving(): void {
  last += 1
  current.value = {}
  if (isBusy) stop()
}

function stop(): void {
  worker?.terminate()
  worker = undefined
  isBusy = false
}

function start(): Worker {
  const made = startProver(hasBeacon)
  made.addEventListener('message', ({ data }: MessageEvent<ProofMessage>) => {
    if (data.id !== last) return
    if (!('proof' in data)) {
      current.value = { ...current.value, progress: { done: data.done, of: data.of } }
      return
    }
    const proof = { ...data.proof, grounds: orderGrounds(data.proof.grounds) }
    isBusy = proof.isPartial
    current.value = { proof, progress: proof.isPartial ? current.value.progress : undefined }
  })
  made.addEventListener('error', (event) => {
    stop()
    const reason = event.message || 'The thread that makes proofs could not be started.'
    current.value = { proof: { ...noProof, reason } }
  })
  return made
}

const place = (member: string): number => orderOf(member, kind)

/** Grounds in the order in which a reader meets their members, and so of their letters. */
function orderGrounds(grounds: Proof['grounds']): Proof['grounds'] {
  return grounds
    .map(({ reason, members }) => ({ reason, members: members.toSorted((a, b) => place(a) - place(b)) }))
    .toSorted((a, b) => place(a.members[0]!) - place(b.members[0]!))
}
