/** The parts of a chain that a client's interface has. */
export interface Expectation {
  /** The values that the client computes from decoded ones. */
  readonly computes: readonly string[]
  /** Members that are served, and that its types have no place for. */
  readonly lacks: readonly string[]
  /** More of them, on a chain that has reached Amsterdam. */
  readonly lacksOfAmsterdam?: readonly string[]
}

const members = (path: string, names: string): string[] => names.split(' ').map((name) => `${path}.${name}`)

const amsterdam = members('block', 'blockAccessListHash slotNumber')
const signed = members('transactions[]', 'from hash')
const timestamps = ['receipts[].logs[].blockTimestamp', 'transactions[].blockTimestamp'] // younger than most clients

/** By the file or folder of the client's program. */
export const expectations: Readonly<Record<string, Expectation>> = {
  viem: {
    computes: ['block.hash', ...signed],
    lacks: members('chain', 'clientVersion networkId'),
  },
  ethers: {
    computes: signed,
    lacksOfAmsterdam: amsterdam,
    lacks: [
      'receipts[].logs[].removed',
      ...members(
        'block',
        'logsBloom requestsHash sha3Uncles size transactionsRoot uncles withdrawals withdrawalsRoot',
      ),
      ...members('chain', 'clientVersion networkId'),
      ...timestamps,
    ],
  },
  web3: {
    computes: [],
    lacksOfAmsterdam: amsterdam,
    lacks: [
      'block.requestsHash',
      ...members('receipts[]', 'blobGasPrice blobGasUsed'),
      ...members('transactions[]', 'authorizationList blobVersionedHashes maxFeePerBlobGas yParity'),
      ...timestamps,
    ],
  },
  web3py: {
    computes: ['block.hash', ...signed],
    lacks: [],
  },
  ethclient: {
    computes: [...members('block', 'hash logsBloom receiptsRoot sha3Uncles transactionsRoot'), ...signed],
    lacks: [
      'chain.clientVersion',
      ...members('receipts[]', 'from to'),
      ...members('transactions[]', 'blockHash blockNumber blockTimestamp from gasPrice transactionIndex'),
    ],
  },
  web3j: {
    computes: [],
    lacksOfAmsterdam: amsterdam,
    lacks: ['block.requestsHash', 'transactions[].authorizationList', ...timestamps],
  },
  alloy: {
    computes: [...members('block', 'hash receiptsRoot transactionsRoot'), ...signed],
    lacks: [],
  },
}
