import { document } from '@lectern/spec'
import { ofServers } from '../rules/ethereum/methods.ts'
import { compare, type Difference, isRecord, type Json } from '../document/json.ts'
import { pairCalls, type Exchange } from './exchange.ts'

/** The first result of each call of a session, whichever check made it, and what differs from it later. */
export interface ResultRecord {
  note(exchange: Exchange): void
  /** How many results were compared with an earlier one. */
  readonly compared: number
  /** The results that differ from an earlier one of the same call. */
  readonly conflicts: readonly { readonly exchange: Exchange; readonly differences: readonly Difference[] }[]
}

/** Creates a record of results. Those that may change without a fault are left out: of a tag, errors, null, those after a reorg. */
export function recordResults(): ResultRecord {
  const known = new Map<string, unknown>()
  const conflicts: ResultRecord['conflicts'][number][] = []
  let compared = 0
  return {
    conflicts,
    get compared() {
      return compared
    },
    note(exchange) {
      for (const { call, reply, path } of pairCalls(exchange)) {
        const key = settled.has(call['method']) ? keyOf(call) : undefined
        if (key === undefined || !isRecord(reply) || isRecord(reply['error'])) continue
        const { result } = reply
        if (result === undefined || result === null) continue
        const first = known.get(key)
        if (first === undefined) known.set(key, result)
        else if (blockHashOf(first) === blockHashOf(result)) {
          compared++
          const differences = compare(first, result, `${path}/result`)
          if (differences.length > 0) conflicts.push({ exchange, differences })
        }
      }
    },
  }
}

/** The methods whose results are the same each time, as far as is known: those of Lectern's document. */
const settled = new Set<unknown>(document.methods.map(({ name }) => name)).difference(ofServers)

/** The method and parameters of a call as text; undefined where a parameter may name something else a moment later. */
const keyOf = ({ method, params }: Json) =>
  Array.isArray(params) && params.every(isFixed) ? JSON.stringify([method, params]).toLowerCase() : undefined

const isFixed = (param: unknown) =>
  typeof param === 'string' ? /^0x[0-9a-f]+$/i.test(param) : typeof param !== 'object'

const blockHashOf = (result: unknown) => isRecord(result) && (result['blockHash'] ?? result['hash'])
