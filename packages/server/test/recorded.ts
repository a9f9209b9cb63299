import { readExchanges } from '@lectern/conformance'
import { sample } from '@lectern/fixtures'
import type { CompanionName, Companions, MethodName, Methods } from '@lectern/spec'

interface Round {
  readonly method: MethodName | CompanionName
  readonly params: readonly unknown[]
  readonly result?: unknown
}

/** Each round trip of the sample chain's exchanges that gives a result. */
export const rounds: readonly Round[] = (await readExchanges(sample.exchanges))
  .flatMap((exchange) => exchange.rounds)
  .map(({ request, response }): Round => Object.assign(JSON.parse(request), JSON.parse(response)))
  .filter(({ result }) => result !== undefined)

const recorded = new Map(rounds.map(({ method, params, result }) => [toKey(method, params), result]))

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
