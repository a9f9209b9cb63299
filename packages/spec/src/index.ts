export { document } from './document.gen.ts'
export {
  type Signatures,
  type CompanionSignatures,
  type MethodName,
  type CompanionName,
  type Params,
  type Result,
  type MaybePromise,
  type Json,
  type Methods,
  type Companions,
  type ParamInfo,
  type MethodInfo,
  methods,
  companions,
  comparedMembers,
  errors,
  type ErrorName,
  type ErrorCode,
} from './methods.gen.ts'
export type * from './types.gen.ts' // an interface or alias for each component of the document
export type * from './family/types.gen.ts' // and of each family's overlay
export { endOfValue, readItems, visitMembers } from './json-text.ts'
export { when } from './maybe-promise.ts'
export type * from './open-rpc.ts' // the form of an OpenRPC document
