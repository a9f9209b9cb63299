import { type Ask, type Call, ClientError, type Mismatch } from '@lectern/client'
import { isRecord, type Json } from '@lectern/conformance/json'
import type { MethodName } from '@lectern/spec'
import type { Report } from '@lectern/client/verify'
import { withoutIndexes } from './proof.ts'

/**
 * Names the members that refute an answer. A wrong hash refutes all of it, without saying which member is wrong. So the document of that
 * hash is read in another way and proven: members that differ from it are wrong.
 *
 * @param error - what refuted the answer
 * @param shown - the call with the answer
 * @param prove - proves another answer of the call
 * @param ask - asks the node
 * @returns the refutation with each member that differs; `error` itself where it names members, or where the node has no other document
 */
export async function nameMembers(
  error: unknown,
  shown: Call<MethodName> & { readonly result: unknown },
  prove: (result: unknown) => Promise<Report>,
  ask: Ask,
): Promise<unknown> {
  if (!isWhole(error)) return error
  try {
    if (error.code === 'WRONG_ANSWER') {
      // Two members that do not fit together: the proof says which one is wrong.
      const stronger: unknown = await prove(shown.result).then(
        () => error,
        (reason: unknown) => reason,
      )
      if (stronger === error || !isWhole(stronger)) return isRefutation(stronger) ? stronger : error
      error = stronger
    }
    const truth = await findTruth(shown, ask)
    if (truth === undefined) return error
    const report = await prove(truth)
    const mismatches = [...differ(shown.result, truth, '')]
    const [first] = mismatches
    if (first === undefined) return error
    const { path, expected, actual } = first
    const sentence = `${path.slice(1)} is ${show(actual)}, not ${show(expected)}.`
    return new ClientError('UNVERIFIED', sentence, { mismatches, report: withoutThem(report, mismatches) })
  } catch {
    return error // the second reading failed: what the first one found stands
  }
}

export const isRefutation = (error: unknown): error is ClientError =>
  error instanceof ClientError && (error.code === 'UNVERIFIED' || error.code === 'WRONG_ANSWER')

/** Whether an error refutes an answer without a comparison member by member. */
const isWhole = (error: unknown): error is ClientError => isRefutation(error) && !error.mismatches

/** The document that the hash of an answer is the hash of, as another method has it. */
async function findTruth(
  { method, params, result }: Call<MethodName> & { readonly result: unknown },
  ask: Ask,
): Promise<Json | undefined> {
  const { hash, blockNumber } = Object(result) as Json
  if (method === 'eth_getBlockByNumber') {
    const byHash = 'eth_getBlockByHash' as typeof method // a companion, which nodes have too
    const block = Object(await ask(byHash, [hash, params[1]])) as Json
    return block['hash'] === hash ? block : undefined
  }
  if (method !== 'eth_getTransactionByHash') return undefined
  const { transactions } = Object(await ask('eth_getBlockByNumber', [blockNumber, true])) as Json
  return Array.isArray(transactions)
    ? (transactions as Json[]).find((transaction) => transaction['hash'] === params[0])
    : undefined
}

/** The members of an answer that another document has otherwise, or has not; those that it lacks itself are not drawn. */
function* differ(actual: unknown, expected: unknown, path: string): Generator<Mismatch> {
  if (Array.isArray(actual) && Array.isArray(expected) && actual.length === expected.length)
    for (const [index, part] of actual.entries()) yield* differ(part, expected[index], `${path}/${index}`)
  else if (isRecord(actual) && isRecord(expected))
    for (const [name, part] of Object.entries(actual)) yield* differ(part, expected[name], `${path}/${name}`)
  else if (show(actual) !== show(expected)) yield { path, expected, actual }
}

const show = (value: unknown): string => JSON.stringify(value) ?? 'absent'

/** A report without the members that differ, without what holds them and what they hold. */
function withoutThem(report: Report, mismatches: readonly Mismatch[]): Report {
  const wrong = mismatches.map(({ path }) => `${withoutIndexes(path)}/`)
  const holds = (member: string): boolean =>
    !wrong.some((one) => one.startsWith(`${member}/`) || `${member}/`.startsWith(one))
  const grounds = report.grounds.map(({ reason, members }) => ({ reason, members: members.filter(holds) }))
  return {
    ...report,
    proven: report.proven.filter(holds),
    grounds: grounds.filter(({ members }) => members.length > 0),
    anchor: undefined,
    trust: 'self-consistent',
  }
}
