import { createHash } from 'node:crypto'
import { toText, writeTable } from '@lectern/bench-tools'
import { call, type Question } from './loads.ts'
import { least, measureInTurn, median, type Effort } from './rounds.ts'
import { startLectern } from './servers.ts'

/** What a hash costs that is not there, beside one that is: a random one, and one that differs in its last bit. */
export async function compareUnknown(datadir: string, { bodies }: Question, effort: Effort): Promise<string> {
  const known = bodies.map((body) => /0x[0-9a-f]{64}/.exec(body)![0])
  const loads = {
    'a known one': known,
    'one that differs in its last bit': known.map(
      (hash) => `${hash.slice(0, -1)}${(Number.parseInt(hash.at(-1)!, 16) ^ 1).toString(16)}`,
    ),
    'a random one': known.map((hash) => `0x${createHash('sha256').update(hash).digest('hex')}`),
  }
  const { url, pid, stop } = await startLectern(datadir, ['--workers', '1'], { core: 0 })
  try {
    const runs = await measureInTurn(
      Object.values(loads).map((hashes) => ({ url, pid, bodies: hashes.map(ask), core: 1 })),
      effort,
    )
    const first = least(runs[0]!, 'cpu')
    const rows = Object.keys(loads).map((name, index) => {
      const cpu = least(runs[index]!, 'cpu')
      return [name, `**${toText(cpu / first)}×**`, toText(cpu), toText(median(runs[index]!, 'bytes'))]
    })
    return writeTable(['hash of a transaction', 'CPU of a known one', 'CPU a request, µs', 'bytes'], rows)
  } finally {
    await stop()
  }
}

const ask = (hash: string, id: number): string => call(id, 'eth_getTransactionByHash', hash)
