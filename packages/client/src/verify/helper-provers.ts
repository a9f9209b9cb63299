import { keccak256, toHex } from '@lectern/chain'
import { toQuantity } from '@lectern/chain/internal'
import { type Block, readBlock, readHeader } from './block.ts'
import { askBlock, checkReceipts, type KnownBlock } from './inclusion.ts'
import { checkEqual, type Json } from './checks.ts'
import { blockMembers, receiptMembers } from './members.ts'
import { type Context, type Findings, pending, provers, unsupported } from './provers.ts'
import { findUncles } from './rare-cases.ts'

type Prove = (json: Json, context: Context) => Promise<Findings>

/** For each helper method that returns a part of a block, a function that finds out what its result must be. It throws if a hash refutes the result. */
export const helperProvers: Readonly<Record<string, Prove | undefined>> = {
  eth_getBlockByHash: provers.eth_getBlockByNumber,
  eth_getTransactionByBlockHashAndIndex: provers.eth_getTransactionByHash,
  eth_getTransactionByBlockNumberAndIndex: provers.eth_getTransactionByHash,
  eth_getBlockTransactionCountByHash: proveCount,
  eth_getBlockTransactionCountByNumber: proveCount,
  eth_getUncleByBlockHashAndIndex: proveUncle,
  eth_getUncleByBlockNumberAndIndex: proveUncle,
  eth_getUncleCountByBlockHash: proveUncleCount,
  eth_getUncleCountByBlockNumber: proveUncleCount,

  eth_getBlockReceipts: (json, context) =>
    withBlock(context, (block) => {
      const receipts = json as unknown as readonly Json[]
      checkEqual('length', block.transactions.length, receipts.length)
      checkReceipts(block, receipts, context.family)
      return block.transactions.map((transaction, index) =>
        receiptMembers(
          {
            block: nameOf(block),
            transaction,
            index,
            path: undefined,
            receipts: receipts.slice(0, index + 1),
          },
          context,
        ),
      )
    }),
}

function proveCount(_: Json, context: Context): Promise<Findings> {
  return withBlock(context, ({ transactions }) => toQuantity(transactions.length))
}

function proveUncleCount(_: Json, context: Context): Promise<Findings> {
  return withBlock(context, async (block) => toQuantity((await hashUncles(block, context)).length))
}

function proveUncle(json: Json, context: Context): Promise<Findings> {
  return withBlock(context, async (block) => {
    const header = readHeader(json, context.family)
    checkEqual('hash', json['hash'], header.hash)
    checkEqual('hash', (await hashUncles(block, context))[Number(context.params[1])], header.hash)
    const uncle: Block = { ...header, transactions: [], uncles: [], hasStorageRoot: false, unsupported: [] }
    const { transactions: _, ...members } = blockMembers(uncle, true, context)
    return members
  })
}

/** Returns the hashes of a block's uncles, which were checked against its sha3Uncles. */
async function hashUncles({ json, ...header }: KnownBlock, context: Context): Promise<readonly string[]> {
  const { uncles } = readBlock({ json, ...header }, context.family, await findUncles(json, context))
  if (uncles === undefined) throw new TypeError('the uncles of its block are not available.')
  return uncles.map((uncle) => toHex(keccak256(uncle)))
}

/** Proves a result from the block that the parameters name. */
async function withBlock(
  { ask, params: [reference], family }: Context,
  prove: (block: KnownBlock) => Findings['expected'] | Promise<Findings['expected']>,
): Promise<Findings> {
  const { blockHash, blockNumber = reference } = Object(reference) as Json // EIP-1898
  const name = String(blockHash ?? blockNumber).toLowerCase()
  if (name === 'pending') return unsupported(pending, undefined)
  const block = await askBlock(ask, name, family)
  if (typeof block === 'string') return unsupported(block, undefined)
  return { expected: await prove(block), block: nameOf(block) }
}

const nameOf = ({ json, hash }: Block): Json => ({ ...json, hash })
