import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Command } from 'commander'
import { toHex } from '@lectern/chain'
import { createProgress } from '@lectern/conformance/terminal'
import {
  type Head,
  HistoryError,
  openStore,
  readHead,
  showLocation,
  type Store,
  verifyHistory,
} from '@lectern/history'
import { Failure } from '../failure.ts'
import { describeFinality, describeHistory, describeVoucher, levelsOf } from '../observe/history-report.ts'
import { json } from '../config/flags.ts'
import { chooseStore, readLocation, type StoreFlags, storeOptions } from '../config/store-options.ts'
import { print } from './task.ts'

/** `lectern verify`: verifies all stored blocks again. Exit code 1 if a check fails, 2 if it could not finish. */
export const command: Command = new Command('verify')
  .description('verify all stored blocks again')
  .addOption(json())
for (const option of storeOptions()) command.addOption(option)

command.action(async () => {
  const options = chooseStore<VerifyOptions>(command)
  const location = await readLocation(options)
  if ('datadir' in location && !isChild()) return watch(options)
  await using store = await openStore(location, { readOnly: true })
  const head = await readHead(store)
  if (head === null)
    throw new Failure(`${showLocation(location)} has no block: import a chain into it first.`)
  const result = await prove(store, head)
  if (!result.holds) process.exitCode = 1
  const report = await describeHistory(store)
  print(options.json, { ...result, ...report }, describe(head, result))
})

interface VerifyOptions extends StoreFlags {
  readonly json?: true
}

/** Verifies in a child process, so that damage which ends that process becomes a result too. */
async function watch({ json }: VerifyOptions): Promise<void> {
  const end = await runChild()
  if (typeof end === 'number') return void (process.exitCode = end)
  if (end === 'SIGINT' || end === 'SIGTERM') throw new Failure('Interrupted.')
  if (end !== 'SIGBUS' && end !== 'SIGSEGV')
    throw new Failure(`Ended by ${end} before it was done; no fault was found until then.`)
  process.exitCode = 1
  const fault = `reading the store ended the process by ${end}, so the pages of its file are damaged. Import the chain again.`
  print(json, { holds: false, fault }, `Not verified: ${fault}\n`)
}

type Result =
  | { readonly holds: true; readonly blocks: number; readonly transactions: number }
  | { readonly holds: false; readonly fault: string }

async function prove(store: Store, head: Head): Promise<Result> {
  const progress = createProgress('verifying')
  const total = Number(head.number - head.lowest) + 1
  try {
    const { blocks, transactions } = await verifyHistory(store, {
      onProgress({ number, blocks, transactions: tx }) {
        progress.update({ share: blocks / total, counts: { blocks, tx }, at: `block ${number}` })
      },
    })
    return { holds: true, blocks, transactions }
  } catch (error) {
    if (isFault(error)) return { holds: false, fault: error.message }
    throw error
  } finally {
    progress.end()
  }
}

/** Whether an error says that a stored byte is wrong: others say that the store could not be read to its end. */
export const isFault = (error: unknown): error is HistoryError =>
  error instanceof HistoryError && (error.code === 'block' || error.code === 'damaged')

function describe(head: Head, result: Result): string {
  if (!result.holds) return `Not verified: ${result.fault}\n`
  const { number, hash, lowest, anchor } = head
  const trust =
    anchor === null
      ? 'consistent with itself, but no hash is trusted (import with --head <hash> to anchor it)'
      : `anchored at block ${anchor.number} ${toHex(anchor.hash)}${anchor.number < number ? `; the ${number - anchor.number} blocks above it are consistent with it` : ''}`
  const voucher = anchor ? ` ${describeVoucher(anchor)}.` : ''
  const levels = levelsOf(head).map(
    ({ from, to, level, executed }) => `  ${from} to ${to}: ${level}${executed ? ', executed' : ''}\n`,
  )
  return `Verified: blocks ${lowest} to ${number} (${toHex(hash)}), ${result.transactions} transactions; ${trust}${describeFinality(head)}.${voucher}\nBlocks, and what vouches for them:\n${levels.join('')}`
}

const MARK = 'LECTERN_CHILD'

/** Whether this process is the one that `runChild` started. */
const isChild = (): boolean => process.env[MARK] === '1'

/**
 * Runs this command again in a child process, and returns its exit code, or the signal that ended it. LMDB maps the store's file:
 * reading a damaged page may end the process (SIGBUS, SIGSEGV), and no program can catch that.
 */
async function runChild(): Promise<number | NodeJS.Signals> {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [MARK]: '1' },
  })
  const pass = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass)
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, pass)
  return code ?? signal!
}
