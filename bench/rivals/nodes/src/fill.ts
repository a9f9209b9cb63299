import { getContractAddress, type Hex, type TransactionSerializable } from 'viem'
import { burner, logTwice, deploy, logger, reverter } from '@lectern/fixtures/contracts'
import { accounts, chainId, genesisTime } from './accounts.ts'
import { createAsk } from './ask.ts'
import { versionedHash, withBlobs, type BlobProofs } from './blobs.ts'

/** What a node's chain can have. */
export interface Kinds {
  /** The types of transaction that its fork has. */
  readonly types: readonly number[]
  /** How its fork wants blobs to be proved. */
  readonly proofs?: BlobProofs
  /** Blob transactions are taken only while each transaction is mined at once, in a block of its own. */
  readonly blobsAlone?: boolean
}

/** What came of filling a chain. */
export interface Filled {
  readonly blocks: number
  readonly transactions: number
  /** What the node would not take, in its own words. */
  readonly refused: readonly string[]
}

/** A transaction to be signed: who sends it, its type, and what it carries. */
interface Planned {
  readonly from?: number
  readonly type?: 0 | 1 | 2 | 3 | 4
  readonly to?: Hex
  readonly data?: Hex
  readonly value?: bigint
  readonly gas?: bigint
  /** In wei; the cap of types 2 to 4, whose tip is a gwei. */
  readonly price?: bigint
  readonly blobs?: number
  /** Without a chain id, as before EIP-155. */
  readonly bare?: true
  readonly authorize?: readonly { by: number; nonceAhead: number }[]
}

const gwei = 1_000_000_000n
const blockTime = 12

// The contracts are made by the first account, in its first four transactions.
const [loggerAt, reverterAt, logTwiceAt, burnerAt] = [0n, 1n, 2n, 3n].map((nonce) =>
  getContractAddress({ from: accounts[0]!.address, nonce }),
) as [Hex, Hex, Hex, Hex]
const ownCaller = {
  ...logTwice,
  code: logTwice.code.replace(logger.address.slice(2), loggerAt.slice(2).toLowerCase()),
}
const contracts = [logger, reverter, ownCaller, burner].map((contract) => deploy(contract) as Hex)

const transfer: Planned = { to: '0x00000000000000000000000000000000000000aa', value: 1n }
const log: Planned = { to: loggerAt, data: '0x112233', gas: 100_000n }
const failure: Planned = { to: reverterAt, data: '0xdeadbeef', gas: 60_000n }
const word = `0x${'5'.repeat(64)}` as const

/** The blocks after the first, each a list of transactions. */
// oxfmt-ignore
const plan: readonly (readonly Planned[])[] = [
  contracts.map((data) => ({ data, gas: 1_000_000n })),
  [],
  [{ ...transfer, bare: true }],
  [log, { ...log, type: 1, from: 1 }, { ...failure, from: 2 }, { ...log, type: 2, from: 3 }, { ...transfer, from: 4 }],
  [{ data: '0x60006000fd', gas: 100_000n }, { to: burnerAt, gas: 50_000n, from: 1, type: 1 }, { ...failure, from: 2, type: 2 }],
  [{ to: logTwiceAt, data: '0x01', gas: 200_000n }, { to: logTwiceAt, data: '0x', gas: 200_000n, from: 1, type: 2 }],
  [{ ...transfer, type: 3, blobs: 1 }, { ...log, from: 1, type: 3, blobs: 2 }],
  [{ ...log, type: 4, authorize: [{ by: 4, nonceAhead: 0 }, { by: 3, nonceAhead: 9 }] }, { ...failure, from: 1, type: 4, authorize: [{ by: 2, nonceAhead: 9 }] }],
  [{ ...transfer, type: 2, price: 20n * gwei }, { ...transfer, from: 1, type: 2, price: 3n * gwei }],
  [],
  [{ data: deploy(logger) as Hex, gas: 1_000_000n, type: 2 }, { data: '0x00', gas: 100_000n, from: 1 }, { to: accounts[2]!.address, value: 5n, from: 2 }],
  ...Array.from({ length: 20 }, (_, index): Planned[] => Array.from({ length: index % 4 }, (_, from) => ({ ...(index % 3 === 0 ? log : transfer), from }))),
]

/** Sends the same signed transactions to a node that mines on demand, block by block, and mines each block at its time. */
export async function fillChain(
  url: string,
  { types, proofs = 'blob', blobsAlone = false }: Kinds,
): Promise<Filled> {
  const ask = createAsk(url)
  const send = (raw: Hex) => ask('eth_sendRawTransaction', [raw])
  const sendAlone = async (raw: Hex, time: number) => {
    await ask('evm_setNextBlockTimestamp', [time])
    await ask('evm_setAutomine', [true])
    await send(raw).finally(() => ask('evm_setAutomine', [false]))
  }
  await ask('evm_setAutomine', [false]).catch(() => ask('miner_stop', []))
  const nonces = accounts.map(() => 0)
  const refused: string[] = []
  let transactions = 0
  for (const [index, planned] of plan.entries()) {
    const time = genesisTime + (index + 1) * blockTime
    for (const [index, transaction] of planned.entries()) {
      const { from = 0, type = 0 } = transaction
      if (!types.includes(type)) continue
      const before = nonces.slice()
      try {
        const raw = await sign(transaction, nonces, proofs)
        await (type === 3 && blobsAlone ? sendAlone(raw, time - blockTime + 1 + index) : send(raw))
        transactions++
      } catch (error) {
        nonces.splice(0, nonces.length, ...before)
        refused.push(`block ${index + 1}, type ${type} of account ${from}: ${(error as Error).message}`)
      }
    }
    await ask('evm_mine', [time])
  }
  return { blocks: plan.length, transactions, refused }
}

async function sign(planned: Planned, nonces: number[], proofs: BlobProofs): Promise<Hex> {
  const { from = 0, type = 0, to, data, value, gas = 30_000n, price = 5n * gwei, blobs = 0, bare } = planned
  const account = accounts[from]!
  const nonce = nonces[from]!++
  const authorizationList = await Promise.all(
    (planned.authorize ?? []).map(({ by, nonceAhead }) =>
      accounts[by]!.signAuthorization!({
        address: loggerAt,
        chainId,
        nonce: nonceAhead === 0 ? nonces[by]!++ : nonces[by]! + nonceAhead,
      }),
    ),
  )
  const accessList = [
    { address: loggerAt, storageKeys: [word, word] },
    { address: reverterAt, storageKeys: [] },
  ]
  const fields = {
    type: (['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702'] as const)[type],
    nonce,
    gas: gas + (type === 0 ? 0n : 10_000n) + 60_000n * BigInt(authorizationList.length),
    ...(to && { to }),
    ...(data && { data }),
    ...(value !== undefined && { value }),
    ...(type < 2 ? { gasPrice: price } : { maxFeePerGas: price, maxPriorityFeePerGas: gwei }),
    ...(!bare && { chainId }),
    ...(type > 0 && { accessList }),
    ...(type === 3 && {
      maxFeePerBlobGas: gwei,
      blobVersionedHashes: Array.from({ length: blobs }, () => versionedHash),
    }),
    ...(type === 4 && { authorizationList }),
  }
  const signed = await account.signTransaction(fields as unknown as TransactionSerializable)
  return type === 3 ? withBlobs(signed, blobs, proofs) : signed
}
