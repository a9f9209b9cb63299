/** Why a value or block is refused: the kind of value that does not decode, or the check of `verify` that failed. */
export type Check =
  | 'hex'
  | 'rlp'
  | 'json'
  | 'config'
  | 'unsupported'
  | 'header'
  | 'transaction'
  | 'receipt'
  | 'uncle'
  | 'withdrawal'
  | 'block'
  | 'number'
  | 'parentHash'
  | 'timestamp'
  | 'gasLimit'
  | 'transactionsRoot'
  | 'sha3Uncles'
  | 'withdrawalsRoot'
  | 'receiptsCount'
  | 'receiptsRoot'
  | 'receiptBloom'
  | 'logsBloom'
  | 'cumulativeGasUsed'
  | 'gasUsed'
  | 'blobGasUsed'
  | 'requestsHash'
  | 'chainId'
  | 'sender'
  | 'receiptType'
  | 'engine'

/** The one error of this package, for bytes and JSON that are not valid. The message is a sentence with the value in it. */
export class ChainError extends Error {
  override readonly name = 'ChainError'
  /** The first check that failed. */
  readonly check: Check
  /** The number of its block, if known. */
  readonly number: bigint | undefined

  constructor(check: Check, message: string, options: { number?: bigint | undefined; cause?: unknown } = {}) {
    super(message, options)
    this.check = check
    this.number = options.number
  }
}
