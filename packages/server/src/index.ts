export { createServer, type CreatedServer, type CreateServerOptions } from './create-server.ts'
export { RpcError, type RpcFault } from './error.ts'
export { type AccessPolicy, type RequestHead } from './http/access.ts'
export { applyPolicy, type ApplyPolicyOptions, refuseUnknownPaths } from './http/apply-policy.ts'
export { fitConnections } from './http/connections.ts'
export { defaultHttpLimits, type HttpLimits } from './http/http-limits.ts'
export { jsonRpc, type JsonRpcOptions } from './json-rpc.ts'
export { createHttpPolicy, type HttpPolicy, type HttpPolicyOptions } from './http/policy.ts'
export { type RateOptions } from './http/rate.ts'
export { refuse, type Refusal } from './http/refusal.ts'
export { createServerOptions } from './http/server-options.ts'
export { createServerState, type ServerState } from './load/in-flight.ts'
export { proofs, type ProofSource, type ProofsOptions } from './proofs/proofs.ts'
export { proofSchemas, ProofRefusal } from './proofs/schemas.ts'
export { defaultLimits, type Limits } from './rpc/limits.ts'
export { type Whole, type Written } from './rpc/reply.ts'
export { type ResponseInPieces, readResponse, type RpcResponse } from './rpc/response.ts'
export { type Callable } from './rpc/call.ts'
export { createRpc, type Rpc, type RpcOptions } from './rpc/rpc.ts'
export {
  type CallOutcome,
  type ChainHead,
  type RequestContext,
  type Servable,
  type ServedSnapshot,
} from './rpc/service.ts'
export type { Upstream, UpstreamBounds, UpstreamCall, UpstreamReply } from './rpc/upstream.ts'
