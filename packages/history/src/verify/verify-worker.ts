import { move, transferableSymbol, valueSymbol } from 'piscina'
import { useFastEngine } from '../engine.ts'
import { gather } from './gather.ts'
import { type Sources, verifyTask } from './tasks.ts'

await useFastEngine()

export default function verify<K extends keyof Sources>(job: {
  source: K
  task: Sources[K]['task']
}): unknown {
  const { value, buffer } = gather(verifyTask(job.source, job.task))
  return move({ [transferableSymbol]: buffer, [valueSymbol]: value } as never)
}
