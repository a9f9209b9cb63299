import type { Mismatch as ClientMismatch } from '@lectern/client'
import type { Report } from '@lectern/client/verify'
import type { Answer } from '../shell/endpoint.ts'

/** The reader's trust: the arithmetic alone, a block by its hash, agreement of other nodes, or signatures of the beacon chain’s committees. */
export type TrustChoice =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'block'; readonly number: string; readonly hash: string }
  | { readonly kind: 'nodes'; readonly urls: readonly string[] }
  | {
      readonly kind: 'beacon'
      readonly urls: readonly string[]
      readonly checkpoint: string
      /** The config.yaml of a network that is not built in; empty for one that is. */
      readonly config: string
    }

/** A message to the thread of proofs. */
export interface ProofRequest extends Omit<Answer, 'result'> {
  readonly id: number
  readonly endpoint: string
  readonly trust: TrustChoice
  /** The config of the chain's genesis with its blob schedule, if the server has it. */
  readonly chain?: unknown
}

/** A message of the thread of proofs. */
export type ProofMessage =
  | { readonly id: number; readonly proof: Proof }
  /** How many signatures of a block were recovered. */
  | { readonly id: number; readonly done: number; readonly of: number }

/** The proof of one answer, from the report of the verifier. Members are JSON pointers with `*` for every index. */
export interface Proof extends Pick<
  Report,
  'proven' | 'unproven' | 'unsupported' | 'grounds' | 'path' | 'block' | 'family'
> {
  readonly outcome: 'proven' | 'refuted' | 'open'
  /** The members that differ from the values that hashes commit to. */
  readonly mismatches: readonly Mismatch[]
  /** The trust in that block; absent if only its own hash commits to it. */
  readonly anchor?: { readonly kind: TrustChoice['kind']; readonly sentence: string } | undefined
  readonly reason?: string | undefined
  readonly milliseconds: number
  /** Whether more is still being proven. */
  readonly isPartial: boolean
}

export const noProof: Proof = {
  outcome: 'open',
  proven: [],
  unproven: [],
  unsupported: [],
  grounds: [],
  mismatches: [],
  milliseconds: 0,
  isPartial: false,
}

/** A value that a hash refutes. Its path is a JSON pointer to a member, or the name of a check. */
export interface Mismatch extends ClientMismatch {
  readonly message: string
}

export type State = 'proven' | 'open' | 'refuted' | 'working'

/** How the member at a JSON pointer stands in a proof; `undefined` is a proof in the making. */
export function stateOf(proof: Proof | undefined, pointer: string): State {
  if (!proof) return 'working'
  const isWrong = proof.mismatches.some(({ path }) => path === pointer || path.startsWith(`${pointer}/`))
  if (isWrong) return 'refuted'
  if (proof.unsupported.some(({ path }) => path && `${pointer}/`.startsWith(`${path}/`))) return 'open'
  return stateOfAll(proof, withoutIndexes(pointer))
}

/** How members stand whatever their index, once found out: a block has thousands of the same name. */
const known = new WeakMap<Proof, Map<string, State>>()

function stateOfAll(proof: Proof, member: string): State {
  const states = known.get(proof) ?? new Map<string, State>()
  known.set(proof, states)
  const state = states.get(member) ?? findState(proof, member)
  states.set(member, state)
  return state
}

function findState(proof: Proof, member: string): State {
  const open = proof.isPartial ? 'working' : 'open'
  for (const at of upwards(member)) {
    if (proof.unproven.includes(at)) return open
    if (proof.proven.includes(at)) return hasOpenPart(proof, at) ? open : 'proven'
  }
  return 'open'
}

/** A pointer, and those of all that it is in, the nearest first. */
function* upwards(pointer: string): Generator<string> {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) yield at
}

/** A pointer as reports have it, with `*` for every index. */
export const withoutIndexes = (pointer: string): string => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')

const hasOpenPart = ({ unproven }: Proof, pointer: string): boolean =>
  unproven.some((one) => one.startsWith(`${pointer}/`))

/** The letter of a ground by its place: a … z, then aa. */
export const letterOf = (index: number): string =>
  (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCodePoint(97 + (index % 26))

/** The letter of the ground that proves the member at a JSON pointer. */
export function groundOf({ grounds }: Proof, pointer: string): string | undefined {
  for (const at of upwards(withoutIndexes(pointer))) {
    const index = grounds.findIndex(({ members }) => members.includes(at))
    if (index >= 0) return letterOf(index)
  }
  return undefined
}
