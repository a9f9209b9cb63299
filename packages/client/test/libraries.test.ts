import { expect, test } from 'vitest'
import { rounds } from '@lectern/server/testing'
import { hashes, listen, transactions } from './faulty.ts'
import { pick, readers } from './readers.ts'
import { createClient, http } from '../src/index.ts'
import { families } from '../src/verify/family/index.ts'
import { verifier } from '../src/verify/index.ts'

const names = {
  transaction: ['hash', 'blockHash', 'blockNumber', 'from', 'to', 'value', 'nonce', 'gas', 'input'],
  receipt: ['transactionHash', 'blockHash', 'from', 'to', 'gasUsed', 'cumulativeGasUsed', 'contractAddress'],
  log: ['address', 'data', 'topics', 'transactionHash', 'blockNumber'],
  block: [
    'hash',
    'parentHash',
    'number',
    'stateRoot',
    'receiptsRoot',
    'gasUsed',
    'timestamp',
    'transactions',
  ],
}

type Round = { params: [`0x${string}`, boolean]; result: { logs: object[] } }

/** The recorded rounds of a method that found something, each question once: ethers sends none twice. */
function found(method: string): Round[] {
  const mine = rounds.filter((round) => round.method === method && round.result !== null)
  return [
    ...new Map(mine.map((round) => [String(round.params).toLowerCase(), round])).values(),
  ] as unknown as Round[]
}

const foundBlocks = found('eth_getBlockByNumber').filter(({ params: [number] }) => number.startsWith('0x'))

for (const [name, read] of Object.entries(readers)) {
  test(`D2 ${name}: every answer is that of the chain, by one request each`, async () => {
    await using server = await listen(({ sendRight }) => sendRight())
    const reader = read(createClient(server.url))
    const { aliases } = reader
    const asked = [
      found('eth_getTransactionByHash'),
      found('eth_getTransactionReceipt'),
      foundBlocks,
    ] as const
    for (const { params, result } of asked[0]) {
      const transaction = await reader.transaction(params[0])
      expect(pick(transaction, names.transaction, aliases)).toEqual(pick(result, names.transaction))
    }
    for (const { params, result } of asked[1]) {
      const receipt = (await reader.receipt(params[0])) as { logs: object[] }
      expect(pick(receipt, names.receipt)).toEqual(pick(result, names.receipt))
      const logs = (logs: readonly object[]) => logs.map((log) => pick(log, names.log))
      expect(logs(receipt.logs)).toEqual(logs(result.logs))
    }
    for (const { params, result } of asked[2]) {
      const block = await reader.block(BigInt(params[0]), params[1])
      expect(pick(block, names.block)).toEqual(pick(result, names.block))
    }
    expect(server.bodies).toHaveLength(asked.flat().length)
  })

  test(`D2 ${name}: an answer to another question is refused after one request, and the person reads why`, async () => {
    await using server = await listen(({ requests: [request], send }) =>
      send({ jsonrpc: '2.0', id: request!.id, result: transactions[1] }),
    )
    const lie = read(createClient(server.url)).transaction(hashes[0]!)
    await expect(lie).rejects.toThrow(
      new RegExp(`eth_getTransactionByHash: hash is .*${hashes[1]}.*, not .*${hashes[0]}`),
    )
    expect(server.bodies).toHaveLength(1)
  })

  test(`${name}: an altered answer is refused by its hash, and the person reads both`, async () => {
    await using server = await listen(({ requests: [request], send }) =>
      send({ jsonrpc: '2.0', id: request!.id, result: { ...(transactions[0] as object), value: '0x1234' } }),
    )
    const verify = verifier({ level: 'hash', trust: 'none', family: families.ethereum })
    const client = createClient({ transport: server.url, verify })
    await expect(read(client).transaction(hashes[0]!)).rejects.toThrow(
      new RegExp(`eth_getTransactionByHash: hash is .*0x[0-9a-f]{64}.*, not .*${hashes[0]}`),
    )
    expect(server.bodies).toHaveLength(1)
  })

  test(`${name}: an endpoint that fails is asked again by the client alone`, async () => {
    await using server = await listen(({ send }) => send('<html>', 503))
    const call = read(createClient(http(server.url, { retries: 1 }))).transaction(hashes[0]!)
    await expect(call).rejects.toThrow('HTTP 503')
    expect(server.bodies).toHaveLength(2)
  })

  test(`${name}: what is not found is asked for once`, async () => {
    await using server = await listen(({ sendRight }) => sendRight())
    const call = read(createClient(server.url)).transaction(`0x${'5e'.repeat(32)}`)
    const outcome = await call.catch(({ name }: Error) => name)
    expect([null, 'TransactionNotFoundError', 'TransactionNotFound']).toContain(outcome)
    expect(server.bodies).toHaveLength(1)
  })
}
