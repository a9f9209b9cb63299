import { readFileSync } from 'node:fs'
import { decodeHeader, hashTransaction, type RawBlock, splitBlock, toHex } from '@lectern/chain'
import {
  encodeList,
  envelope,
  listItems,
  proveBlock,
  receiptItems,
  toQuantity,
} from '@lectern/chain/internal'
import { proveReceipt, proveTransaction } from '@lectern/chain/testing'
import { sample } from '@lectern/fixtures'
import { methods } from '@lectern/spec'
import { ClientError } from '../src/error.ts'
import type { Transport } from '../src/transport/transport.ts'
import { companionTruths, truths } from './lies.ts'

const keyOf = (method: string, params: readonly unknown[]): string => JSON.stringify([method, params])
const answers = new Map(
  [...truths, ...companionTruths].map(({ method, params, result }) => [keyOf(method, params), result]),
)

/** The true answer of the sample chain to a question; null where it has none. */
export const truthOf = (method: string, params: readonly unknown[]): unknown =>
  structuredClone(answers.get(keyOf(method, params)) ?? null)

/** Where the sample node says that it is. */
export const origin = 'http://sample.test'

/** An honest transport of the sample chain, but for the results given here by method and params; with its companions or without. */
export function sampleTransport(
  lieOf: (method: string, params: readonly unknown[]) => { readonly lie: unknown } | undefined = () =>
    undefined,
  hasCompanions = true,
): Transport & { asked: string[] } {
  const asked: string[] = []
  const transport: Transport = async ({ method, params }) => {
    asked.push(keyOf(method, params))
    if (!hasCompanions && !Object.hasOwn(methods, method))
      throw new ClientError('METHOD_NOT_FOUND', `the method ${method} does not exist`)
    const known = lieOf(method, params)
    return { result: known ? known.lie : truthOf(method, params), url: origin }
  }
  return Object.assign(transport, { asked })
}

/** The config of the sample chain's genesis. */
export const genesisConfig: unknown = JSON.parse(readFileSync(sample.genesis, 'utf8')).config

/** The sample chain's blocks after genesis in bytes. */
export const rawBlocks: readonly RawBlock[] = listItems(encodeList([readFileSync(sample.chain)])).map(
  (rlp) => {
    const body = splitBlock(rlp)
    const receipts = body.transactions.map((bytes) => {
      const { type, items } = receiptItems(
        answers.get(keyOf('eth_getTransactionReceipt', [toHex(hashTransaction(bytes))])),
      )
      return envelope(type, items)
    })
    return Object.assign(body, { receipts })
  },
)

/** The proofs of the sample chain, as its server sends them: by the path of their address. */
const proofs = new Map<string, () => object>()
for (const block of rawBlocks) {
  proofs.set(`/proof/block/${toQuantity(decodeHeader(block.header).number)}`, () => proveBlock(block))
  for (const [index, bytes] of block.transactions.entries()) {
    const hash = toHex(hashTransaction(bytes))
    proofs.set(`/proof/transaction/${hash}`, () => proveTransaction(block, index))
    proofs.set(`/proof/receipt/${hash}`, () => proveReceipt(block, index))
  }
}

/** A fetch that answers `GET /proof/…` as the sample chain's server does; `asked` are the paths. */
export function sampleProofs(change: (proof: object) => unknown = (proof) => proof): typeof fetch & {
  asked: string[]
} {
  const asked: string[] = []
  const answer = async (address: unknown): Promise<Response> => {
    const { pathname } = new URL(String(address))
    asked.push(pathname)
    const proof = proofs.get(pathname)
    return proof
      ? Response.json(change(structuredClone(proof())))
      : Response.json({ error: `No ${pathname} is stored.`, code: 'not-stored' }, { status: 404 })
  }
  return Object.assign(answer as typeof fetch, { asked })
}
