export { ClientError, type Attempt, type ErrorCode, type ErrorDetails, type Mismatch } from './error.ts'
export { bigints, type BigintResults, lenientShape, strictShape } from './results.ts'
export { http, type HttpOptions } from './transport/http.ts'
export { createClient } from './client.ts'
export { failover, type FailoverOptions } from './transport/failover.ts'
export type {
  BlockOf,
  BlockParameter,
  Client,
  Getters,
  Outcome,
  Proven,
  WireMethods,
} from './client-interface.ts'
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
export type { Bounds, Call, ClientEvent, Reply, Transport } from './transport/transport.ts'
