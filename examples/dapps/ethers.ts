// A dapp with ethers, as with any node. By default, ethers keeps each response for a quarter of a second.
// A receipt that it asked for before its block then stays null, until the next block comes.
import { setTimeout as pause } from 'node:timers/promises'
import {
  Contract,
  ContractFactory,
  JsonRpcProvider,
  NonceManager,
  type TransactionResponse,
  Wallet,
} from 'ethers'
import { abi, bytecode, key } from './contract.ts'
import { type Step, toStep } from './step.ts'

export async function* run(url: string): AsyncGenerator<Step> {
  const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1 })
  provider.pollingInterval = 50
  const wallet = new NonceManager(new Wallet(key, provider))
  const address = await wallet.getAddress()
  const watched: number[] = []
  await provider.on('block', (number: number) => watched.push(number))
  const sent = async (hash: string) => {
    const { blockNumber, from, nonce } = (await provider.getTransaction(hash))!
    return toStep({
      sent: hash,
      blockNumber,
      from,
      nonce,
      receipt: await provider.getTransactionReceipt(hash),
    })
  }

  /** Waits for a receipt. Its block must not be above the latest one. */
  const wait = async (transaction: TransactionResponse) => {
    const receipt = (await transaction.wait())!
    const { number } = (await provider.getBlock('latest'))!
    if (number < receipt.blockNumber)
      throw new Error(`${receipt.hash} is of a block above ${number}, the latest.`)
    return receipt
  }

  const factory = new ContractFactory(abi, bytecode, wallet)
  const deployment = (await factory.deploy()).deploymentTransaction()!
  yield sent(deployment.hash)
  const deployed = await wait(deployment)
  yield toStep({ deployed: deployed.toJSON() })
  const contract = new Contract(deployed.contractAddress!, abi, wallet)
  const events: unknown[] = []
  await contract.on('Stored', (from, value) => events.push([from, value]))
  await provider.getBlockNumber() // the subscription asks for it too: events count from that block on

  for (const value of [42n, 43n]) {
    const gas = await contract['set']!.estimateGas(value)
    const transaction = (await contract['set']!(value)) as TransactionResponse
    yield sent(transaction.hash)
    const receipt = await wait(transaction)
    const stored = await contract['get']!()
    yield toStep({
      gas,
      receipt: receipt.toJSON(),
      stored,
      transaction: (await provider.getTransaction(transaction.hash))!.toJSON(),
    })
  }

  const refused = await provider
    .call({ to: contract.target, data: '0x12345678' })
    .catch(({ shortMessage }) => shortMessage)
  const logs = await contract.queryFilter('Stored', 0)
  const blocks = await Promise.all([0, 1, 2, 3].map((number) => provider.getBlock(number)))
  while (watched.at(-1) !== 3 || events.length < 2) await pause(20)
  const nonce = await provider.getTransactionCount(address)
  const balance = await provider.getBalance(address)
  yield toStep({
    refused,
    logs: logs.map((log) => log.toJSON()),
    blocks: blocks.map((block) => block!.toJSON()),
    watched,
    events,
    nonce,
    balance,
    code: await provider.getCode(contract),
  })
  provider.destroy()
}
