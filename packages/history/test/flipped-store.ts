import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../src/index.ts'
import { DATA_FILE } from '../src/store/embedded/tables.ts'
import { compactAll } from './compacting-store.ts'
import { makeChain, syntheticConfig } from './synthetic.ts'
import { startLineChild } from './line-child.ts'

/** One bit of a store's file. */
export interface Flip {
  /** The byte's offset. */
  readonly at: number
  /** 0 to 7, from the least. */
  readonly bit: number
}

/** The effect of a flipped bit on the results of a store, and on its verification. */
export interface FlipOutcome extends Flip {
  /** `refused`: the store does not open. `ended`: a signal, or no answer in time. */
  readonly answers: 'same' | 'error' | 'wrong' | 'refused' | 'ended'
  readonly verify: 'holds' | 'found' | 'ended'
  /** The first error, the wrong answer, or the signal. */
  readonly note: string
}

/** Makes a store of blocks in commits of four, of which the newest `hot` stay hot, with small levels of hashes. Returns the bytes that it uses of its file. */
export async function makeFlippable(
  datadir: string,
  {
    blocks: length,
    transactions,
    hot,
  }: { readonly blocks: number; readonly transactions: number; readonly hot: number },
): Promise<{ readonly bytes: number; readonly pageSize: number }> {
  const blocks = makeChain(length, transactions, 7)
  const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
  await using store = await openStore(datadir, { chain, recentHashes: 20 })
  for (let at = 0; at < length; at += 4) await store.commit({ blocks: blocks.slice(at, at + 4) })
  await store.commit({ anchor: blocks[length - 4]!, safe: BigInt(length - 5), finalized: BigInt(length - 6) })
  await compactAll(store, hot)
  return { bytes: store.report().bytes, pageSize: 8_192 }
}

/** Flips each bit alone in a copy of a store, in a process that is started again where a flip ends it. */
export async function* flipBits(datadir: string, flips: readonly Flip[]): AsyncGenerator<FlipOutcome> {
  let child: FlipProcess | undefined
  try {
    for (const flip of flips) {
      child ??= await startChild(datadir)
      const outcome = await child.flip(flip)
      yield outcome
      if (outcome.answers !== 'ended' && outcome.verify !== 'ended') continue
      child.end()
      child = undefined
    }
  } finally {
    child?.end()
  }
}

interface FlipProcess {
  flip(flip: Flip): Promise<FlipOutcome>
  end(): void
}

async function startChild(datadir: string): Promise<FlipProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-flips-'))
  copyFileSync(join(datadir, DATA_FILE), join(folder, DATA_FILE))
  const child = startLineChild('flip-child.ts', [folder])
  await child.next()
  return {
    async flip(flip) {
      child.write(`${flip.at} ${flip.bit}`)
      const answers = await child.next()
      const note = answers.text
      if (answers.word === 'refused') return { ...flip, answers: 'refused', verify: 'found', note }
      if (answers.word === 'ended') return { ...flip, answers: 'ended', verify: 'ended', note }
      const [kind] = answers.text.split(' ') as ['same' | 'error' | 'wrong']
      const verify = await child.next()
      if (verify.word === 'ended')
        return { ...flip, answers: kind, verify: 'ended', note: `${note}; ${verify.text}` }
      const [found] = verify.text.split(' ') as ['holds' | 'found']
      return { ...flip, answers: kind, verify: found, note: kind === 'same' ? verify.text : note }
    },
    end() {
      child.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
