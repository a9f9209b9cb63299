import { type Ask, createClient, http, type Transport, type Verify } from '@lectern/client'
import {
  blobPrices,
  type Report,
  serverProofs,
  tracePath,
  type Trust,
  verifier,
  type VerifierOptions,
} from '@lectern/client/verify'
import { sender } from '@lectern/client/verify/sender'
import type { MethodName } from '@lectern/spec'
import type { Proof, ProofMessage, ProofRequest, TrustChoice } from './proof.ts'
import { readRefusal, readReport } from './report.ts'
import { nameMembers } from './second-reading.ts'

const say = (message: ProofMessage): void => postMessage(message)

/** Returns the trust that a reader chose; undefined for none. */
export type ReadTrust = (choice: TrustChoice, chain: unknown) => Trust | undefined

/** Makes this thread one of proofs: it proves what the page shows, by the trust that it can read. */
export function listen(readTrust: ReadTrust): void {
  addEventListener('message', ({ data }: MessageEvent<ProofRequest>) => void prove(data, readTrust))
}

/** Proves what the page shows, from the bytes that the page has. A block is proven twice: first without its many signatures. */
async function prove(request: ProofRequest, readTrust: ReadTrust): Promise<void> {
  const { id } = request
  const { transactions } = Object(resultOf(request)) as { readonly transactions?: unknown }
  const of = Array.isArray(transactions) ? transactions.length : 0
  if (of > few) {
    const first = await makeProof(request, undefined, readTrust)
    say({ id, proof: { ...first, isPartial: first.outcome === 'proven' } })
    if (first.outcome !== 'proven') return
  }
  let done = 0
  const recover: typeof sender = (transaction) => {
    done += 1
    if (of > few && done % slice === 0) say({ id, done, of })
    return sender(transaction)
  }
  say({ id, proof: await makeProof(request, recover, readTrust) })
}

/** More transactions than these are proven in slices, which the page shows. */
const few = 24
const slice = 16

async function makeProof(
  request: ProofRequest,
  recover: typeof sender | undefined,
  readTrust: ReadTrust,
): Promise<Proof> {
  const { method, params, endpoint, trust, chain } = request
  const begun = performance.now()
  const address = new URL(endpoint)
  const base = address.origin + address.pathname.replace(/\/$/, '')
  const node = http(endpoint)
  const { signal } = new AbortController()
  const ask: Ask = async (method, params) =>
    (await node({ method, params }, { signal, deadline: Date.now() + mostTime })).result
  // Without trust, a verifier finds the family of the chain, which the seal names. The block is then vouched for.
  const proven = verifier({
    level: 'full',
    members: 'tolerant',
    trust: 'none',
    sender: recover,
    blobs: readPrices(chain),
    proofs: serverProofs(),
    trace: tracePath,
  })
  try {
    const vouch = readTrust(trust, chain)
    const verify: Verify = async (...call) => (reported = await proven(...call))
    let reported: Report | undefined
    const client = createClient({ transport: shownFirst(request, base), deadline: mostTime, verify })
    await (client[method as MethodName] as (...params: readonly unknown[]) => Promise<unknown>)(...params)
    const { block, ...report } = reported!
    const anchor = block && (await vouch?.(block, ask, signal, base))
    return readReport({ ...report, block, anchor }, trust, performance.now() - begun)
  } catch (error) {
    const call = { method: method as MethodName, params }
    const prove = (result: unknown) => proven(call, { result, url: base }, ask)
    const named = await nameMembers(error, { ...call, result: resultOf(request) }, prove, ask)
    return readRefusal(named, performance.now() - begun)
  }
}

/** The blob prices of what a server says of its chain. If it cannot be read, only the prices stay unproven. */
function readPrices(chain: unknown): VerifierOptions['blobs'] {
  try {
    return chain ? blobPrices(chain) : undefined
  } catch {
    return undefined
  }
}

/** Milliseconds for a proof, with all that is asked for it. */
const mostTime = 600_000

const resultOf = ({ text }: ProofRequest): unknown => (JSON.parse(text) as { result: unknown }).result

/** The endpoint, but that the first call is answered with what the page shows. */
function shownFirst(request: ProofRequest, url: string): Transport {
  const { endpoint, method, params } = request
  const node = http(endpoint)
  const shown = JSON.stringify([method, params])
  let isShown = false
  return async (call, bounds) => {
    if (!isShown && JSON.stringify([call.method, call.params]) === shown) {
      isShown = true
      return { result: resultOf(request), url }
    }
    return { ...(await node(call, bounds)), url }
  }
}
