import { createClient, ClientError, http, type Transport } from '@lectern/client'
import {
  agreement,
  blobPrices,
  headerChain,
  serverProofs,
  tracePath,
  type Trust,
  verifier,
} from '@lectern/client/verify'
import { sender } from '@lectern/client/verify/sender'
import type { Proof, ProofMessage, ProofRequest, TrustChoice } from './proof.ts'
import { readRefusal, readReport } from './report.ts'

const say = (message: ProofMessage): void => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<ProofRequest>) => void prove(data))

/** Proves what the page shows, from the bytes that the page has. A whole block is proven twice: first without its many signatures. */
async function prove(request: ProofRequest): Promise<void> {
  const { id } = request
  const of = countTransactions(request)
  if (of > few) {
    const first = await makeProof(request, undefined)
    say({ id, proof: { ...first, isPartial: first.outcome === 'proven' } })
    if (first.outcome !== 'proven') return
  }
  let done = 0
  const recover: typeof sender = (transaction) => {
    done += 1
    if (of > few && done % slice === 0) say({ id, done, of })
    return sender(transaction)
  }
  say({ id, proof: await makeProof(request, recover) })
}

/** More transactions than these are proven in slices, which the page shows. */
const few = 24
const slice = 16

async function makeProof(request: ProofRequest, recover: typeof sender | undefined): Promise<Proof> {
  const { method, params, endpoint, trust, chain } = request
  const begun = performance.now()
  const address = new URL(endpoint)
  const base = address.origin + address.pathname.replace(/\/$/, '')
  try {
    const verify = verifier({
      level: 'full',
      members: 'tolerant',
      unsupported: 'list',
      sender: recover,
      blobs: chain ? blobPrices(chain) : undefined,
      proofs: serverProofs(),
      trace: tracePath,
      trust: await readTrust(trust),
      onReport: (report) => {
        reported = report
      },
    })
    let reported: Parameters<typeof readReport>[0] | undefined
    const client = createClient({ transport: shownFirst(request, base), deadline: 600_000, verify })
    await perform(client, method, params)
    return readReport(reported!, trust, performance.now() - begun)
  } catch (error) {
    return readRefusal(error, performance.now() - begun)
  }
}

/** The endpoint, but that the first call is answered with what the page shows. */
function shownFirst({ text, endpoint, method, params }: ProofRequest, url: string): Transport {
  const node = http(endpoint)
  const shown = JSON.stringify([method, params])
  let isShown = false
  return async (call, bounds) => {
    if (!isShown && JSON.stringify([call.method, call.params]) === shown) {
      isShown = true
      return { result: (JSON.parse(text) as { result: unknown }).result, url }
    }
    return { ...(await node(call, bounds)), url }
  }
}

function perform(
  client: ReturnType<typeof createClient>,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  if (method === 'eth_getBlockByNumber')
    return client.eth_getBlockByNumber(params[0] as 'latest', params[1] as true)
  if (method === 'eth_getTransactionReceipt')
    return client.eth_getTransactionReceipt(params[0] as `0x${string}`)
  return client.eth_getTransactionByHash(params[0] as `0x${string}`)
}

async function readTrust(choice: TrustChoice): Promise<Trust | undefined> {
  if (choice.kind === 'nothing') return undefined
  if (choice.kind === 'nodes') return agreement(choice.urls)
  const { number, hash } = choice
  if (!/^\d+$/.test(number)) throw new ClientError('INVALID_OPTION', `“${number}” is no block number.`)
  return headerChain({ number: Number(number), hash })
}

function countTransactions({ method, text }: ProofRequest): number {
  if (method !== 'eth_getBlockByNumber') return 0
  try {
    return (JSON.parse(text) as { result: { transactions: unknown[] } }).result.transactions.length
  } catch {
    return 0
  }
}
