import { readExchanges } from '@lectern/conformance'
import { sample } from '@lectern/fixtures'
import { companions, type CompanionName, type Companions, type MethodName, type Methods } from '@lectern/spec'

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

const answer =
  (method: MethodName | CompanionName) =>
  (...params: readonly unknown[]): never =>
    (recorded.get(toKey(method, params)) ?? null) as never

/** The sample chain as its exchanges have it; null for what they do not ask. */
export const methods: Methods & Companions = {
  eth_getTransactionByHash: answer('eth_getTransactionByHash'),
  eth_getTransactionReceipt: answer('eth_getTransactionReceipt'),
  eth_getBlockByNumber: answer('eth_getBlockByNumber'),
  eth_chainId: answer('eth_chainId'),
  eth_blockNumber: answer('eth_blockNumber'),
  net_version: answer('net_version'),
  web3_clientVersion: answer('web3_clientVersion'),
  eth_getBlockByHash: answer('eth_getBlockByHash'),
  eth_getUncleByBlockHashAndIndex: answer('eth_getUncleByBlockHashAndIndex'),
}
