// A dapp with viem: clients over `http(url)`, as with any node.
import { setTimeout as pause } from 'node:timers/promises'
import { createPublicClient, createWalletClient, http, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { abi, bytecode, key } from './contract.ts'
import { type Step, toStep } from './step.ts'

export async function* run(url: string): AsyncGenerator<Step> {
  const transport = http(url, { batch: true })
  const account = privateKeyToAccount(key)
  const reader = createPublicClient({ chain: foundry, transport, pollingInterval: 50 })
  const writer = createWalletClient({ account, chain: foundry, transport })

  const watched: bigint[] = []
  const unwatch = reader.watchBlocks({
    emitOnBegin: true,
    emitMissed: true,
    onBlock: ({ number }) => watched.push(number),
  })
  const sent = async (hash: Hex) => {
    const { blockNumber, from, nonce } = await reader.getTransaction({ hash })
    return toStep({ sent: hash, blockNumber, from, nonce })
  }

  /** Waits for a receipt. Its block must not be above the latest one. */
  const wait = async (hash: Hex) => {
    const receipt = await reader.waitForTransactionReceipt({ hash })
    const { number } = await reader.getBlock({ blockTag: 'latest' })
    if (number < receipt.blockNumber) throw new Error(`${hash} is of a block above ${number}, the latest.`)
    return receipt
  }

  const deployment = await writer.deployContract({ abi, bytecode })
  yield sent(deployment)
  const deployed = await wait(deployment)
  yield toStep({ deployed })
  const contract = { abi, address: deployed.contractAddress! }
  const events: unknown[] = []
  const unwatchEvents = reader.watchContractEvent({ ...contract, onLogs: (logs) => events.push(...logs) })

  for (const value of [42n, 43n]) {
    const gas = await reader.estimateContractGas({ ...contract, account, functionName: 'set', args: [value] })
    const hash = await writer.writeContract({ ...contract, functionName: 'set', args: [value] })
    yield sent(hash)
    const receipt = await wait(hash)
    const stored = await reader.readContract({ ...contract, functionName: 'get' })
    yield toStep({ gas, receipt, stored, transaction: await reader.getTransaction({ hash }) })
  }

  const refused = await reader
    .call({ to: contract.address, data: '0x12345678' })
    .catch((error) => error.details)
  const logs = await reader.getContractEvents({ ...contract, fromBlock: 0n })
  const blocks = await Promise.all(
    Array.from({ length: 4 }, (_, number) => reader.getBlock({ blockNumber: BigInt(number) })),
  )
  while (watched.at(-1) !== 3n || events.length < 2) await pause(20)
  unwatch()
  unwatchEvents()
  const { address } = account
  const nonce = await reader.getTransactionCount({ address })
  const balance = await reader.getBalance({ address })
  yield toStep({
    refused,
    logs,
    blocks,
    watched,
    events,
    nonce,
    balance,
    code: await reader.getCode(contract),
  })
}
