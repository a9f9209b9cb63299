export { document } from './document.gen.ts'
export {
  type Signatures,
  type MethodName,
  type Params,
  type Result,
  type MaybePromise,
  type Json,
  type Methods,
  type ParamInfo,
  type MethodInfo,
  methods,
  errors,
  type ErrorName,
  type ErrorCode,
} from './methods.gen.ts'
export type * from './types.gen.ts' // an interface or alias for each component of the document
export type * from './open-rpc.ts' // the form of an OpenRPC document
