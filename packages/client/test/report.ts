import type { Answered } from '@lectern/fixtures/answers'
import {
  type BlobPrice,
  blobPrices,
  type Report,
  verifier,
  type VerifierOptions,
} from '../src/verify/index.ts'
import { truths } from './lies.ts'
import { genesisConfig, origin, sampleTransport, truthOf } from './sample-node.ts'

/** The price of blob gas on the sample chain. */
export const blobs: BlobPrice = blobPrices(genesisConfig)
/** Returns a verifier's report on an answer; the sample chain has the rest. */
export async function report(
  options: Partial<VerifierOptions>,
  method: string,
  params: readonly unknown[],
  result: unknown = truthOf(method, params),
): Promise<Report> {
  const transport = sampleTransport()
  return await verifier({ level: 'full', trust: 'none', ...options })(
    { method, params } as never,
    { result, url: origin },
    async (method, params) => {
      const reply = await transport({ method, params }, {} as never)
      return reply.result
    },
  )
}

const find = (method: string, fits: (result: any) => boolean): Answered =>
  truths.find((truth) => truth.method === method && fits(truth.result))!
/** The receipt of a blob transaction, with logs. */
export const blob: Answered = find(
  'eth_getTransactionReceipt',
  ({ type, logs }) => type === '0x3' && logs.length > 0,
)
/** A transaction of type 2. */
export const plain: Answered = find('eth_getTransactionByHash', ({ type }) => type === '0x2')
/** The receipt of a creation. */
export const creation: Answered = find(
  'eth_getTransactionReceipt',
  ({ contractAddress }) => contractAddress !== null,
)
/** A block with whole transactions and withdrawals. */
export const whole: Answered = find(
  'eth_getBlockByNumber',
  ({ transactions, withdrawals }) => withdrawals?.length > 0 && transactions[0]?.hash,
)
/** A block with uncles. */
export const withUncles: Answered = find('eth_getBlockByNumber', ({ uncles }) => uncles.length > 0)
