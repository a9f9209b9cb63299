// Generated from openrpc.json (sha256 6b4193a094153ce2dd85069d2f4e25ec6ee089a22c5223e3e4747bae4c8d8afd) by packages/spec/generate. Run `npm run generate` instead of editing.
import type { CompanionName, MethodName } from './methods.gen.ts'

/** A parameter: its name, what it must be in words, and the pattern that its string matches; without one it is a boolean. */
export type ParameterRule = readonly [name: string, words: string, pattern?: RegExp]

/** What each parameter of a method must be: exactly what the validators accept. */
export const parameters: { readonly [M in MethodName]: readonly ParameterRule[] } = {
  eth_getTransactionByHash: [['tx_hash', '0x and 64 hex digits', /^0x[0-9a-fA-F]{64}$/]],
  eth_getTransactionReceipt: [['tx_hash', '0x and 64 hex digits', /^0x[0-9a-fA-F]{64}$/]],
  eth_getBlockByNumber: [
    [
      'block_number',
      'a hex quantity, earliest, finalized, safe, latest or pending',
      /^0x(0|[1-9a-f][0-9a-f]{0,15})$|^(earliest|finalized|safe|latest|pending)$/,
    ],
    ['return_full_txns', 'true or false'],
  ],
}

/** The names of the companions. */
export const companionNames: readonly CompanionName[] = [
  'eth_chainId',
  'eth_blockNumber',
  'net_version',
  'web3_clientVersion',
  'eth_getBlockByHash',
  'eth_getUncleByBlockHashAndIndex',
]
