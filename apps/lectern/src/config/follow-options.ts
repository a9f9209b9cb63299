import { availableParallelism } from 'node:os'
import { Option } from 'commander'
import { longestTimer, wholeNumber, withVariable } from '@lectern/conformance/flags'
import type { FollowerOptions } from '@lectern/follow'
import { Failure } from '../failure.ts'
import { type BeaconFlags, header, readBeaconOptions } from './beacon-options.ts'
import { hotBlocks, inGroup, valuesOf } from './flags.ts'

/** How nodes are followed, as the flags say. */
export interface FollowOptions extends Omit<
  FollowerOptions,
  'store' | 'urls' | 'once' | 'onLog' | 'onStatus' | 'beacon'
> {
  /** The number of newest blocks that stay uncompressed. */
  readonly hot: number
  /** How the beacon chain is followed, for the finality `beacon`. */
  readonly beacon?: BeaconFlags | undefined
}

/** The flags of `lectern follow`; those of `lectern serve` begin with `--follow.` */
export const followOptions = (prefix: '' | 'follow.'): readonly Option[] => {
  const name = (rest: string) => `--${prefix}${rest}`
  // oxfmt-ignore
  return inGroup('Following', [
    wholeNumber(name('quorum <hosts>'), 'hosts whose chain must have a block; URLs of one host count once', { least: 1, most: 64 }).default(undefined, 'a majority of the hosts'),
    withVariable(new Option(name('finality <by>'), 'source of safe and finalized; beacon: signatures of the beacon chain').choices(['nodes', 'beacon', 'none']).default('nodes')),
    withVariable(new Option(name('latest <by>'), `newest block: of the nodes, or with ${name('finality')} beacon the newest signed one`).choices(['nodes', 'attested']).default('nodes')),
    wholeNumber(name('from <number>'), 'first block of an empty store', { value: 0 }),
    wholeNumber(name('distance <blocks>'), 'blocks to stay below the tip', { most: 1_000_000, value: 0 }),
    hotBlocks(name('hot')),
    wholeNumber(name('reorg.limit <blocks>'), 'deepest reorg; a deeper one needs an operator', { least: 1, most: 8_192, value: 256 }),
    wholeNumber(name('reorg.memory <bytes>'), "most bytes of a reorg's blocks and receipts; more need an operator", { least: 1_024, value: 67_108_864 }),
    wholeNumber(name('poll <milliseconds>'), 'time between two requests for the tip', { least: 20, most: 600_000 }).default(undefined, '250 when a block is due, else a quarter of the block time'),
    wholeNumber(name('workers <number>'), 'threads that read and verify blocks', { most: 1_024 }).default(availableParallelism(), 'one per core'),
    withVariable(new Option(name('rpc.header <header>'), 'header of each request to a node, such as "authorization: Bearer …"; may be repeated').argParser(header)),
    wholeNumber(name('rpc.concurrency <requests>'), 'requests to a node at a time', { least: 1, most: 256, value: 8 }),
    wholeNumber(name('rpc.rps <requests>'), 'requests per second to a node; 0 is no limit', { most: 100_000, value: 0 }),
    wholeNumber(name('rpc.timeout <seconds>'), 'time for a request and its response', { least: 1, most: 600, value: 10 }),
    wholeNumber(name('rpc.response-limit <bytes>'), 'most bytes of a response', { least: 1_024, value: 67_108_864 }),
    wholeNumber(name('rpc.patience <milliseconds>'), 'longest wait for a part of a block that a node lacks', { most: longestTimer, value: 4_000 }),
  ])
}

/** Reads the flags of `lectern follow`. Throws Failure if one is missing, or for a newest block that is not signed. */
export function readFollowOptions(values: object, prefix: '' | 'follow.'): FollowOptions {
  const of = valuesOf(values, prefix)
  const poll = of<number | undefined>('poll')
  const quorum = of<number | undefined>('quorum')
  const headers = of<Readonly<Record<string, string>> | undefined>('rpc.header')
  if (of('latest') === 'attested' && of('finality') !== 'beacon')
    throw new Failure(`--${prefix}latest attested needs the beacon chain: add --${prefix}finality beacon.`)
  return {
    ...(quorum !== undefined && { quorum }),
    finality: of('finality'),
    latest: of('latest'),
    beacon: of('finality') === 'beacon' ? readBeaconOptions(values, prefix) : undefined,
    from: BigInt(of<number>('from')),
    distance: of('distance'),
    hot: of('hot'),
    reorgLimit: of('reorg.limit'),
    reorgBytes: of('reorg.memory'),
    ...(poll !== undefined && { poll }),
    workers: of('workers'),
    patience: of('rpc.patience'),
    rpc: {
      ...(headers && { headers }),
      concurrency: of('rpc.concurrency'),
      rps: of('rpc.rps'),
      timeout: 1_000 * of<number>('rpc.timeout'),
      maxBytes: of('rpc.responseLimit'),
    },
  }
}

/** Throws Failure for a quorum of more hosts than there are. */
export function checkQuorum(urls: readonly string[], { quorum = 1 }: Pick<FollowOptions, 'quorum'>): void {
  const hosts = new Set(urls.map((url) => new URL(url).host)).size
  if (quorum > hosts)
    throw new Failure(`A quorum of ${quorum} hosts needs as many of them; there are ${hosts}.`)
}
