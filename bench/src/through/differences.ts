import type { Call } from './calls.ts'

interface Reply {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

type Row = readonly [name: string, has: (call: Call, geth: Reply, ours: Reply) => boolean]

const ofMethod =
  (name: string): Row[1] =>
  (call, geth, ours) =>
    call.method === name && !geth.error && !ours.error
const ofCode =
  (code: number): Row[1] =>
  (_, geth, ours) =>
    geth.error?.code === code && ours.error?.code === code

/** Differences by design: a name of each, and whether a pair of replies has it. */
const differences: readonly Row[] = [
  ['web3_clientVersion names the server', ofMethod('web3_clientVersion')],
  ['eth_syncing is the state of the store', ofMethod('eth_syncing')],
  ['eth_capabilities is the range of the store', ofMethod('eth_capabilities')],
  ['-32602, with the sentence of Lectern', ofCode(-32602)],
  [
    'an empty index is refused, which is zero to geth',
    ({ params }, _, ours) => ours.error?.code === -32602 && params[1] === '',
  ],
  ['-32601 for a method that is not forwarded', ofCode(-32601)],
]

/** Returns the name of the difference by design between geth's reply and ours; undefined for another one. */
export function explain(call: Call, geth: unknown, ours: unknown): string | undefined {
  return differences.find(([, has]) => has(call, geth as Reply, ours as Reply))?.[0]
}
