import { execFileSync } from 'node:child_process'
import { cpus, totalmem, type } from 'node:os'

/** What figures were made on, in a sentence: processor, cores, memory, system, Node, the state of the code and the day. */
export function describeMachine(): string {
  const all = cpus()
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const day = new Date().toISOString().slice(0, 10)
  return `${all[0]!.model}, ${all.length} cores, ${memory}, ${type()}, Node ${process.version}, commit ${commit}, ${day}.`
}
