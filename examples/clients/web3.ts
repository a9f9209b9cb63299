// Reads a chain with web3.js: `new Web3(url)`.
import { Web3 } from 'web3'
import { type Json, type ReadBlock, type ReadChain, toJson } from './reading.ts'

export async function* read(url: string): AsyncGenerator<ReadChain | ReadBlock> {
  const { eth } = new Web3(url)
  const head = await eth.getBlockNumber()
  yield {
    chainId: toJson(await eth.getChainId()),
    blockNumber: toJson(head),
    networkId: String(await eth.net.getId()), // a number in decimal, as net_version says it
    clientVersion: await eth.getNodeInfo(),
  }
  for (let number = 0n; number <= head; number++) {
    const block = await eth.getBlock(number, true)
    const whole = block.transactions as unknown as { hash: string }[]
    const hashes = whole.map(({ hash }) => hash)
    yield {
      block: blockJson(block),
      byHash: blockJson(await eth.getBlock(block.hash!)),
      transactions: await Promise.all(
        hashes.map(async (hash) => {
          const transaction = await eth.getTransaction(hash)
          return toJson({ ...transaction, data: undefined }) // it is `input` once more
        }),
      ),
      receipts: await Promise.all(hashes.map(async (hash) => toJson(await eth.getTransactionReceipt(hash)))),
      computed: {},
    }
  }
}

/** web3.js takes the eight bytes of a header's nonce for a number. */
function blockJson(block: { nonce: bigint }): Json {
  const nonce = `0x${block.nonce.toString(16).padStart(16, '0')}`
  return { ...(toJson(block) as object), nonce }
}
