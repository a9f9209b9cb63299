export { createClient, type ClientOptions } from './client.ts'
export { ClientError, type Attempt, type ErrorCode, type ErrorDetails } from './error.ts'
export type { ClientEvent } from './event.ts'
export { failover, type FailoverOptions } from './failover.ts'
export type {
  AskBlock,
  BlockOptions,
  BlockParameter,
  CallOptions,
  Client,
  GetBlock,
  Questions,
  Wire,
} from './functions.ts'
export { http, type HttpOptions } from './http.ts'
export type { Answers, Ask, Decode, Question, Validate, Verify, WireAnswers } from './plug.ts'
export type { Bounds, Call, Reply, Transport } from './transport.ts'
export { lenient, strict } from './validate.ts'
export { values, type ValueAnswers } from './values.ts'
