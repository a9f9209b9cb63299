// Generated from openrpc.json (sha256 195fd10b3d93df0894d8d28667f971e004abad64246c46e4209da3698241f760) by packages/spec/generate. Run `npm run generate` instead of editing.
import type { MethodName } from './methods.gen.ts'

/** What each parameter of a method must be: a string that matches a pattern, or of a type. Exactly what the validators accept. */
export const parameters: { readonly [M in MethodName]: readonly (RegExp | 'boolean')[] } = {
  eth_getTransactionByHash: [/^0x[0-9a-fA-F]{64}$/],
  eth_getTransactionReceipt: [/^0x[0-9a-fA-F]{64}$/],
  eth_getBlockByNumber: [
    /^0x(0|[1-9a-f][0-9a-f]{0,15})$|^(earliest|finalized|safe|latest|pending)$/,
    'boolean',
  ],
}
