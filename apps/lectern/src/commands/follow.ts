import { Command } from 'commander'
import { fromHex } from '@lectern/chain'
import { createProgress } from '@lectern/conformance/terminal'
import type { FollowStatus } from '@lectern/follow'
import { followOptions, readFollowOptions } from '../config/follow-options.ts'
import { beaconOptions } from '../config/beacon-options.ts'
import { hash, parseKind, readAddresses } from '../config/kind.ts'
import { chooseStore, readLocation, type StoreFlags, storeOptions } from '../config/store-options.ts'
import { json, logOptions } from '../config/flags.ts'
import { Failure } from '../failure.ts'
import { runFollowing, toLog } from '../follow/following.ts'
import { createLog, type LogOptions } from '../observe/log.ts'
import { print } from './task.ts'

interface Options extends LogOptions, StoreFlags {
  readonly genesis?: string
  readonly head?: Uint8Array
  readonly once?: true
  readonly json?: true
}

export const command: Command = new Command('follow')
  .description('follow live nodes: every block verified before it is stored, each reorg in one commit')
  .argument('<rpc-url...>', 'JSON-RPC of an execution node over HTTP; several are compared', readAddresses)
  .option(
    '--genesis <file>',
    'genesis.json of the chain, or “node” to trust the nodes; a store with blocks, mainnet and sepolia need none',
  )
  .option('--head <hash>', 'hash of a trusted block, which no reorg goes below once it is stored', (text) =>
    fromHex(parseKind(hash, text)),
  )
  .option('--once', 'end once the newest block is stored')
  .addOption(json())
for (const option of [...storeOptions(), ...followOptions(''), ...beaconOptions(''), ...logOptions()])
  command.addOption(option)

command.action(async (urls: string[]) => {
  const options = chooseStore<Options>(command)
  const log = createLog(options.json ? { ...options, 'log.level': 'silent' } : options)
  const abort = new AbortController()
  const stop = () => abort.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const bar = showBackfill()
  const write = toLog(log)
  let status: FollowStatus | undefined
  const { exitCode, message } = await runFollowing(
    {
      ...readFollowOptions(options, ''),
      location: await readLocation(options),
      urls,
      genesis: options.genesis,
      trusted: options.head,
      once: options.once ?? false,
    },
    {
      onLog(line) {
        if (line.code === 'blocks' && process.stderr.isTTY) return // the bar shows them
        bar.end()
        write(line)
      },
      onStatus(now) {
        status = now
        bar.update(now)
      },
    },
    abort.signal,
  )
  bar.end()
  if (exitCode !== 0) throw new Failure(message, { mayPass: exitCode === 1 })
  print(options.json, status, `${message}\n`)
})

/** Shows how far a backfill is, while there is one. */
function showBackfill(): { update(status: FollowStatus): void; end(): void } {
  let begin: { readonly number: number; readonly progress: ReturnType<typeof createProgress> } | undefined
  return {
    update({ phase, head, target }) {
      if (phase !== 'backfill' || target === null) return this.end()
      const number = head?.number ?? -1
      begin ??= { number, progress: createProgress('following') }
      begin.progress.update({
        share: (number - begin.number) / Math.max(1, target - begin.number),
        counts: { blocks: number - begin.number },
        at: `block ${number} of ${target}`,
      })
    },
    end() {
      begin?.progress.end()
      begin = undefined
    },
  }
}
