import type { Family } from '@lectern/chain'
import { unknownFork } from '@lectern/chain/internal'
import { checkEach, skip, type Finding } from '../check.ts'
import { pairCalls, readOutcome, type Exchange } from '../../endpoint/exchange.ts'
import { isRecord, type Json } from '../../document/json.ts'
import type { Session } from '../../endpoint/session.ts'
import { familyOf } from './families/families.ts'
import { computedHash, readTransaction } from './facts.ts'

/** Knows which blocks of an endpoint are of an unknown fork, so that no finding on them is a fault. */
export interface ForkRecorder {
  note(exchange: Exchange): void
  /** The finding without its failures on such blocks: skipped where no other is left. */
  excuse(finding: Finding | undefined, session: Session): Promise<Finding | undefined>
}

export function recordForks(): ForkRecorder {
  // By Ethereum's rules; a finding shows later whether those of the chain's family know them.
  const strange = new Map<unknown, Json>()
  return {
    note(exchange) {
      for (const object of objectsOf(exchange))
        if (findFork(object) !== undefined) for (const name of namesOf(object)) strange.set(name, object)
    },
    async excuse(finding, session) {
      if (finding?.verdict !== 'failed' || strange.size === 0) return finding
      const family = await familyOf(session).catch(() => undefined) // the endpoint is lost: by Ethereum's
      const { others = [], ...first } = finding
      const reasonOf = ({ exchange }: Finding) =>
        exchange &&
        objectsOf(exchange)
          .flatMap(namesOf)
          .map((name) => strange.get(name))
          .map((object) => object && findFork(object, family))
          .find((reason) => reason !== undefined)
      const left = await checkEach([first, ...others], (one) =>
        reasonOf(one) === undefined ? one : undefined,
      )
      return left ?? skip(`not judged: unknown fork: ${reasonOf(finding)!.replace(/\.$/, '')}`)
    },
  }
}

const objectsOf = (exchange: Exchange): Json[] =>
  pairCalls(exchange).flatMap(({ reply }) => {
    const outcome = readOutcome(reply)
    return outcome.kind === 'result' ? [outcome.result].flat().filter(isRecord) : []
  })

/** The names of the block that an object is, or is of: its hash and its number. */
const namesOf = (object: Json): unknown[] => {
  const names = 'parentHash' in object ? ['hash', 'number'] : ['blockHash', 'blockNumber']
  return names.flatMap((name) => (typeof object[name] === 'string' ? [object[name]] : []))
}

function findFork(object: Json, family?: Family): string | undefined {
  try {
    if (!('parentHash' in object)) return findType([object], family)
    const further = unknownFork(object, family)
    if (further && computedHash(object, family) !== object['hash']) return further.message
    const { transactions } = object
    return Array.isArray(transactions) ? findType(transactions.filter(isRecord), family) : undefined
  } catch {
    return undefined // what cannot be read is for the checks to say
  }
}

/** The sentence of the first type that Ethereum has not given yet. */
function findType(objects: readonly Json[], family?: Family): string | undefined {
  const found = objects.find(
    ({ type, ...rest }) =>
      typeof type === 'string' &&
      /^0x[1-9a-f][\da-f]?$/.test(type) &&
      Number(type) < OTHER_CHAINS &&
      readTransaction({ ...rest, type }, family) === undefined,
  )
  return found && `transaction: the type ${String(found['type'])} is not known: a newer Lectern is needed.`
}

/** The first type of other chains: Ethereum assigns types from 1 upwards. */
const OTHER_CHAINS = 0x40
