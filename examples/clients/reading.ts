/** A JSON value, in the form of Ethereum's JSON-RPC: quantities and bytes are `0x` strings. */
export type Json = string | boolean | null | Json[] | { [member: string]: Json }

/** A chain as a client's calls return it. */
export interface ReadChain {
  readonly chainId: Json
  readonly blockNumber: Json
  readonly networkId?: Json
  readonly clientVersion?: Json
}

/** One block as a client decoded it, with the names of JSON-RPC. */
export interface ReadBlock {
  /** `eth_getBlockByNumber` with whole transactions. */
  readonly block: Json
  /** `eth_getBlockByHash` with hashes. */
  readonly byHash: Json
  /** `eth_getTransactionByHash` of each. */
  readonly transactions: Json[]
  /** `eth_getTransactionReceipt` of each. */
  readonly receipts: Json[]
  /** Values that the client computed from those above, for the block and for each transaction; compared with the server's. */
  readonly computed: { readonly block?: Json; readonly transactions?: Json[] }
}

/** A client of npm, pointed at an endpoint: first the chain, then its blocks from the genesis block to the head. */
export type Read = (url: string) => AsyncGenerator<ReadChain | ReadBlock>

/** A decoded value as JSON-RPC writes it: numbers as quantities; what is absent is left out. */
export function toJson(value: unknown): Json {
  if (typeof value === 'bigint' || typeof value === 'number') return `0x${value.toString(16)}`
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.map(toJson)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toJson(inner)]))
}
