import { endOfValue, readItems, visitMembers } from '@lectern/spec'
import { RpcError } from '../error.ts'
import type { Limits } from './limits.ts'

/** Facts of the text of one call that its parsed value lacks. */
export interface Slice {
  /** The id as it is written, so that it is echoed digit for digit; undefined when there is none. */
  readonly id: string | undefined
  /** The parameters as they are written; undefined when there are none. */
  readonly params: string | undefined
  /** The duplicate of a member that decides: a proxy in front may have read the other one. */
  readonly repeated: string | undefined
}

/** The top of a request's text: one slice a request, undefined for what is not an object. */
export interface Slices {
  readonly batch: boolean
  readonly slices: readonly (Slice | undefined)[]
}

/**
 * Reads the top of a request's text. The text must be valid JSON.
 * Throws an RpcError (-32005) beyond the limits of depth and batch items.
 */
export function sliceRequest(
  text: string,
  { depth: most, batchItems }: Pick<Limits, 'depth' | 'batchItems'>,
): Slices {
  const slices: (Slice | undefined)[] = []
  const checkDepth = (depth: number): void => {
    if (depth > most) throw new RpcError('LimitExceeded', `A request is nested at most ${most} levels deep.`)
  }
  const batch = readItems(text, (at, depth) => {
    if (depth === 1 && slices.length === batchItems)
      throw new RpcError('LimitExceeded', `A batch holds at most ${batchItems} requests.`)
    if (text[at] !== '{') {
      slices.push(undefined)
      return endOfValue(text, at, depth, checkDepth)
    }
    const found: Record<string, string> = {}
    let repeated: string | undefined
    const visit = (name: string, json: string): void => {
      if (!members.has(name)) return
      if (found[name] !== undefined) repeated ??= name
      found[name] = json
    }
    const end = visitMembers(text, at, visit, depth, checkDepth)
    slices.push({ id: found['id'], params: found['params'], repeated })
    return end
  })
  return { batch, slices }
}

/** The members that decide what is asked; all others are ignored. */
const members: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params'])
