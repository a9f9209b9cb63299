export { createClient } from './client.ts'
export type { AskBlock, BlockParameter, Client, GetBlock, Getters, WireMethods } from './client-interface.ts'
export type {
  Ask,
  BlockOptions,
  CallOptions,
  ClientOptions,
  Decode,
  Results,
  Validate,
  Verify,
  WireResults,
} from './client-options.ts'
export { ClientError, type Attempt, type ErrorCode, type ErrorDetails } from './error.ts'
export { failover, type FailoverOptions } from './failover.ts'
export { http, type HttpOptions } from './http.ts'
export { lenient, strict, values, type ValueResults } from './results.ts'
export type { Bounds, Call, ClientEvent, Reply, Transport } from './transport.ts'
