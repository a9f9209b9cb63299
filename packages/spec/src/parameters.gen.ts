// Generated from openrpc.json (sha256 014fb65480608387738ddb01810226332598181b7d7ea6d09ddfb1732dd27454) by packages/spec/generate. Run `npm run generate` instead of editing.
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
