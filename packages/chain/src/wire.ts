import type { Hex } from './bytes.ts'

export interface AccessListEntryJson {
  address: Hex
  storageKeys: Hex[]
}

export interface AuthorizationJson {
  chainId: Hex
  address: Hex
  nonce: Hex
  yParity: Hex
  r: Hex
  s: Hex
}

interface Common {
  blockHash: Hex
  blockNumber: Hex
  blockTimestamp: Hex
  from: Hex
  gas: Hex
  gasPrice: Hex
  hash: Hex
  input: Hex
  nonce: Hex
  transactionIndex: Hex
  value: Hex
  v: Hex
  r: Hex
  s: Hex
}

interface TypedCommon extends Common {
  accessList: AccessListEntryJson[]
  chainId: Hex
  yParity: Hex
}

interface Fees extends TypedCommon {
  maxFeePerGas: Hex
  maxPriorityFeePerGas: Hex
}

export type TransactionJson =
  | (Common & { type: '0x0'; to: Hex | null; chainId?: Hex })
  | (TypedCommon & { type: '0x1'; to: Hex | null })
  | (Fees & { type: '0x2'; to: Hex | null })
  | (Fees & { type: '0x3'; to: Hex; maxFeePerBlobGas: Hex; blobVersionedHashes: Hex[] })
  | (Fees & { type: '0x4'; to: Hex; authorizationList: AuthorizationJson[] })

export interface LogJson {
  address: Hex
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  transactionHash: Hex
  transactionIndex: Hex
  blockHash: Hex
  blockTimestamp: Hex
  logIndex: Hex
  removed: boolean
}

export interface ReceiptJson {
  blobGasPrice?: Hex
  blobGasUsed?: Hex
  blockHash: Hex
  blockNumber: Hex
  contractAddress: Hex | null
  cumulativeGasUsed: Hex
  effectiveGasPrice: Hex
  from: Hex
  gasUsed: Hex
  logs: LogJson[]
  logsBloom: Hex
  root?: Hex
  status?: Hex
  to: Hex | null
  transactionHash: Hex
  transactionIndex: Hex
  type: Hex
}

export interface WithdrawalJson {
  index: Hex
  validatorIndex: Hex
  address: Hex
  amount: Hex
}

export interface BlockJson<T = Hex | TransactionJson> {
  baseFeePerGas?: Hex
  blobGasUsed?: Hex
  blockAccessListHash?: Hex
  difficulty: Hex
  excessBlobGas?: Hex
  extraData: Hex
  gasLimit: Hex
  gasUsed: Hex
  hash: Hex
  logsBloom: Hex
  miner: Hex
  mixHash: Hex
  nonce: Hex
  number: Hex
  parentBeaconBlockRoot?: Hex
  parentHash: Hex
  receiptsRoot: Hex
  requestsHash?: Hex
  sha3Uncles: Hex
  size: Hex
  slotNumber?: Hex
  stateRoot: Hex
  timestamp: Hex
  transactions: T[]
  transactionsRoot: Hex
  uncles: Hex[]
  withdrawals?: WithdrawalJson[]
  withdrawalsRoot?: Hex
}
