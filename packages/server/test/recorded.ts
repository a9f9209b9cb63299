import { readExchanges } from '@lectern/conformance'
import { sample } from '@lectern/fixtures'
import {
  companions,
  methods as table,
  type CompanionName,
  type Companions,
  type MethodName,
  type Methods,
} from '@lectern/spec'

interface Round<M> {
  readonly method: M
  readonly params: readonly unknown[]
  readonly result?: unknown
}

const all = (await readExchanges(sample.exchanges))
  .flatMap((exchange) => exchange.rounds)
  .map(({ request, response }): Round<MethodName | CompanionName> =>
    Object.assign(JSON.parse(request), JSON.parse(response)),
  )
  .filter(({ result }) => result !== undefined)

/** Each exchange of the sample chain whose response is a result. */
export const rounds: readonly Round<MethodName>[] = all.filter(
  (round): round is Round<MethodName> => !Object.hasOwn(companions, round.method),
)

/** The same of the companions. */
export const companionRounds: readonly Round<CompanionName>[] = all.filter(
  (round): round is Round<CompanionName> => Object.hasOwn(companions, round.method),
)

const recorded = new Map(all.map(({ method, params, result }) => [toKey(method, params), result]))

function toKey(method: string, params: readonly unknown[]): string {
  return JSON.stringify([method, ...params])
}

/** The sample chain as its exchanges have it; null for what they do not ask. */
export const methods: Methods & Companions = Object.fromEntries(
  [...Object.keys(table), ...Object.keys(companions)].map((method) => [
    method,
    (...params: readonly unknown[]) => recorded.get(toKey(method, params)) ?? null,
  ]),
) as never
