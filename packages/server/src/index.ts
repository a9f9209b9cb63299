export { type Whole, type Written } from './rpc/answer.ts'
export { RpcError, type RpcFault } from './error.ts'
export { fitConnections } from './http/connections.ts'
export { type AccessPolicy, type RequestHead } from './http/access.ts'
export { createHttpPolicy, type HttpPolicy, type HttpPolicyOptions } from './http/policy.ts'
export { applyPolicy, refuseUnknownPaths, type ApplyPolicyOptions } from './http/apply-policy.ts'
export { defaultHttpLimits, type HttpLimits } from './http/http-limits.ts'
export { lectern, type LecternOptions } from './http/lectern.ts'
export { defaultLimits, type Limits } from './rpc/limits.ts'
export { proofs, type Proofs, type ProofsOptions } from './proofs/proofs.ts'
export { type RateOptions } from './http/rate.ts'
export { logRefusal, refuse, type Refusal } from './http/refusal.ts'
export { type Pieces, readReply, type Reply } from './rpc/reply.ts'
export { createRpc, type Rpc, type RpcOptions } from './rpc/rpc.ts'
export {
  type AnswerFact,
  type Caller,
  type ChainHead,
  type Servable,
  type ServedSnapshot,
} from './rpc/service.ts'
export { createServerOptions, type ServerOptions } from './http/server-options.ts'
export { createServerState, type ServerState } from './load/in-flight.ts'
