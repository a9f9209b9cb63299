import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Rpc } from '../src/index.ts'
import { createCanonicalSource } from './canonical.ts'
import type { FuzzOptions } from './fuzz.ts'
import { send } from './send.ts'

/** The difference between what a body is answered with, and the same body behind a blank, which is not canonical; undefined where there is none. */
export async function compareReaders(rpc: Rpc, body: Uint8Array): Promise<string | undefined> {
  const canonical = await send(rpc, body)
  const general = await send(rpc, Buffer.concat([Buffer.from(' '), body]))
  return canonical === general
    ? undefined
    : `${canonical} is not ${general}; the request is ${Buffer.from(body).toString()}`
}

/** Compares both readers on canonical and nearly canonical bodies; returns at most ten differences. */
export async function fuzzReaders(
  rpc: Rpc,
  { runs, seed, onProgress }: FuzzOptions,
): Promise<readonly string[]> {
  const next = createCanonicalSource(seed)
  const differences: string[] = []
  for (let run = 1; run <= runs && differences.length < 10; run += 1) {
    const difference = await compareReaders(rpc, next())
    if (difference !== undefined) differences.push(difference)
    if (run % 10_000 > 0) continue
    onProgress?.(run)
    await nextTurn()
  }
  return differences
}
