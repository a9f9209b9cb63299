import { readdirSync, readFileSync } from 'node:fs'
import {
  type BlockBody,
  type BlockFacts,
  type ChainConfig,
  decodeHeader,
  decodeTransaction,
  hashHeader,
  hashTransaction,
  parseChainConfig,
  recoverSender,
  splitBlock,
  toHex,
  type Transaction,
  blobGasPrice,
  decodeWithdrawal,
  type TransactionContext,
} from '../src/index.ts'
import { blockSize, encodeList, listItems } from '../src/internal.ts'

/** A transaction of a chain file with all that an answer says of it. */
export interface PlacedTransaction extends TransactionContext {
  readonly transaction: Transaction
}

/** A block of a chain file with all that an answer says of it. */
export interface FileBlock extends BlockFacts {
  readonly body: BlockBody
  readonly transactions: readonly PlacedTransaction[]
}

/** The blocks of a chain.rlp, without receipts, which only execution knows. */
export function readChain(chain: string, genesis: string): { config: ChainConfig; blocks: FileBlock[] } {
  const config = parseChainConfig(JSON.parse(readFileSync(genesis, 'utf8')).config)
  const items = listItems(encodeList([readFileSync(chain)]))
  return { config, blocks: items.map((rlp) => readBlock(splitBlock(rlp), config)) }
}

function readBlock(body: BlockBody, config: ChainConfig): FileBlock {
  const header = decodeHeader(body.header)
  const hash = hashHeader(body.header)
  const block = { ...header, hash, blobGasPrice: blobGasPrice(header, config) }
  return {
    body,
    header,
    hash,
    size: blockSize(body),
    uncles: body.uncles.map(hashHeader),
    withdrawals: body.withdrawals?.map(decodeWithdrawal),
    transactions: body.transactions.map((bytes, index) => {
      const transaction = decodeTransaction(bytes)
      return { transaction, hash: hashTransaction(bytes), from: recoverSender(transaction), index, block }
    }),
  }
}

/** A recorded answer that is an object: the method, the parameters and the text of the result. */
export interface Answer {
  readonly file: string
  readonly method: string
  readonly params: readonly unknown[]
  readonly text: string
}

/** The answers of a folder of exchanges that give an object. */
export function* readAnswers(folder: string): Generator<Answer> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!name.endsWith('.io')) continue
    const lines = readFileSync(`${folder}/${name}`, 'utf8').split('\n')
    for (const [at, line] of lines.entries()) {
      const answer = lines[at + 1]
      const result = answer?.startsWith('<< ') ? JSON.parse(answer.slice(3)).result : undefined
      if (!line.startsWith('>> ') || typeof result !== 'object' || result === null) continue
      const { method, params } = JSON.parse(line.slice(3))
      yield { file: name, method, params, text: JSON.stringify(result) }
    }
  }
}

/** The transactions of blocks by the `0x` text of their hash. */
export function byHash(blocks: readonly FileBlock[]): Map<string, PlacedTransaction> {
  return new Map(
    blocks.flatMap(({ transactions }) => transactions.map((placed) => [toHex(placed.hash), placed] as const)),
  )
}
