import { BrowserProvider } from 'ethers'
import { createPublicClient, custom, type Hash, type Transport } from 'viem'
import { Web3 } from 'web3'
import { toEip1193 } from '../src/eip1193.ts'
import type { Client } from '../src/index.ts'
import { viemTransport } from '../src/viem.ts'
import { createRest } from './rest.ts'

/** The three reads as a library does them, and what it calls a member otherwise than the wire. */
export interface Reader {
  transaction(hash: Hash): Promise<unknown>
  receipt(hash: Hash): Promise<unknown>
  block(number: bigint, whole: boolean): Promise<unknown>
  readonly aliases?: Readonly<Record<string, string>>
}

/** Each library over each adapter that fits it. */
export const readers: Readonly<Record<string, (client: Client) => Reader>> = {
  'viem, viemTransport()': (client) => readViem(viemTransport(client)),
  'viem, custom()': (client) => readViem(custom(toEip1193(client, createRest()))),
  'ethers, BrowserProvider': readEthers,
  'web3, new Web3': readWeb3,
}

function readViem(transport: Transport): Reader {
  const client = createPublicClient({ transport })
  return {
    transaction: (hash) => client.getTransaction({ hash }),
    receipt: (hash) => client.getTransactionReceipt({ hash }),
    block: (blockNumber, includeTransactions) => client.getBlock({ blockNumber, includeTransactions }),
  }
}

function readEthers(client: Client): Reader {
  const provider = new BrowserProvider(toEip1193(client, createRest()))
  return {
    transaction: (hash) => provider.getTransaction(hash),
    receipt: async (hash) => {
      const receipt = await provider.getTransactionReceipt(hash)
      return receipt && { ...receipt, logs: receipt.logs, transactionHash: receipt.hash }
    },
    block: async (number, whole) => {
      const block = await provider.getBlock(number, whole)
      return block && { ...block, transactions: whole ? block.prefetchedTransactions : block.transactions }
    },
    aliases: { gas: 'gasLimit', input: 'data' },
  }
}

function readWeb3(client: Client): Reader {
  const { eth } = new Web3(toEip1193(client, createRest()))
  return {
    transaction: (hash) => eth.getTransaction(hash),
    receipt: (hash) => eth.getTransactionReceipt(hash),
    block: async (number, whole) => {
      const { transactions = [], ...block } = await eth.getBlock(number, whole) // it leaves an empty list out
      return { ...block, transactions }
    },
  }
}

/** Some members of a library's answer, or of the wire's, written alike: quantities and names as lower-case hex, a transaction by its hash. */
export function pick(
  answer: unknown,
  names: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
): Record<string, unknown> {
  const members = answer as Record<string, unknown>
  return Object.fromEntries(names.map((name) => [name, toPlain(members[aliases[name] ?? name])]))
}

function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'number') return `0x${value.toString(16)}`
  if (typeof value === 'string') return value.toLowerCase()
  if (Array.isArray(value)) return value.map(toPlain)
  return typeof value === 'object' && value !== null && 'hash' in value ? value.hash : (value ?? null)
}
