import { setImmediate as nextTurn } from 'node:timers/promises'
import { checkReplyForm, keepId } from '@lectern/conformance/protocol'
import { readResponse, type Rpc } from '../src/index.ts'
import { createMutator } from './mutator.ts'

/** How many runs, from which seed; `onProgress` is called every ten thousand runs. */
export interface FuzzOptions {
  readonly runs: number
  readonly seed: number
  /** Ends it early. */
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number) => void
}

/** The outcomes of mutated requests. */
export interface FuzzReport {
  /** How many were sent. */
  readonly runs: number
  /** How many answers were a result, and how many an error of each code. */
  readonly outcomes: ReadonlyMap<string, number>
  /** Each wrong answer with its request; at most ten. */
  readonly faults: readonly string[]
}

/** Sends mutated requests through createRpc's function, and checks each response: well-formed, one of result and error, its id exact or null. */
export async function fuzzRpc(
  rpc: Rpc,
  { runs, seed, signal, onProgress }: FuzzOptions,
): Promise<FuzzReport> {
  const mutate = createMutator(seed)
  const outcomes = new Map<string, number>()
  const faults: string[] = []
  let run = 0
  while (run < runs && faults.length < 10) {
    run++
    const body = mutate()
    try {
      const text = await answerOf(rpc, body)
      const problem = text === undefined ? undefined : check(text, body, outcomes)
      if (problem !== undefined) faults.push(`${problem}; the request is ${body}`)
    } catch (error) {
      faults.push(`${String(error)} is thrown; the request is ${body}`)
    }
    if (run % 10_000 > 0) continue
    onProgress?.(run)
    await nextTurn()
    if (signal?.aborted) break
  }
  return { runs: run, outcomes, faults }
}

async function answerOf(rpc: Rpc, body: Uint8Array): Promise<string | undefined> {
  const bytes = await readResponse(await rpc(body))
  return bytes && Buffer.from(bytes).toString()
}

/** Returns the faults of the answers in a text, and counts them. */
function check(text: string, body: Buffer, outcomes: Map<string, number>): string | undefined {
  const request = body.toString()
  const answer: unknown = JSON.parse(text, keepId)
  const answers: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
  if (answers.length === 0) return 'an empty array answers'
  for (const each of answers) {
    const problem = checkReplyForm(each)
    if (problem !== undefined) return problem
    const { id, error } = each as { readonly id: unknown; readonly error?: { readonly code: number } }
    if (id !== 'null' && !request.includes(String(id))) return `the id ${String(id)} is not echoed`
    const outcome = error === undefined ? 'result' : String(error.code)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  return undefined
}
