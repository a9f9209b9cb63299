import { decodeRlp, encodeRlp, type RlpItem, toBigInt } from '@lectern/chain'
import { damaged, seal, SEAL, unseal } from './seal.ts'
import { packedLimit, packZeros, unpackZeros } from './zero-run.ts'

/** A transaction as it is kept: what the chain commits to, and what would be dear to compute again. */
export interface HeldTransaction {
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** The sender, 20 bytes. */
  readonly from: Uint8Array
  /** Its block's. */
  readonly number: number
  readonly index: number
  /** How many logs the block's earlier transactions wrote. */
  readonly firstLogIndex: number
  readonly gasUsed: bigint
  /** EIP-2718 bytes. */
  readonly bytes: Uint8Array
  /** The receipt's EIP-2718 bytes, with bloom: its zeros pack well, and computing it takes a keccak (5 µs) for each address and topic. */
  readonly receipt: Uint8Array
}

/** A block as it is kept, its transactions apart. */
export interface HeldBlock {
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** Its first transaction's position among all that are held. */
  readonly first: number
  /** How many transactions it has. */
  readonly count: number
  readonly timestamp: bigint
  readonly baseFeePerGas: bigint | undefined
  readonly blobGasPrice: bigint | undefined
  /** The length in bytes of the whole block's RLP. */
  readonly size: number
  /** RLP. */
  readonly header: Uint8Array
  /** RLP headers. */
  readonly uncles: readonly Uint8Array[]
  /** RLP items; absent before Shanghai. */
  readonly withdrawals: readonly Uint8Array[] | undefined
}

/** A transaction's record: the RLP list of its parts, zeros packed, sealed. Good until the next call. */
export function encodeTransactionRecord(record: HeldTransaction): Uint8Array {
  const rlp = encodeRlp([
    record.hash,
    record.from,
    integer(record.number),
    integer(record.index),
    integer(record.firstLogIndex),
    integer(record.gasUsed),
    record.bytes,
    record.receipt,
  ])
  const room = packedLimit(rlp.length) + SEAL
  if (scratch.length < room) scratch = new Uint8Array(2 * room)
  return seal(scratch, packZeros(rlp, scratch, 0))
}

/** The transaction of a record. Throws StoreError `damaged`. */
export function decodeTransactionRecord(sealed: Uint8Array): HeldTransaction {
  const rlp = unpackZeros(unseal(sealed, 'a transaction'))
  if (rlp === undefined) throw damaged('a transaction')
  const [hash, from, number, index, firstLogIndex, gasUsed, bytes, receipt] = decodeRlp(rlp) as Uint8Array[]
  return {
    hash: hash!,
    from: from!,
    number: toNumber(number!),
    index: toNumber(index!),
    firstLogIndex: toNumber(firstLogIndex!),
    gasUsed: toBigInt(gasUsed!),
    bytes: bytes!,
    receipt: receipt!,
  }
}

/** A block's row: the RLP list of its parts, sealed; what is absent is an empty list, so that it differs from zero. */
export function encodeBlockRow(block: HeldBlock): Uint8Array {
  const rlp = encodeRlp([
    block.hash,
    integer(block.first),
    integer(block.count),
    integer(block.timestamp),
    block.baseFeePerGas === undefined ? [] : integer(block.baseFeePerGas),
    block.blobGasPrice === undefined ? [] : integer(block.blobGasPrice),
    integer(block.size),
    block.header,
    block.uncles,
    block.withdrawals ? [block.withdrawals] : [],
  ])
  const room = new Uint8Array(rlp.length + SEAL)
  room.set(rlp)
  return seal(room, rlp.length)
}

/** The block of a row. Throws StoreError `damaged`. */
export function decodeBlockRow(sealed: Uint8Array): HeldBlock {
  const rlp = Uint8Array.from(unseal(sealed, 'a block'))
  const row = decodeRlp(rlp) as RlpItem[]
  const [hash, first, count, timestamp, baseFeePerGas, blobGasPrice, size, header] = row as Uint8Array[]
  return {
    hash: hash!,
    first: toNumber(first!),
    count: toNumber(count!),
    timestamp: toBigInt(timestamp!),
    baseFeePerGas: toOptional(baseFeePerGas!),
    blobGasPrice: toOptional(blobGasPrice!),
    size: toNumber(size!),
    header: header!,
    uncles: row[8] as Uint8Array[],
    withdrawals: (row[9] as Uint8Array[][])[0],
  }
}

let scratch = new Uint8Array(0x10000)

/** A number without leading zero bytes, as RLP wants it; chain's own goes through a string (4 of them a record: 2 µs). */
function integer(value: bigint | number): Uint8Array {
  const bytes: number[] = []
  if (value <= Number.MAX_SAFE_INTEGER)
    for (let rest = Number(value); rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  else for (let rest = BigInt(value); rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 255n))
  return Uint8Array.from(bytes)
}

const toNumber = (bytes: Uint8Array): number => bytes.reduce((value, octet) => value * 256 + octet, 0)

const toOptional = (item: RlpItem): bigint | undefined =>
  item instanceof Uint8Array ? toBigInt(item) : undefined
