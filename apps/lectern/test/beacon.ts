import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fromHex } from '@lectern/chain'
import { type Network, networkFromConfig, readConfig } from '@lectern/consensus'
import { onTestFinished } from 'vitest'
import { ask } from './questions.ts'

const main = fileURLToPath(new URL('../../../packages/consensus/test/beacon.ts', import.meta.url))

/** A simulated beacon chain, and the flags that name it. */
export interface Beacon {
  readonly flags: readonly string[]
  readonly api: string
  readonly checkpoint: string
  readonly network: Network
}

/** Runs `npm run beacon` over an execution node; returns the flags that it prints, by their names. */
export async function startBeacon(rpc: string): Promise<Beacon> {
  const args = ['--disable-warning=ExperimentalWarning', main, '--rpc', rpc, '--port', '0']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill())
  let text = ''
  for await (const chunk of child.stdout) if (/Flags: .*\n/.test((text += String(chunk)))) break
  const flags = /Flags: (.*)/.exec(text)![1]!.split(' ')
  const valueOf = (name: string) => flags[flags.indexOf(name) + 1]!
  const network = networkFromConfig(readConfig(readFileSync(valueOf('--beacon.config'), 'utf8')), {
    genesisTime: BigInt(valueOf('--beacon.genesis.time')),
    genesisValidatorsRoot: fromHex(valueOf('--beacon.genesis.gvroot')),
  })
  return { flags, api: valueOf('--beacon.api'), checkpoint: valueOf('--beacon.checkpoint'), network }
}

/** The number of the block of a tag; -1 where none is named. */
export async function numberOf(url: string, tag: string): Promise<number> {
  const response = await ask(url, 'eth_getBlockByNumber', [tag, false])
  const { result } = (await response.json()) as { result?: { number: string } | null }
  return result ? Number(result.number) : -1
}
