import { createRandom } from '@lectern/fixtures'
import { ask } from '../tools/ask.ts'

/** A JSON-RPC call; a notification has no id. */
export interface Call {
  readonly jsonrpc: string
  readonly id?: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

/** A chain's values that calls have as parameters. */
interface Chain {
  readonly head: number
  readonly blocks: readonly string[]
  readonly transactions: readonly string[]
  readonly addresses: readonly string[]
}

/** Reads from a node what its calls can be about. */
export async function readChain(url: string): Promise<Chain> {
  const head = Number(await ask(url, 'eth_blockNumber'))
  const [blocks, transactions, addresses]: [string[], string[], Set<string>] = [[], [], new Set()]
  for (let number = 0; number <= head; number++) {
    const block = (await ask(url, 'eth_getBlockByNumber', toQuantity(number), true)) as Block
    blocks.push(block.hash)
    for (const { hash, from, to } of block.transactions) {
      transactions.push(hash)
      for (const address of [from, to]) if (address !== null) addresses.add(address)
    }
  }
  return { head, blocks, transactions, addresses: [...addresses] }
}

interface Block {
  readonly hash: string
  readonly transactions: readonly {
    readonly hash: string
    readonly from: string
    readonly to: string | null
  }[]
}

/** Creates a function that draws a call: of a method that Lectern has or passes on, with right, unknown or wrong parameters. */
export function createCalls({ head, ...chain }: Chain, seed: number): (isNotified?: boolean) => Call {
  const random = createRandom(seed)
  const pick = <T>(values: readonly T[]): T => values[random(values.length)]!
  const hex = (bytes: number) =>
    `0x${Array.from({ length: bytes * 2 }, () => random(16).toString(16)).join('')}`
  const rarely = (odd: () => unknown, usual: () => unknown) => (random(12) === 0 ? odd() : usual())
  const wrong = () =>
    pick<unknown>([null, 7, true, '', '0x', '0x00', 'finalised', `0x${'0'.repeat(63)}`, {}, []])
  const number = () => toQuantity(random(head + 1))
  const tag = () => pick(['latest', 'earliest', 'safe', 'finalized'])
  const block = () =>
    rarely(wrong, () =>
      pick([number, number, tag, () => toQuantity(head + 1 + random(9)), () => 'pending'])(),
    )
  const blockHash = () =>
    rarely(
      () => pick([wrong, () => hex(32)])(),
      () => pick(chain.blocks),
    )
  const hash = () =>
    rarely(
      () => pick([wrong, () => hex(32)])(),
      () => pick(chain.transactions),
    )
  const address = () =>
    rarely(
      () => pick([wrong, () => hex(20)])(),
      () => pick(chain.addresses),
    )
  const index = () => rarely(wrong, () => toQuantity(random(4)))
  const isFull = () => rarely(wrong, () => random(2) === 0)
  const message = () => ({ from: address(), to: address(), data: pick(['0x', hex(4), hex(36)]) })

  const draws: Readonly<Record<string, readonly (() => unknown)[]>> = {
    eth_getTransactionByHash: [hash],
    eth_getTransactionReceipt: [hash],
    eth_getBlockByNumber: [block, isFull],
    eth_getBlockByHash: [blockHash, isFull],
    eth_getBlockReceipts: [block],
    eth_getTransactionByBlockHashAndIndex: [blockHash, index],
    eth_getTransactionByBlockNumberAndIndex: [block, index],
    eth_getBlockTransactionCountByHash: [blockHash],
    eth_getBlockTransactionCountByNumber: [block],
    eth_getUncleCountByBlockNumber: [block],
    eth_chainId: [],
    eth_blockNumber: [],
    eth_syncing: [],
    eth_capabilities: [],
    net_version: [],
    net_listening: [],
    web3_clientVersion: [],
    eth_getBalance: [address, block],
    eth_getCode: [address, block],
    eth_getTransactionCount: [address, block],
    eth_getStorageAt: [address, index, block],
    eth_getProof: [address, () => [hex(32)], block],
    eth_call: [message, block],
    eth_estimateGas: [message],
    eth_getLogs: [
      () => ({ fromBlock: number(), toBlock: block(), ...(random(2) && { address: address() }) }),
    ],
    eth_gasPrice: [],
    eth_maxPriorityFeePerGas: [],
    eth_feeHistory: [index, block, () => [25, 75]],
    eth_sendRawTransaction: [() => hex(60)],
    eth_noSuchMethod: [address],
    net_peerCount: [],
    web3_sha3: [() => hex(8)],
    debug_getRawHeader: [block],
    admin_peers: [],
  }
  const names = Object.keys(draws)
  const ids: readonly (() => unknown)[] = [
    () => random(1_000_000),
    () => random(1_000_000),
    () => `text "${random(100)}" \u00fc`,
    () => null,
    () => -random(5) / 4,
  ]

  return (isNotified = false) => {
    const method = pick(names)
    const params = draws[method]!.map((draw) => draw())
    if (random(40) === 0) params.pop()
    return { jsonrpc: '2.0', ...(!isNotified && { id: pick(ids)() }), method, params }
  }
}

const toQuantity = (number: number): string => `0x${number.toString(16)}`
