import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { document } from '@lectern/spec'
import { describe, expect, test } from 'vitest'
import { plan, run } from '../src/index.ts'
import { change, everywhere, flip, receipt, type Change } from './defect.ts'
import { miniTarget, type Defect, type Json } from './mini-server.ts'
import { makeSampleChain } from './sample-chain.ts'

useEngine(await loadWasmEngine())
const chain = await makeSampleChain()
const checks = plan(document).filter(({ id }) =>
  /^proof.*(gasPrice|effectiveGasPrice|contractAddress)/.test(id),
)
const transactions = new Map(
  chain.flatMap(({ transactions }) => transactions.map((one) => [one['hash'], one])),
)
const baseFees = new Map(chain.map(({ hashes }) => [hashes['number'], hashes['baseFeePerGas']]))

const failures = async (defect: Defect, seed: number) => {
  const { results } = await run(checks, miniTarget(chain, defect), { seed })
  return results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
}

/** The price without a cap. */
const uncapped = ({ blockNumber, maxPriorityFeePerGas }: Json) =>
  `0x${(BigInt(baseFees.get(blockNumber) as string) + BigInt(maxPriorityFeePerGas)).toString(16)}`
const highest = ({ maxFeePerGas }: Json): string => maxFeePerGas

/** Another price of the transactions of one type, and of their receipts. */
const priced = (type: string, price: (transaction: Json) => string): Change[] => [
  everywhere((item) => (item['type'] === type ? { ...item, gasPrice: price(item) } : item)),
  change(receipt, (result) =>
    result.type === type
      ? { ...result, effectiveGasPrice: price(transactions.get(result.transactionHash)!) }
      : result,
  ),
]

/** Another contractAddress of the creations of one type that have a status. */
const created = (type: string, status: string, edit: (address: string) => unknown): Change =>
  change(receipt, (result) =>
    result.type === type && result.status === status && result.contractAddress
      ? { ...result, contractAddress: edit(result.contractAddress) }
      : result,
  )

const [gasPrice, effectiveGasPrice, contractAddress] = [
  'proof/eth_getTransactionByHash/gasPrice',
  'proof/eth_getTransactionReceipt/effectiveGasPrice',
  'proof/eth_getTransactionReceipt/contractAddress',
]
const rows = [
  ...['0x2', '0x3', '0x4'].flatMap((type): [string, string, Change][] => {
    const [offered, whole] = [priced(type, highest), priced(type, uncapped)]
    return [
      [`gasPrice of type ${type} is what was offered at most`, gasPrice, offered[0]!],
      [`effectiveGasPrice of type ${type} is what was offered at most`, effectiveGasPrice, offered[1]!],
      [`gasPrice of type ${type} is not capped`, gasPrice, whole[0]!],
      [`effectiveGasPrice of type ${type} is not capped`, effectiveGasPrice, whole[1]!],
    ]
  }),
  ...['0x0', '0x1', '0x2'].flatMap((type): [string, string, Change][] => [
    [
      `a failed creation of type ${type} names none`,
      `${contractAddress}/failed`,
      created(type, '0x0', () => null),
    ],
    [`a failed creation of type ${type} names another`, contractAddress, created(type, '0x0', flip)],
    [`a creation of type ${type} names another`, contractAddress, created(type, '0x1', flip)],
  ]),
] satisfies [string, string, Change][]

describe('D4 the sample chain shows by its head, whatever blocks are drawn', () => {
  test.each(rows)('%s: %s', async (_, check, result) => {
    for (const seed of [1, 2]) expect(await failures({ result }, seed)).toContain(check)
  })

  test('that blob gas has a price that no usual schedule gives', () => {
    const { blobGasPrice } = chain.at(-1)!.receipts.find(({ type }) => type === '0x3')!
    expect(BigInt(blobGasPrice as string)).toBeGreaterThan(100n)
  })

  test('nothing of that where the server is right', async () => {
    expect(await failures({}, 1)).toEqual([])
  })
})
