import { Option } from 'commander'
import { wholeNumber, withVariable } from '@lectern/conformance/flags'
import { header } from './beacon-options.ts'
import { choice, inGroup } from './flags.ts'
import { list, methodPattern, nodeAddress } from './kind.ts'

/** The flags of the nodes that are asked for what the store lacks. */
export interface UpstreamFlags {
  /** URLs, the best first. */
  readonly upstream: readonly string[]
  readonly 'upstream.methods': readonly string[]
  readonly 'upstream.verify': 'none' | 'block' | 'full'
  readonly 'upstream.header'?: Readonly<Record<string, string>>
  readonly 'upstream.inflight': number
  readonly 'upstream.timeout': number
  readonly 'upstream.responseLimit': number
}

// oxfmt-ignore
export const upstreamOptions = (): readonly Option[] => inGroup('Upstream', [
  list('--upstream <url,…>', 'JSON-RPC of nodes that are asked for other methods and for what the store lacks, the best first', '', nodeAddress),
  list('--upstream.methods <pattern,…>', 'methods that may be forwarded; those of operators, such as admin_ and debug_, only by a pattern with that prefix', 'eth_*,net_*,web3_*', methodPattern),
  choice('--upstream.verify <level>', 'prove blocks, transactions and receipts of an upstream before they are passed on', ['none', 'block', 'full'], 'none'),
  withVariable(new Option('--upstream.header <header>', 'header of each request to an upstream; may be repeated').argParser(header)),
  wholeNumber('--upstream.inflight <calls>', 'calls at the upstream at a time in each worker; more wait', { least: 1, most: 100_000, value: 256 }),
  wholeNumber('--upstream.timeout <seconds>', 'time for the forwarded calls of a request, waiting included', { least: 1, most: 3_600, value: 10 }),
  wholeNumber('--upstream.response-limit <bytes>', 'most bytes of a response; four times as many for all that are being read', { least: 1_024, value: 33_554_432 }),
])
