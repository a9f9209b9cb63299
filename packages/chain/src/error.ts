/** What a refused value or block fails: the kind of thing that does not decode, or the check of `verify` that does not hold. */
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

/** Something that is not what Ethereum says it must be. The message is a sentence with the value in it. */
export class ChainError extends Error {
  override readonly name = 'ChainError'
  /** The first thing that failed. */
  readonly check: Check
  /** The block it was found in, where that is known. */
  readonly number: bigint | undefined

  constructor(check: Check, message: string, options: { number?: bigint; cause?: unknown } = {}) {
    super(message, options)
    this.check = check
    this.number = options.number
  }
}
