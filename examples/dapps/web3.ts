// A dapp with web3.js: `new Web3(url)`, as with any node.
import { setTimeout as pause } from 'node:timers/promises'
import { Web3 } from 'web3'
import { abi, bytecode, key } from './contract.ts'
import { type Step, toStep } from './step.ts'

export async function* run(url: string): AsyncGenerator<Step> {
  const { eth } = new Web3(url)
  eth.transactionPollingInterval = 50
  const [{ address: from }] = eth.accounts.wallet.add(key) as unknown as [{ address: string }]
  const sent = async (hash: string) => {
    const { blockNumber, nonce, ...rest } = await eth.getTransaction(hash)
    return toStep({ sent: hash, blockNumber, nonce, from: rest.from })
  }
  /** Sends a transaction; resolves to its hash, and to a promise of its receipt. */
  const send = async (sending: ReturnType<typeof eth.sendTransaction>) => {
    const hash = await new Promise<string>((resolve, reject) => {
      sending.once('transactionHash', (bytes) => resolve(String(bytes)))
      sending.once('error', reject)
    })
    /** Waits for the receipt. Its block must not be above the latest one. */
    const wait = async () => {
      const receipt = await sending
      const number = await eth.getBlockNumber()
      if (number < BigInt(receipt.blockNumber))
        throw new Error(`${hash} is of a block above ${number}, the latest.`)
      return receipt
    }
    return { hash, receipt: wait() }
  }

  const deployment = await send(eth.sendTransaction({ from, data: bytecode, gas: 1_000_000 }))
  yield sent(deployment.hash)
  const deployed = await deployment.receipt
  yield toStep({ deployed })
  const contract = new eth.Contract(abi, deployed.contractAddress)

  for (const value of [42n, 43n]) {
    const call = contract.methods['set']!(value)
    const gas = await call.estimateGas({ from })
    const to = deployed.contractAddress!
    const { hash, receipt } = await send(eth.sendTransaction({ from, to, data: call.encodeABI(), gas }))
    yield sent(hash)
    const stored = await receipt.then(() => contract.methods['get']!().call())
    yield toStep({ gas, receipt: await receipt, stored, transaction: await eth.getTransaction(hash) })
  }

  const refused = await eth
    .call({ to: deployed.contractAddress!, data: '0x12345678' })
    .catch(({ message }: Error) => message)
  const logs = await contract.getPastEvents('Stored', { fromBlock: 0 })
  const blocks = await Promise.all([0, 1, 2, 3].map((number) => eth.getBlock(number, true)))
  while ((await eth.getBlockNumber()) !== 3n) await pause(20)
  const nonce = await eth.getTransactionCount(from)
  const balance = await eth.getBalance(from)
  yield toStep({ refused, logs, blocks, nonce, balance, code: await eth.getCode(deployed.contractAddress!) })
}
