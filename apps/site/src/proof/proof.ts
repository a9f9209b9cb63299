import { type DocumentKind, orderOf } from '../document/members.ts'

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
export interface ProofRequest {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
  /** The response body, as the wire had it. */
  readonly text: string
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

/** The proof of one answer. Members are JSON pointers with `*` for every index. */
export interface Proof {
  readonly outcome: 'proven' | 'refuted' | 'open'
  readonly proven: readonly string[]
  readonly unproven: readonly string[]
  /** Why members are proven, in the order of their letters. */
  readonly grounds: readonly Ground[]
  /** The members that differ from the values that hashes commit to. */
  readonly mismatches: readonly Mismatch[]
  /** The way from the block's hash down to the document; absent where no trie led to it. */
  readonly path?: { readonly root: string; readonly steps: readonly PathStep[] } | undefined
  /** The block that all of it follows from. */
  readonly block?: { readonly number: string; readonly hash: string } | undefined
  /** The trust in that block; absent if only its own hash commits to it. */
  readonly anchor?: { readonly kind: TrustChoice['kind']; readonly sentence: string } | undefined
  /** Why a proof could not be made. */
  readonly reason?: string | undefined
  readonly milliseconds: number
  /** Whether more is still being proven. */
  readonly isPartial: boolean
}

/** One reason, and the members that it proves. */
export interface Ground {
  readonly text: string
  readonly members: readonly string[]
}

/** A value that a hash refutes. */
export interface Mismatch {
  /** A JSON pointer to a member, or the name of a check. */
  readonly path: string
  readonly expected: unknown
  readonly actual: unknown
  readonly message: string
}

/** A node of a trie on the way to a leaf. */
export interface PathStep {
  readonly kind: 'branch' | 'extension' | 'leaf'
  /** `0x` hex; undefined for a short node, which stands in the one above. */
  readonly hash: string | undefined
  /** The nibbles that lead on from here. */
  readonly nibbles: readonly number[]
  /** Of a branch: which of the sixteen children there are. */
  readonly children?: readonly boolean[] | undefined
}

/** How a member stands. */
export type State = 'proven' | 'open' | 'refuted' | 'working'

/** How the member at a JSON pointer stands in a proof; `undefined` is a proof in the making. */
export function stateOf(proof: Proof | undefined, pointer: string): State {
  if (!proof) return 'working'
  const isWrong = proof.mismatches.some(({ path }) => path === pointer || path.startsWith(`${pointer}/`))
  return isWrong ? 'refuted' : stateOfAll(proof, pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*'))
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
  for (let at = member; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    if (proof.unproven.includes(at)) return open
    if (proof.proven.includes(at)) return hasOpenPart(proof, at) ? open : 'proven'
  }
  return 'open'
}

const hasOpenPart = ({ unproven }: Proof, pointer: string): boolean =>
  unproven.some((one) => one.startsWith(`${pointer}/`))

/** Grounds in the order in which a reader meets their members, and so of their letters. */
export function orderGrounds(grounds: readonly Ground[], kind: DocumentKind): Ground[] {
  const place = (member: string): number => orderOf(member, kind)
  return grounds
    .map(({ text, members }) => ({ text, members: members.toSorted((a, b) => place(a) - place(b)) }))
    .toSorted((a, b) => place(a.members[0]!) - place(b.members[0]!))
}

/** The letter of a ground by its place: a … z, then aa. */
export const letterOf = (index: number): string =>
  (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCodePoint(97 + (index % 26))

/** The letter of the ground that proves the member at a JSON pointer. */
export function groundOf({ grounds }: Proof, pointer: string): string | undefined {
  for (
    let at = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
    at !== '';
    at = at.slice(0, at.lastIndexOf('/'))
  ) {
    const index = grounds.findIndex(({ members }) => members.includes(at))
    if (index >= 0) return letterOf(index)
  }
  return undefined
}
