import { dirname } from 'node:path'
import { createRandom, sample } from '@lectern/fixtures'
import { endOfValue, readItems } from '@lectern/spec'
import { type Bench, UsageError } from '../tools/bench.ts'
import { post } from '../tools/ask.ts'
import { describeGeth, executeChain } from '../tools/geth.ts'
import { importSample, serve } from '../tools/lectern.ts'
import { type Call, createCalls, readChain } from './calls.ts'
import { explain } from './differences.ts'

/** Compares the replies of a geth with those that `lectern serve --upstream` sends in front of it, byte for byte. */
export const bench: Bench<{ geth: string; calls: number; batches: number; seed: number }> = {
  flags: { geth: '', calls: 2_000, batches: 300, seed: 1 },
  async run({ geth, calls, batches, seed }) {
    if (geth === '') throw new UsageError('--geth must name the program.')
    const headFile = `${dirname(sample.chain)}/headfcu.json`
    const node = await executeChain(geth, { ...sample, headFile })
    const lectern = await serve(['--datadir', await importSample(), '--workers', '1', '--upstream', node.url])
    const draw = createCalls(await readChain(node.url), seed)
    const random = createRandom(seed)

    const counts = new Map<string, number>()
    const unexplained: string[] = []
    const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
    const askBoth = (asked: Call | readonly Call[]) =>
      Promise.all([node.url, lectern.url].map((url) => post(url, JSON.stringify(asked))))
    /** Whether both give the same bytes when they are asked again: pending blocks have the current time. */
    const isEqualLater = async (call: Call) => {
      for (let attempt = 0; attempt < 10; attempt++) {
        const [direct, through] = await askBoth(call)
        if (through!.trimEnd() === direct!.trimEnd()) return true
      }
      return false
    }
    const compare = async (asked: Call | readonly Call[]) => {
      const [direct, through] = await askBoth(asked)
      const kind = Array.isArray(asked) ? 'batches' : 'calls'
      if (through!.trimEnd() === direct!.trimEnd()) return count(`${kind} whose bytes are equal`)
      count(`${kind} with a difference`)
      const all = toList(asked).filter(({ id }) => id !== undefined)
      const [directs, throughs] = [direct!, through!].map(sliceItems)
      for (const [index, call] of all.entries()) {
        const [one = '{}', two = '{}'] = [directs![index], throughs![index]]
        if (one === two) continue
        const reason =
          explain(call, JSON.parse(one), JSON.parse(two)) ??
          ((await isEqualLater(call)) ? 'geth changes its reply, and both are equal later' : undefined)
        if (reason) count(`  ${reason}`)
        else unexplained.push(`${JSON.stringify(call)}\n  geth    ${one}\n  Lectern ${two}`)
      }
    }
    for (let call = 0; call < calls; call++) await compare(draw())
    for (let batch = 0; batch < batches; batch++)
      await compare(Array.from({ length: 30 }, () => draw(random(15) === 0)))
    for (const difference of unexplained.slice(0, 20)) process.stderr.write(`${difference.slice(0, 2_000)}\n`)
    await Promise.all([node.stop(), lectern.stop()])
    return {
      head: [`${describeGeth(geth)}, direct and through Lectern`, 'number'],
      rows: [...counts, ['replies with another difference', unexplained.length]],
      holds: unexplained.length === 0,
    }
  },
}

function sliceItems(text: string): string[] {
  const items: string[] = []
  readItems(text, (at) => {
    const end = endOfValue(text, at)
    items.push(text.slice(at, end))
    return end
  })
  return items
}

const toList = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])
