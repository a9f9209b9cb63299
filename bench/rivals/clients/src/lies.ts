// Every lie about the sample chain, sent to one library: node src/lies.ts viem, or node src/lies.ts lectern full
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { liesAbout, lieKinds, truths, type Lie, type LieKind } from '@lectern/client/testing/lies'
import { sampleProofs } from '@lectern/client/testing/sample-node'
import { loadLibrary } from './libraries.ts'
import type { AskAll, Question, Setup } from './library.ts'
import { show } from './show.ts'

/** Of the lies of one kind: how many were sent, how many were refused, and of how many the library shows nothing. */
export interface Count {
  sent: number
  refused: number
  unseen: number
  /** Lies about an answer that the library refuses when it is true: these say nothing. */
  unsent: number
}

/** The counts of each kind of lie. */
export type Counts = Readonly<Record<LieKind, Count>>

const [name = '', level] = process.argv.slice(2)
const { connect } = await loadLibrary(name)
const keyOf = (method: string, params: readonly unknown[]): string => JSON.stringify([method, ...params])
const known = new Map<string, unknown>(
  truths.map(({ method, params, result }) => [keyOf(method, params), result]),
)
const facts: Readonly<Record<string, unknown>> = {
  eth_chainId: '0xd903',
  net_version: '55555',
  eth_blockNumber: '0x40',
}

const proofs = sampleProofs()

/** The lie that the server sends at each path; at every other path it sends the truth. */
const liesByPath = new Map<string, Lie>()
const server = createServer(async (request, response) => {
  const lie = liesByPath.get(request.url ?? '')
  const text = (await Array.fromAsync(request as AsyncIterable<Buffer>)).map(String).join('')
  if (request.method !== 'POST') {
    const proof = await proofs(new URL(request.url ?? '', base))
    return response.writeHead(proof.status).end(await proof.text())
  }
  const body = JSON.parse(text)
  const answer = ({ id, method, params }: Question & { id: unknown }): object => {
    const isTold = lie !== undefined && keyOf(lie.method, lie.params) === keyOf(method, params)
    const result = isTold ? lie.lie : (facts[method] ?? known.get(keyOf(method, params)) ?? null)
    return { jsonrpc: '2.0', id, result }
  }
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body)))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const counts = Object.fromEntries(
  lieKinds.map((kind): [string, Count] => [kind, { sent: 0, refused: 0, unseen: 0, unsent: 0 }]),
) as Counts
const shown = new Map<string, Promise<string | undefined>>()
const lies = liesAbout()
let number = 0
await Promise.all(Array.from({ length: 16 }, sendLies))
process.stdout.write(`${JSON.stringify(counts)}\n`, () => process.exit())

async function sendLies(): Promise<void> {
  for (const lie of lies) {
    const count = counts[lie.kind]
    const right = await truth(lie)
    if (right === undefined) {
      count.unsent += 1
      continue
    }
    const path = `/${(number += 1)}`
    liesByPath.set(path, lie)
    count.sent += 1
    const outcome = await look(path, lie)
    liesByPath.delete(path)
    if (outcome === undefined) count.refused += 1
    else if (outcome === right) count.unseen += 1
  }
}

/** What the library shows of a true answer; each is looked at once. */
async function truth(question: Lie): Promise<string | undefined> {
  const key = keyOf(question.method, question.params)
  const known = shown.get(key) ?? look('/', question)
  shown.set(key, known)
  return await known
}

/** What the library shows of an answer; undefined when it refuses it, or says that there is none. */
async function look(path: string, { method, params }: Lie): Promise<string | undefined> {
  const ask: AskAll = connect({ urls: [base + path], level: level as Setup['level'] })
  const [answer] = ask([{ method, params } as Question])
  const result = await answer!.catch(() => null)
  return result === null || result === undefined ? undefined : show(result)
}
