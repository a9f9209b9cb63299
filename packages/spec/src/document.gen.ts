// Generated from openrpc.json (sha256 322fad9ee0d978494918c527a7006ca83b4b5c69e98680e4bffcbc00325579e5) by packages/spec/generate. Run `npm run generate` instead of editing.
import type { OpenRpc } from './open-rpc.ts'

/** The document, as rpc.discover returns it. */
export const document: OpenRpc = {
  openrpc: '1.3.2',
  info: {
    title: 'Lectern',
    version: '0.1.0',
    description:
      "Three read-only Ethereum JSON-RPC methods over history that was verified before it was stored.\n\nHelper methods, tagged `companion`, cover the calls that clients make before or after these three. They are served unless the operator switches them off; then they get error -32601.\n\nOne endpoint: HTTP POST of JSON-RPC 2.0 with content-type application/json, single or in batches. No authentication, no subscription: the data is public.\n\nrpc.discover, without parameters, returns this document. By OpenRPC's own rule it is not among the methods.\n\nLimits, unless the operator set others: a body of 1 MiB (1,048,576 bytes), 1,000 calls a batch, 25 MB (25,000,000 bytes) for the response to a batch, 16 nested arrays and objects, 256 characters for an id, 64 for a method's name. Above a limit the error is -32005, with HTTP status 413 for a body (measured unpacked, if it is sent as gzip, br or zstd). The reply to a single call has no limit.\n\nA call with a duplicate member jsonrpc, id, method or params, or a body with anything after its JSON, is refused; other members are ignored. An id is returned as it was written.\n\nWhat is not found is null, never an error. The response header x-chain-range names the lowest and the highest stored block (0x0-0x1f), x-chain-head the hash of the highest. Each method lists the errors that a well-formed call to it can get:\n\n| code | message | when |\n| --- | --- | --- |\n| -32700 | Parse error | The body is not JSON in UTF-8. |\n| -32600 | Invalid request | The JSON is not a JSON-RPC 2.0 request. |\n| -32601 | Method not found | This document has no method of that name, or it is a companion and companions are switched off. |\n| -32602 | Invalid params | Too few or too many parameters, or one that breaks its schema; the message names it and says why. |\n| -32603 | Internal error | The service failed; the details are in its log only. |\n| -32002 | Resource unavailable | The store does not know yet what was asked for: its chain, its head, or the numbers of its blocks by hash; the message says which. |\n| -32005 | Limit exceeded | The body, the batch, the response to it or the nesting is above a limit, or the service has too many requests now (HTTP status 429 or 503, header retry-after). |\n| 4444 | Pruned history unavailable | The block's number is below the lowest stored block (EIP-4444), which earliest names. |\n\nHex in results is lower case; a hash may be sent in either case. Members of a fork or a type that does not apply are absent, never null.\n\nThe version is that of the package @lectern/spec: a change that breaks clients raises the major number, an added method or optional member the minor, texts the patch.",
    license: {
      name: 'MIT',
      url: 'https://opensource.org/license/mit',
    },
  },
  servers: [
    {
      name: 'local',
      summary: 'A Lectern on this machine',
      description: 'What `lectern serve` listens on by default.',
      url: 'http://127.0.0.1:8545',
    },
  ],
  'x-extensions': [
    {
      openrpcExtension: '0.0.0-development',
      name: 'x-elsewhere',
      version: '1.0.0',
      summary: 'How other nodes send a member.',
      description:
        'A keyword in the schema of a member. Lectern never sends the member like this, but a client of other nodes should accept it: null, some nodes send null for what is pending; absent, some nodes omit the member, as the official document or an earlier edition of it allows; different, some nodes write another value or form, which Lectern does not accept, so that members of several nodes are not compared by it.',
      restricted: [],
      schema: {
        title: 'x-elsewhere',
        type: 'array',
        minItems: 1,
        uniqueItems: true,
        items: {
          type: 'string',
          enum: ['null', 'absent', 'different'],
        },
      },
    },
    {
      openrpcExtension: '0.0.0-development',
      name: 'x-where',
      version: '1.0.0',
      summary: 'When a link holds.',
      description:
        'A runtime expression in a link. The link holds for a result in which the expression names a value.',
      restricted: [],
      schema: {
        title: 'x-where',
        type: 'string',
      },
    },
  ],
  methods: [
    {
      name: 'eth_getTransactionByHash',
      summary: 'The transaction with a given hash.',
      description:
        'Returns the transaction with this hash and its position in its block; null when no stored block contains it. Every stored transaction is found, however old.',
      paramStructure: 'by-position',
      params: [
        {
          name: 'tx_hash',
          summary: 'A transaction hash',
          description: 'Hash of the transaction.',
          required: true,
          schema: {
            $ref: '#/components/schemas/HashParameter',
          },
        },
      ],
      result: {
        name: 'transaction',
        description: 'The transaction, or null.',
        schema: {
          description: 'The transaction; null when the hash is unknown.',
          oneOf: [
            {
              $ref: '#/components/schemas/Transaction',
            },
            {
              type: 'null',
            },
          ],
        },
      },
      errors: [
        {
          $ref: '#/components/errors/InvalidParams',
        },
        {
          $ref: '#/components/errors/InternalError',
        },
        {
          $ref: '#/components/errors/LimitExceeded',
        },
      ],
      links: [
        {
          name: 'receipt',
          summary: 'The receipt of the transaction.',
          description: 'A transaction that was found has a receipt.',
          method: 'eth_getTransactionReceipt',
          params: {
            tx_hash: '${result.hash}',
          },
        },
        {
          name: 'block',
          summary: 'The block that contains the transaction.',
          description: 'With hashes: the one at transactionIndex is the requested hash.',
          method: 'eth_getBlockByNumber',
          params: {
            block_number: '${result.blockNumber}',
            return_full_txns: false,
          },
        },
        {
          name: 'blockByHash',
          summary: 'The block that contains the transaction, by its hash.',
          description: 'With whole transactions: the one at transactionIndex is this one.',
          method: 'eth_getBlockByHash',
          params: {
            block_hash: '${result.blockHash}',
            return_full_txns: true,
          },
        },
        {
          name: 'byIndex',
          summary: 'The same transaction by its index in its block.',
          description: 'A transaction that was found is at its index.',
          method: 'eth_getTransactionByBlockHashAndIndex',
          params: {
            block_hash: '${result.blockHash}',
            transaction_index: '${result.transactionIndex}',
          },
        },
      ],
      examples: [
        {
          name: 'dynamic-fee-with-access-list',
          description: 'A transaction of type 0x2: every member of the widest common type.',
          params: [
            {
              name: 'tx_hash',
              value: '0x3dad580576aa4c58e742721a010725076976522719b537242d996c0bb7172f95',
            },
          ],
          result: {
            name: 'transaction',
            value: {
              blockHash: '0x3fb3254b680e2a9f5495ae2d8f08bf2697ebc6c4cf291f96d86bf9d76ceead59',
              blockNumber: '0x1c',
              blockTimestamp: '0x684ee2d0',
              from: '0x708edbd403fcddab919b2ed9005c367a5ef1c8d0',
              gas: '0x1adb0',
              gasPrice: '0x3a215324',
              maxFeePerGas: '0x6e4cc548',
              maxPriorityFeePerGas: '0x5f5e100',
              hash: '0x3dad580576aa4c58e742721a010725076976522719b537242d996c0bb7172f95',
              input: '0x0405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b',
              nonce: '0x2',
              to: '0xc0de000000000000000000000000000000000001',
              transactionIndex: '0x3',
              value: '0x0',
              type: '0x2',
              accessList: [
                {
                  address: '0xc0de000000000000000000000000000000000002',
                  storageKeys: [
                    '0x0000000000000000000000000000000000000000000000000000000000000001',
                    '0x0000000000000000000000000000000000000000000000000000000000000002',
                  ],
                },
              ],
              chainId: '0x1cbd',
              v: '0x1',
              r: '0x1811c9422ac6f93e5dcc1e61cdd5ded56c96a8374fc550da1fa4fcfb0aae576',
              s: '0x19355a4441a55e79a2898fbcfa3d087568fa905d8fed2c866969fdf6e49dda67',
              yParity: '0x1',
            },
          },
        },
        {
          name: 'creation',
          description: 'A legacy transaction that creates a contract: to is null.',
          params: [
            {
              name: 'tx_hash',
              value: '0x3758abbc36c21d4989a520763cf05829164467cc84c86a9723dabeb6afcdb4a2',
            },
          ],
          result: {
            name: 'transaction',
            value: {
              blockHash: '0xcba55115b431f0e93103a864e96e8601b59bae5da0c709223759bc5aecbe525b',
              blockNumber: '0xe',
              blockTimestamp: '0x684ee228',
              from: '0xab04fdd22ae4a2b5adf1a6bb963f96e9f5abfc4d',
              gas: '0x30d40',
              gasPrice: '0x2540be400',
              hash: '0x3758abbc36c21d4989a520763cf05829164467cc84c86a9723dabeb6afcdb4a2',
              input:
                '0x602f600c600039602f6000f3366000600037366000a06001366000a160026001366000a2600360026001366000a36004600360026001366000a400',
              nonce: '0x5',
              to: null,
              transactionIndex: '0x2',
              value: '0x0',
              type: '0x0',
              chainId: '0x1cbd',
              v: '0x399d',
              r: '0x5f5f23dfd3cb029625a165ac0639f158360ba3f12979d5cccf755bb6f2076367',
              s: '0x41a1183a9470e8ce4c8388484dee57c26741e3ab8b99d33ddd7ac80db0b10ece',
            },
          },
        },
        {
          name: 'unknown',
          description: 'No stored block contains a transaction with this hash.',
          params: [
            {
              name: 'tx_hash',
              value: '0xdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef',
            },
          ],
          result: {
            name: 'transaction',
            value: null,
          },
        },
      ],
    },
    {
      name: 'eth_getTransactionReceipt',
      summary: 'The receipt of the transaction with a given hash.',
      description:
        'Returns the receipt of the transaction with this hash: the result of its execution; null when no stored block contains it. Every transaction that eth_getTransactionByHash finds has a receipt.',
      paramStructure: 'by-position',
      params: [
        {
          name: 'tx_hash',
          summary: 'A transaction hash',
          description: 'Hash of the transaction.',
          required: true,
          schema: {
            $ref: '#/components/schemas/HashParameter',
          },
        },
      ],
      result: {
        name: 'receipt',
        description: 'The receipt, or null.',
        schema: {
          description: 'The receipt; null when the hash is unknown.',
          oneOf: [
            {
              $ref: '#/components/schemas/Receipt',
            },
            {
              type: 'null',
            },
          ],
        },
      },
      errors: [
        {
          $ref: '#/components/errors/InvalidParams',
        },
        {
          $ref: '#/components/errors/InternalError',
        },
        {
          $ref: '#/components/errors/LimitExceeded',
        },
      ],
      links: [
        {
          name: 'transaction',
          summary: 'The transaction that was executed.',
          description: 'A receipt that was found has a transaction.',
          method: 'eth_getTransactionByHash',
          params: {
            tx_hash: '${result.transactionHash}',
          },
        },
        {
          name: 'block',
          summary: 'The block that contains the transaction.',
          description: 'With whole transactions: the one at transactionIndex is the one that was executed.',
          method: 'eth_getBlockByNumber',
          params: {
            block_number: '${result.blockNumber}',
            return_full_txns: true,
          },
        },
        {
          name: 'transactionByIndex',
          summary: 'The transaction that was executed, by its index in its block.',
          description: 'A receipt that was found has a transaction.',
          method: 'eth_getTransactionByBlockNumberAndIndex',
          params: {
            block_number: '${result.blockNumber}',
            transaction_index: '${result.transactionIndex}',
          },
        },
      ],
      examples: [
        {
          name: 'creation',
          description: 'The receipt of a creation: to is null, contractAddress is the new contract.',
          params: [
            {
              name: 'tx_hash',
              value: '0x3758abbc36c21d4989a520763cf05829164467cc84c86a9723dabeb6afcdb4a2',
            },
          ],
          result: {
            name: 'receipt',
            value: {
              blockHash: '0xcba55115b431f0e93103a864e96e8601b59bae5da0c709223759bc5aecbe525b',
              blockNumber: '0xe',
              contractAddress: '0x41654073d342a681a37e0a1dce2e1f130e374bdf',
              cumulativeGasUsed: '0x22b8a',
              effectiveGasPrice: '0x2540be400',
              from: '0xab04fdd22ae4a2b5adf1a6bb963f96e9f5abfc4d',
              gasUsed: '0x1010a',
              logs: [],
              logsBloom:
                '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
              status: '0x1',
              to: null,
              transactionHash: '0x3758abbc36c21d4989a520763cf05829164467cc84c86a9723dabeb6afcdb4a2',
              transactionIndex: '0x2',
              type: '0x0',
            },
          },
        },
        {
          name: 'logs-frontier',
          description: 'A receipt before Byzantium: with root instead of status.',
          params: [
            {
              name: 'tx_hash',
              value: '0x8632b6a00dc1473e8893086e1bbc8b1d95c6f5ad5a7e5a92bedec125390575af',
            },
          ],
          result: {
            name: 'receipt',
            value: {
              blockHash: '0x03a3f99b5536f821d877d75a885cc82fdd194ce06f1f55fe6ba690d010463319',
              blockNumber: '0x2',
              contractAddress: null,
              cumulativeGasUsed: '0xfd39',
              effectiveGasPrice: '0x2540be400',
              from: '0xab04fdd22ae4a2b5adf1a6bb963f96e9f5abfc4d',
              gasUsed: '0x792f',
              logs: [
                {
                  address: '0xc0de000000000000000000000000000000000001',
                  topics: [],
                  data: '0x02030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20212223242526272829',
                  blockNumber: '0x2',
                  transactionHash: '0x8632b6a00dc1473e8893086e1bbc8b1d95c6f5ad5a7e5a92bedec125390575af',
                  transactionIndex: '0x1',
                  blockHash: '0x03a3f99b5536f821d877d75a885cc82fdd194ce06f1f55fe6ba690d010463319',
                  blockTimestamp: '0x684ee198',
                  logIndex: '0x0',
                  removed: false,
                },
                {
                  address: '0xc0de000000000000000000000000000000000001',
                  topics: ['0x0000000000000000000000000000000000000000000000000000000000000001'],
                  data: '0x02030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20212223242526272829',
                  blockNumber: '0x2',
                  transactionHash: '0x8632b6a00dc1473e8893086e1bbc8b1d95c6f5ad5a7e5a92bedec125390575af',
                  transactionIndex: '0x1',
                  blockHash: '0x03a3f99b5536f821d877d75a885cc82fdd194ce06f1f55fe6ba690d010463319',
                  blockTimestamp: '0x684ee198',
                  logIndex: '0x1',
                  removed: false,
                },
                {
                  address: '0xc0de000000000000000000000000000000000001',
                  topics: [
                    '0x0000000000000000000000000000000000000000000000000000000000000001',
                    '0x0000000000000000000000000000000000000000000000000000000000000002',
                  ],
                  data: '0x02030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20212223242526272829',
                  blockNumber: '0x2',
                  transactionHash: '0x8632b6a00dc1473e8893086e1bbc8b1d95c6f5ad5a7e5a92bedec125390575af',
                  transactionIndex: '0x1',
                  blockHash: '0x03a3f99b5536f821d877d75a885cc82fdd194ce06f1f55fe6ba690d010463319',
                  blockTimestamp: '0x684ee198',
                  logIndex: '0x2',
                  removed: false,
                },
                {
                  address: '0xc0de000000000000000000000000000000000001',
                  topics: [
                    '0x0000000000000000000000000000000000000000000000000000000000000001',
                    '0x0000000000000000000000000000000000000000000000000000000000000002',
                    '0x0000000000000000000000000000000000000000000000000000000000000003',
                  ],
                  data: '0x02030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20212223242526272829',
                  blockNumber: '0x2',
                  transactionHash: '0x8632b6a00dc1473e8893086e1bbc8b1d95c6f5ad5a7e5a92bedec125390575af',
                  transactionIndex: '0x1',
                  blockHash: '0x03a3f99b5536f821d877d75a885cc82fdd194ce06f1f55fe6ba690d010463319',
                  blockTimestamp: '0x684ee198',
                  logIndex: '0x3',
                  removed: false,
                },
                {
                  address: '0xc0de000000000000000000000000000000000001',
                  topics: [
                    '0x0000000000000000000000000000000000000000000000000000000000000001',
                    '0x0000000000000000000000000000000000000000000000000000000000000002',
                    '0x0000000000000000000000000000000000000000000000000000000000000003',
                    '0x0000000000000000000000000000000000000000000000000000000000000004',
                  ],
                  data: '0x02030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20212223242526272829',
                  blockNumber: '0x2',
                  transactionHash: '0x8632b6a00dc1473e8893086e1bbc8b1d95c6f5ad5a7e5a92bedec125390575af',
                  transactionIndex: '0x1',
                  blockHash: '0x03a3f99b5536f821d877d75a885cc82fdd194ce06f1f55fe6ba690d010463319',
                  blockTimestamp: '0x684ee198',
                  logIndex: '0x4',
                  removed: false,
                },
              ],
              logsBloom:
                '0x44000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000020000000000000000040000000000000000000000000000000000000000000000040000000000000000000008000000000000000000000000000000000001000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100040000000000000000800000002000000000400000000000000000000000000000000000000000008000000000000000000040000000000000000000000000000000000000000000008000000000000000000000',
              root: '0x8e04e58426698cd80688f3e6cbe5cb82852062ea4ec1c22adb72a5ddcbe77e19',
              to: '0xc0de000000000000000000000000000000000001',
              transactionHash: '0x8632b6a00dc1473e8893086e1bbc8b1d95c6f5ad5a7e5a92bedec125390575af',
              transactionIndex: '0x1',
              type: '0x0',
            },
          },
        },
        {
          name: 'blob',
          description: 'The receipt of a blob transaction, with blobGasUsed and blobGasPrice.',
          params: [
            {
              name: 'tx_hash',
              value: '0xa287e5a87e5da403b8013ddba3c1d67c36bb8ba28bfbd5c6c5a0944d5301467a',
            },
          ],
          result: {
            name: 'receipt',
            value: {
              blobGasPrice: '0x1',
              blobGasUsed: '0x20000',
              blockHash: '0x69866715d4c702bcaad22d255241671b823d66e2b8c505e02f7d8f5d7396f520',
              blockNumber: '0x29',
              contractAddress: null,
              cumulativeGasUsed: '0x5208',
              effectiveGasPrice: '0xf501e21',
              from: '0x4eb8ee055dfad7e4c37b5d5f87b2fa4b7cae1506',
              gasUsed: '0x5208',
              logs: [],
              logsBloom:
                '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
              status: '0x1',
              to: '0xc9882415cbdd8fcbfff25a8d9a45f58791842d9d',
              transactionHash: '0xa287e5a87e5da403b8013ddba3c1d67c36bb8ba28bfbd5c6c5a0944d5301467a',
              transactionIndex: '0x0',
              type: '0x3',
            },
          },
        },
        {
          name: 'unknown',
          description: 'No stored block contains a transaction with this hash.',
          params: [
            {
              name: 'tx_hash',
              value: '0xdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef',
            },
          ],
          result: {
            name: 'receipt',
            value: null,
          },
        },
      ],
    },
    {
      name: 'eth_getBlockByNumber',
      summary: 'The block with a given number or tag.',
      description:
        'Returns a block with its transactions as hashes or whole; null for a number above the highest stored block and for a tag that names no block; error 4444 for a number below the lowest stored block.',
      paramStructure: 'by-position',
      params: [
        {
          name: 'block_number',
          summary: 'A block number or a tag',
          description: 'Number of the block, or a tag.',
          required: true,
          schema: {
            $ref: '#/components/schemas/BlockNumberOrTag',
          },
        },
        {
          name: 'return_full_txns',
          summary: 'Whole transactions, or hashes',
          description: 'True for the transactions themselves, false for their hashes.',
          required: true,
          schema: {
            title: 'Whole transactions',
            description: 'True for the transactions themselves, false for their hashes.',
            type: 'boolean',
          },
        },
      ],
      result: {
        name: 'block',
        description: 'The block, or null.',
        schema: {
          description:
            'The block; null when there is none. By return_full_txns it is a BlockWithTransactions or a BlockWithHashes.',
          oneOf: [
            {
              $ref: '#/components/schemas/Block',
            },
            {
              type: 'null',
            },
          ],
        },
      },
      errors: [
        {
          $ref: '#/components/errors/InvalidParams',
        },
        {
          $ref: '#/components/errors/InternalError',
        },
        {
          $ref: '#/components/errors/LimitExceeded',
        },
        {
          $ref: '#/components/errors/PrunedHistoryUnavailable',
        },
      ],
      links: [
        {
          name: 'transaction',
          summary: 'The first transaction of the block.',
          description: 'Where the block has one and return_full_txns is false.',
          method: 'eth_getTransactionByHash',
          params: {
            tx_hash: '${result.transactions.0}',
          },
        },
        {
          name: 'receipt',
          summary: 'The receipt of the first transaction of the block.',
          description: 'Where the block has one and return_full_txns is false.',
          method: 'eth_getTransactionReceipt',
          params: {
            tx_hash: '${result.transactions.0}',
          },
        },
        {
          name: 'wholeTransaction',
          summary: 'The first transaction of the block.',
          description: 'Where the block has one and return_full_txns is true.',
          method: 'eth_getTransactionByHash',
          params: {
            tx_hash: '${result.transactions.0.hash}',
          },
        },
        {
          name: 'byHash',
          summary: 'The same block by its hash.',
          description: 'With the hashes of its transactions.',
          method: 'eth_getBlockByHash',
          params: {
            block_hash: '${result.hash}',
            return_full_txns: false,
          },
        },
        {
          name: 'uncle',
          summary: 'The first uncle of the block.',
          description: 'Where the block has one.',
          method: 'eth_getUncleByBlockHashAndIndex',
          params: {
            block_hash: '${result.hash}',
            uncle_index: '0x0',
          },
          'x-where': '${result.uncles.0}',
        },
        {
          name: 'receipts',
          summary: 'The receipts of all transactions of the block.',
          description: 'An empty array where the block has no transactions.',
          method: 'eth_getBlockReceipts',
          params: {
            block: '${result.hash}',
          },
        },
        {
          name: 'count',
          summary: 'The number of transactions in the block.',
          description: 'As many as the block has.',
          method: 'eth_getBlockTransactionCountByNumber',
          params: {
            block_number: '${result.number}',
          },
        },
      ],
      examples: [
        {
          name: 'prague',
          description: 'A block with the hashes of its transactions.',
          params: [
            {
              name: 'block_number',
              value: '0x32',
            },
            {
              name: 'return_full_txns',
              value: false,
            },
          ],
          result: {
            name: 'block',
            value: {
              baseFeePerGas: '0x2d11176',
              blobGasUsed: '0x0',
              difficulty: '0x0',
              excessBlobGas: '0x1e0000',
              extraData: '0x4c65637465726e20707261677565',
              gasLimit: '0x3938700',
              gasUsed: '0x114ad',
              hash: '0x514c59ec3be83640dffc6c2238a9da5bca53599e2cc635c4616d453246c58b89',
              logsBloom:
                '0x04000000000000000000000000000000000000000000000000000000010000000000000000000000000000000000000000000000020000000000000000040000000000000000000000000000000000000000000000040000000000000000000008000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100000000000000000000800000002000000000400000000000000000000000000000000000000000008000000000000000000040000000010000000000000000000000000000000000008000000000000000000000',
              miner: '0xab04fdd22ae4a2b5adf1a6bb963f96e9f5abfc4d',
              mixHash: '0x3232323232323232323232323232323232323232323232323232323232323232',
              nonce: '0x0000000000000000',
              number: '0x32',
              parentBeaconBlockRoot: '0x9696969696969696969696969696969696969696969696969696969696969696',
              parentHash: '0x29a6e6af5de33cd00d97e33da8aa6233e12b592ff35bf44eea19e441fe139d6e',
              receiptsRoot: '0x74b698263b9638d0d3e5da9a4054dbc3e15e196695f119344b1731ae2ddc4e06',
              requestsHash: '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
              sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
              size: '0x3f6',
              stateRoot: '0x7dd230bf49a42056227040ddeac162c5e7a2c42d90b89aa8f9d70182716ea4d0',
              timestamp: '0x684ee3d8',
              transactions: [
                '0xfa70bb678ff70632615272395b5470aae2eef63a5cb93095c1d6aaa383377087',
                '0x0886f3ebe36614895b09df7631ec791145c81339fdac88c0a83cf6ea075d4ae2',
              ],
              transactionsRoot: '0x94088b59a1f80aff027b1e79b2def9eddc866f232294ef286a9e5aa4ece571fd',
              uncles: [],
              withdrawals: [],
              withdrawalsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
            },
          },
        },
        {
          name: 'london-full',
          description: 'A block with whole transactions.',
          params: [
            {
              name: 'block_number',
              value: '0x1b',
            },
            {
              name: 'return_full_txns',
              value: true,
            },
          ],
          result: {
            name: 'block',
            value: {
              baseFeePerGas: '0x3b9aca00',
              difficulty: '0x201c0',
              extraData: '0x4c65637465726e206c6f6e646f6e',
              gasLimit: '0x3938700',
              gasUsed: '0xf618',
              hash: '0x6388b51e40c7e58cf3d0751e25f9a419b540125ab50c218f5704d9844f4b5526',
              logsBloom:
                '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
              miner: '0x0938a6e84f85755e5d796985ca1a4b5a0c8d24a0',
              mixHash: '0x1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b',
              nonce: '0x1b1b1b1b1b1b1b1b',
              number: '0x1b',
              parentHash: '0x27bbeee63fef1c128fdec363f9ba01f024c2ba9c045cb910f13a47247f2fe3e8',
              receiptsRoot: '0x4b7fefa97a453e0ee0cea1d51ca4ab3729f3a2a6a8388a5a3b13765eec3720b7',
              sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
              size: '0x369',
              stateRoot: '0x93606965fc495109ed4eaa6eaf31e77d745bd4213241a1032f44387934fadab7',
              timestamp: '0x684ee2c4',
              transactions: [
                {
                  blockHash: '0x6388b51e40c7e58cf3d0751e25f9a419b540125ab50c218f5704d9844f4b5526',
                  blockNumber: '0x1b',
                  blockTimestamp: '0x684ee2c4',
                  from: '0x4eb8ee055dfad7e4c37b5d5f87b2fa4b7cae1506',
                  gas: '0x5208',
                  gasPrice: '0x4190ab00',
                  maxFeePerGas: '0x7d2b7500',
                  maxPriorityFeePerGas: '0x5f5e100',
                  hash: '0x952266bbe405b3f09eb10053d4fa11ef678d2800cb2b52a5d8131bf4967dbc68',
                  input: '0x',
                  nonce: '0x7',
                  to: '0xc9882415cbdd8fcbfff25a8d9a45f58791842d9d',
                  transactionIndex: '0x0',
                  value: '0x3b9aca00',
                  type: '0x2',
                  accessList: [],
                  chainId: '0x1cbd',
                  v: '0x0',
                  r: '0x8bbe7808012dacd878824e1c790232ebf609ded6370d38aad539e9cf02be8d3e',
                  s: '0x11cbf27280f41a6d52709e76d65a1a0ca8357045f5fbdb2871e90db5ccd1e78',
                  yParity: '0x0',
                },
                {
                  blockHash: '0x6388b51e40c7e58cf3d0751e25f9a419b540125ab50c218f5704d9844f4b5526',
                  blockNumber: '0x1b',
                  blockTimestamp: '0x684ee2c4',
                  from: '0xc9882415cbdd8fcbfff25a8d9a45f58791842d9d',
                  gas: '0x5208',
                  gasPrice: '0x2540be400',
                  hash: '0xbb69a873d1ba156cbfe553cb4e2fb4d0a29e14f149cb062aaf9ac7a7f9285036',
                  input: '0x',
                  nonce: '0x7',
                  to: '0xab04fdd22ae4a2b5adf1a6bb963f96e9f5abfc4d',
                  transactionIndex: '0x1',
                  value: '0x3b9aca00',
                  type: '0x1',
                  accessList: [],
                  chainId: '0x1cbd',
                  v: '0x0',
                  r: '0x4b5c74a3258a40315d0f337438395f5fff18586b77c618321702bbaae5ec9a25',
                  s: '0x34ab5ba5223bd6f95e5962fc96505a24f6237561a0fe8ff326ae630ab09b416c',
                  yParity: '0x0',
                },
                {
                  blockHash: '0x6388b51e40c7e58cf3d0751e25f9a419b540125ab50c218f5704d9844f4b5526',
                  blockNumber: '0x1b',
                  blockTimestamp: '0x684ee2c4',
                  from: '0xab04fdd22ae4a2b5adf1a6bb963f96e9f5abfc4d',
                  gas: '0x5208',
                  gasPrice: '0x2540be400',
                  hash: '0xfbdd49822d9e4bbbc878d71eba28057b4136ae13923c0cf0d39eafcca470ca44',
                  input: '0x',
                  nonce: '0x8',
                  to: '0x0938a6e84f85755e5d796985ca1a4b5a0c8d24a0',
                  transactionIndex: '0x2',
                  value: '0x3b9aca00',
                  type: '0x0',
                  chainId: '0x1cbd',
                  v: '0x399e',
                  r: '0x71d19cdaa1f3a35af9098db7b6d0234a49241dde7c303dc7a7f7c93caab3bf7f',
                  s: '0x1eef154076ca2a33fa346e7e505e0f9580c1504cdb7ae853dcf1cad062b0d25',
                },
              ],
              transactionsRoot: '0x3325a5011cd1499707b2aff736372d0c4fbfcc7186a229b0db09b85ef26857cb',
              uncles: [],
            },
          },
        },
        {
          name: 'two-uncles',
          description: 'A block with two uncles.',
          params: [
            {
              name: 'block_number',
              value: '0x6',
            },
            {
              name: 'return_full_txns',
              value: false,
            },
          ],
          result: {
            name: 'block',
            value: {
              difficulty: '0x200c0',
              extraData: '0x4c65637465726e20686f6d657374656164',
              gasLimit: '0x1c9c380',
              gasUsed: '0x0',
              hash: '0x187b3a550a02c6c1ab0057cc5652ed64b6455d3b6c5cb8f8c557dda60f4b111a',
              logsBloom:
                '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
              miner: '0xf10f2b59196d82f1ae6647f8ab854a55901cc739',
              mixHash: '0x0606060606060606060606060606060606060606060606060606060606060606',
              nonce: '0x0606060606060606',
              number: '0x6',
              parentHash: '0x4e2f55582debddf723e7c611890bd0d0d5988fff18d8413f931b70d428307967',
              receiptsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
              sha3Uncles: '0xec98491719ed97f1a25d0cb7d5569b78c0faf8284e5ac060b9ad0d09fe94e689',
              size: '0x63c',
              stateRoot: '0xaea4c28103d46a4619add719629bbea6ae01b2aa8ca4baeec2142e610416661f',
              timestamp: '0x684ee1c8',
              transactions: [],
              transactionsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
              uncles: [
                '0xf6fe945811907bce76103607530a7b8adba2a0ff8dc8c1a61896467ebf0542a1',
                '0xc97f9e86c775bedbf1f73772d5e2dcafd72f82062d78848367bc482e5dd12d1d',
              ],
            },
          },
        },
        {
          name: 'earliest',
          description: 'The lowest stored block.',
          params: [
            {
              name: 'block_number',
              value: 'earliest',
            },
            {
              name: 'return_full_txns',
              value: false,
            },
          ],
          result: {
            name: 'block',
            value: {
              difficulty: '0x20000',
              extraData: '0x4c65637465726e2073616d706c6520636861696e',
              gasLimit: '0x1c9c380',
              gasUsed: '0x0',
              hash: '0x536e6a466a57b649432df55a697a0a3ddd6278de87722ca952d2b971eb4dd71e',
              logsBloom:
                '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
              miner: '0x0000000000000000000000000000000000000000',
              mixHash: '0x0000000000000000000000000000000000000000000000000000000000000000',
              nonce: '0x0000000000000000',
              number: '0x0',
              parentHash: '0x0000000000000000000000000000000000000000000000000000000000000000',
              receiptsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
              sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
              size: '0x214',
              stateRoot: '0x155cb52e6cb6efacb34eeb5a6442ab9ae645dbdc2910f5d40ef7986e661bcb5a',
              timestamp: '0x684ee180',
              transactions: [],
              transactionsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
              uncles: [],
            },
          },
        },
        {
          name: 'above-head',
          description: 'There is no such block yet.',
          params: [
            {
              name: 'block_number',
              value: '0x48',
            },
            {
              name: 'return_full_txns',
              value: false,
            },
          ],
          result: {
            name: 'block',
            value: null,
          },
        },
        {
          name: 'pending',
          description: 'There is no mempool.',
          params: [
            {
              name: 'block_number',
              value: 'pending',
            },
            {
              name: 'return_full_txns',
              value: false,
            },
          ],
          result: {
            name: 'block',
            value: null,
          },
        },
      ],
    },
    {
      name: 'eth_chainId',
      tags: [
        {
          name: 'companion',
          description: 'A helper method, which clients call before or after the three.',
        },
      ],
      summary: 'The id of the chain.',
      description:
        'Returns the chain id of EIP-155, by which the signatures of one chain do not count on another. It is the same for as long as the server runs.',
      paramStructure: 'by-position',
      params: [],
      result: {
        name: 'chain_id',
        description: 'The chain id.',
        schema: {
          $ref: '#/components/schemas/Quantity',
        },
      },
      errors: [
        {
          $ref: '#/components/errors/InvalidParams',
        },
        {
          $ref: '#/components/errors/InternalError',
        },
        {
          $ref: '#/components/errors/LimitExceeded',
        },
        {
          $ref: '#/components/errors/ResourceUnavailable',
        },
      ],
      examples: [
        {
          name: 'sample',
          description: 'The chain id of the chain that all examples are from.',
          params: [],
          result: {
            name: 'chain_id',
            value: '0x1cbd',
          },
        },
      ],
    },
    {
      name: 'eth_blockNumber',
      tags: [
        {
          name: 'companion',
          description: 'A helper method, which clients call before or after the three.',
        },
      ],
      summary: 'The number of the highest stored block.',
      description:
        'Returns the number of the block that the tag latest names. In a batch it is the latest block of all its calls.',
      paramStructure: 'by-position',
      params: [],
      result: {
        name: 'block_number',
        description: 'The number of the highest stored block.',
        schema: {
          $ref: '#/components/schemas/Quantity',
        },
      },
      errors: [
        {
          $ref: '#/components/errors/InvalidParams',
        },
        {
          $ref: '#/components/errors/InternalError',
        },
        {
          $ref: '#/components/errors/LimitExceeded',
        },
        {
          $ref: '#/components/errors/ResourceUnavailable',
        },
      ],
      links: [
        {
          name: 'block',
          summary: 'The highest stored block.',
          description: 'With the hashes of its transactions.',
          method: 'eth_getBlockByNumber',
          params: {
            block_number: '${result}',
            return_full_txns: false,
          },
        },
      ],
      examples: [
        {
          name: 'head',
          description: 'The number of the head.',
          params: [],
          result: {
            name: 'block_number',
            value: '0x47',
          },
        },
      ],
    },
    {
      name: 'net_version',
      tags: [
        {
          name: 'companion',
          description: 'A helper method, which clients call before or after the three.',
        },
      ],
      summary: 'The id of the network, in decimal.',
      description:
        'Returns the chain id as decimal digits: nodes of one chain have it as their network id, unless they are set up otherwise.',
      paramStructure: 'by-position',
      params: [],
      result: {
        name: 'network_id',
        description: 'The network id.',
        schema: {
          description: 'Decimal digits without leading zeros.',
          type: 'string',
          pattern: '^(0|[1-9][0-9]*)$',
        },
      },
      errors: [
        {
          $ref: '#/components/errors/InvalidParams',
        },
        {
          $ref: '#/components/errors/InternalError',
        },
        {
          $ref: '#/components/errors/LimitExceeded',
        },
        {
          $ref: '#/components/errors/ResourceUnavailable',
        },
      ],
      examples: [
        {
          name: 'sample',
          description: 'The network id of the chain that all examples are from.',
          params: [],
          result: {
            name: 'network_id',
            value: '7357',
          },
        },
      ],
    },
    {
      name: 'web3_clientVersion',
      tags: [
        {
          name: 'companion',
          description: 'A helper method, which clients call before or after the three.',
        },
      ],
      summary: 'The name and version of the server.',
      description:
        'Returns the name and the version of the server, its platform and its runtime, joined by slashes.',
      paramStructure: 'by-position',
      params: [],
      result: {
        name: 'client_version',
        description: 'Name, version, platform and runtime.',
        schema: {
          description: 'Parts joined by slashes; other nodes have parts of their own.',
          type: 'string',
        },
      },
      errors: [
        {
          $ref: '#/components/errors/InvalidParams',
        },
        {
          $ref: '#/components/errors/InternalError',
        },
        {
          $ref: '#/components/errors/LimitExceeded',
        },
      ],
      examples: [
        {
          name: 'linux',
          description: 'A server on Linux.',
          params: [],
          result: {
            name: 'client_version',
            value: 'Lectern/v0.1.0/linux-x64/node26.10.0',
          },
        },
      ],
    },
    {
      name: 'eth_getBlockByHash',
      tags: [
        {
          name: 'companion',
          description: 'A helper method, which clients call before or after the three.',
        },
      ],
      summary: 'The block with a given hash.',
      description:
        'Returns a block with its transactions as hashes or whole, as eth_getBlockByNumber does; null when no stored block has this hash. A block that a reorg removed is not stored.',
      paramStructure: 'by-position',
      params: [
        {
          name: 'block_hash',
          summary: 'A block hash',
          description: 'Hash of the block.',
          required: true,
          schema: {
            $ref: '#/components/schemas/HashParameter',
          },
        },
        {
          name: 'return_full_txns',
          summary: 'Whole transactions, or hashes',
          description: 'True for the transactions themselves, false for their hashes.',
          required: true,
          schema: {
            title: 'Whole transactions',
            description: 'True for the transactions themselves, false for their hashes.',
            type: 'boolean',
          },
        },
      ],
      result: {
        name: 'block',
        description: 'The block, or null.',
        schema: {
          description:
            'The block; null when there is none. By return_full_txns it is a BlockWithTransactions or a BlockWithHashes.',
          oneOf: [
            {
              $ref: '#/components/schemas/Block',
            },
            {
              type: 'null',
            },
          ],
        },
      },
      errors: [
        {
          $ref: '#/components/errors/InvalidParams',
        },
        {
          $ref: '#/components/errors/InternalError',
        },
        {
          $ref: '#/components/errors/LimitExceeded',
        },
        {
          $ref: '#/components/errors/ResourceUnavailable',
        },
      ],
      links: [
        {
          name: 'byNumber',
          summary: 'The same block by its number.',
          description: 'With the hashes of its transactions.',
          method: 'eth_getBlockByNumber',
          params: {
            block_number: '${result.number}',
            return_full_txns: false,
          },
        },
        {
          name: 'uncle',
          summary: 'The first uncle of the block.',
          description: 'Where the block has one.',
          method: 'eth_getUncleByBlockHashAndIndex',
          params: {
            block_hash: '${result.hash}',
            uncle_index: '0x0',
          },
          'x-where': '${result.uncles.0}',
        },
        {
          name: 'count',
          summary: 'The number of transactions in the block.',
          description: 'As many as the block has.',
          method: 'eth_getBlockTransactionCountByHash',
          params: {
            block_hash: '${result.hash}',
          },
        },
      ],
      examples: [
        {
          name: 'prague',
          description: 'A block with the hashes of its transactions.',
          params: [
            {
              name: 'block_hash',
              value: '0x514c59ec3be83640dffc6c2238a9da5bca53599e2cc635c4616d453246c58b89',
            },
            {
              name: 'return_full_txns',
              value: false,
            },
          ],
          result: {
            name: 'block',
            value: {
              baseFeePerGas: '0x2d11176',
              blobGasUsed: '0x0',
              difficulty: '0x0',
              excessBlobGas: '0x1e0000',
              extraData: '0x4c65637465726e20707261677565',
              gasLimit: '0x3938700',
              gasUsed: '0x114ad',
              hash: '0x514c59ec3be83640dffc6c2238a9da5bca53599e2cc635c4616d453246c58b89',
              logsBloom:
                '0x04000000000000000000000000000000000000000000000000000000010000000000000000000000000000000000000000000000020000000000000000040000000000000000000000000000000000000000000000040000000000000000000008000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100000000000000000000800000002000000000400000000000000000000000000000000000000000008000000000000000000040000000010000000000000000000000000000000000008000000000000000000000',
              miner: '0xab04fdd22ae4a2b5adf1a6bb963f96e9f5abfc4d',
              mixHash: '0x3232323232323232323232323232323232323232323232323232323232323232',
              nonce: '0x0000000000000000',
              number: '0x32',
              parentBeaconBlockRoot: '0x9696969696969696969696969696969696969696969696969696969696969696',
              parentHash: '0x29a6e6af5de33cd00d97e33da8aa6233e12b592ff35bf44eea19e441fe139d6e',
              receiptsRoot: '0x74b698263b9638d0d3e5da9a4054dbc3e15e196695f119344b1731ae2ddc4e06',
              requestsHash: '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
              sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
              size: '0x3f6',
              stateRoot: '0x7dd230bf49a42056227040ddeac162c5e7a2c42d90b89aa8f9d70182716ea4d0',
              timestamp: '0x684ee3d8',
              transactions: [
                '0xfa70bb678ff70632615272395b5470aae2eef63a5cb93095c1d6aaa383377087',
                '0x0886f3ebe36614895b09df7631ec791145c81339fdac88c0a83cf6ea075d4ae2',
              ],
              transactionsRoot: '0x94088b59a1f80aff027b1e79b2def9eddc866f232294ef286a9e5aa4ece571fd',
              uncles: [],
              withdrawals: [],
              withdrawalsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
            },
          },
        },
        {
          name: 'london-full',
          description: 'A block with whole transactions.',
          params: [
            {
              name: 'block_hash',
              value: '0x6388b51e40c7e58cf3d0751e25f9a419b540125ab50c218f5704d9844f4b5526',
            },
            {
              name: 'return_full_txns',
              value: true,
            },
          ],
          result: {
            name: 'block',
            value: {
              baseFeePerGas: '0x3b9aca00',
              difficulty: '0x201c0',
              extraData: '0x4c65637465726e206c6f6e646f6e',
              gasLimit: '0x3938700',
              gasUsed: '0xf618',
              hash: '0x6388b51e40c7e58cf3d0751e25f9a419b540125ab50c218f5704d9844f4b5526',
              logsBloom:
                '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
              miner: '0x0938a6e84f85755e5d796985ca1a4b5a0c8d24a0',
              mixHash: '0x1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b',
              nonce: '0x1b1b1b1b1b1b1b1b',
              number: '0x1b',
              parentHash: '0x27bbeee63fef1c128fdec363f9ba01f024c2ba9c045cb910f13a47247f2fe3e8',
              receiptsRoot: '0x4b7fefa97a453e0ee0cea1d51ca4ab3729f3a2a6a8388a5a3b13765eec3720b7',
              sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
              size: '0x369',
              stateRoot: '0x93606965fc495109ed4eaa6eaf31e77d745bd4213241a1032f44387934fadab7',
              timestamp: '0x684ee2c4',
              transactions: [
                {
                  blockHash: '0x6388b51e40c7e58cf3d0751e25f9a419b540125ab50c218f5704d9844f4b5526',
                  blockNumber: '0x1b',
                  blockTimestamp: '0x684ee2c4',
                  from: '0x4eb8ee055dfad7e4c37b5d5f87b2fa4b7cae1506',
                  gas: '0x5208',
                  gasPrice: '0x4190ab00',
                  maxFeePerGas: '0x7d2b7500',
                  maxPriorityFeePerGas: '0x5f5e100',
                  hash: '0x952266bbe405b3f09eb10053d4fa11ef678d2800cb2b52a5d8131bf4967dbc68',
                  input: '0x',
                  nonce: '0x7',
                  to: '0xc9882415cbdd8fcbfff25a8d9a45f58791842d9d',
                  transactionIndex: '0x0',
                  value: '0x3b9aca00',
                  type: '0x2',
                  accessList: [],
                  chainId: '0x1cbd',
                  v: '0x0',
                  r: '0x8bbe7808012dacd878824e1c790232ebf609ded6370d38aad539e9cf02be8d3e',
                  s: '0x11cbf27280f41a6d52709e76d65a1a0ca8357045f5fbdb2871e90db5ccd1e78',
                  yParity: '0x0',
                },
                {
                  blockHash: '0x6388b51e40c7e58cf3d0751e25f9a419b540125ab50c218f5704d9844f4b5526',
                  blockNumber: '0x1b',
                  blockTimestamp: '0x684ee2c4',
                  from: '0xc9882415cbdd8fcbfff25a8d9a45f58791842d9d',
                  gas: '0x5208',
                  gasPrice: '0x2540be400',
                  hash: '0xbb69a873d1ba156cbfe553cb4e2fb4d0a29e14f149cb062aaf9ac7a7f9285036',
                  input: '0x',
                  nonce: '0x7',
                  to: '0xab04fdd22ae4a2b5adf1a6bb963f96e9f5abfc4d',
                  transactionIndex: '0x1',
                  value: '0x3b9aca00',
                  type: '0x1',
                  accessList: [],
                  chainId: '0x1cbd',
                  v: '0x0',
                  r: '0x4b5c74a3258a40315d0f337438395f5fff18586b77c618321702bbaae5ec9a25',
                  s: '0x34ab5ba5223bd6f95e5962fc96505a24f6237561a0fe8ff326ae630ab09b416c',
                  yParity: '0x0',
                },
                {
                  blockHash: '0x6388b51e40c7e58cf3d0751e25f9a419b540125ab50c218f5704d9844f4b5526',
                  blockNumber: '0x1b',
                  blockTimestamp: '0x684ee2c4',
                  from: '0xab04fdd22ae4a2b5adf1a6bb963f96e9f5abfc4d',
                  gas: '0x5208',
                  gasPrice: '0x2540be400',
                  hash: '0xfbdd49822d9e4bbbc878d71eba28057b4136ae13923c0cf0d39eafcca470ca44',
                  input: '0x',
                  nonce: '0x8',
                  to: '0x0938a6e84f85755e5d796985ca1a4b5a0c8d24a0',
                  transactionIndex: '0x2',
                  value: '0x3b9aca00',
                  type: '0x0',
                  chainId: '0x1cbd',
                  v: '0x399e',
                  r: '0x71d19cdaa1f3a35af9098db7b6d0234a49241dde7c303dc7a7f7c93caab3bf7f',
                  s: '0x1eef154076ca2a33fa346e7e505e0f9580c1504cdb7ae853dcf1cad062b0d25',
                },
              ],
              transactionsRoot: '0x3325a5011cd1499707b2aff736372d0c4fbfcc7186a229b0db09b85ef26857cb',
              uncles: [],
            },
          },
        },
        {
          name: 'two-uncles',
          description: 'A block with two uncles.',
          params: [
            {
              name: 'block_hash',
              value: '0x187b3a550a02c6c1ab0057cc5652ed64b6455d3b6c5cb8f8c557dda60f4b111a',
            },
            {
              name: 'return_full_txns',
              value: false,
            },
          ],
          result: {
            name: 'block',
            value: {
              difficulty: '0x200c0',
              extraData: '0x4c65637465726e20686f6d657374656164',
              gasLimit: '0x1c9c380',
              gasUsed: '0x0',
              hash: '0x187b3a550a02c6c1ab0057cc5652ed64b6455d3b6c5cb8f8c557dda60f4b111a',
              logsBloom:
                '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
              miner: '0xf10f2b59196d82f1ae6647f8ab854a55901cc739',
              mixHash: '0x0606060606060606060606060606060606060606060606060606060606060606',
              nonce: '0x0606060606060606',
              number: '0x6',
              parentHash: '0x4e2f55582debddf723e7c611890bd0d0d5988fff18d8413f931b70d428307967',
              receiptsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
              sha3Uncles: '0xec98491719ed97f1a25d0cb7d5569b78c0faf8284e5ac060b9ad0d09fe94e689',
              size: '0x63c',
              stateRoot: '0xaea4c28103d46a4619add719629bbea6ae01b2aa8ca4baeec2142e610416661f',
              timestamp: '0x684ee1c8',
              transactions: [],
              transactionsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
              uncles: [
                '0xf6fe945811907bce76103607530a7b8adba2a0ff8dc8c1a61896467ebf0542a1',
                '0xc97f9e86c775bedbf1f73772d5e2dcafd72f82062d78848367bc482e5dd12d1d',
              ],
            },
          },
        },
        {
          name: 'unknown',
          description: 'No stored block has this hash.',
          params: [
            {
              name: 'block_hash',
              value: '0xdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef',
            },
            {
              name: 'return_full_txns',
              value: false,
            },
          ],
          result: {
            name: 'block',
            value: null,
          },
        },
      ],
    },
    {
      name: 'eth_getUncleByBlockHashAndIndex',
      tags: [
        {
          name: 'companion',
          description: 'A helper method, which clients call before or after the three.',
        },
      ],
      summary: 'The uncle of a block at a given index.',
      description:
        'Returns the uncle at this index of the block with this hash, as a block without transactions; null when no stored block has this hash, and for an index above its uncles.',
      paramStructure: 'by-position',
      params: [
        {
          name: 'block_hash',
          summary: 'A block hash',
          description: 'Hash of the block.',
          required: true,
          schema: {
            $ref: '#/components/schemas/HashParameter',
          },
        },
        {
          name: 'uncle_index',
          summary: 'An index',
          description: 'Index of the uncle in the block, from zero.',
          required: true,
          schema: {
            $ref: '#/components/schemas/IndexParameter',
          },
        },
      ],
      result: {
        name: 'uncle',
        description: 'The uncle, or null.',
        schema: {
          description: 'The uncle; null when there is none.',
          oneOf: [
            {
              $ref: '#/components/schemas/Uncle',
            },
            {
              type: 'null',
            },
          ],
        },
      },
      errors: [
        {
          $ref: '#/components/errors/InvalidParams',
        },
        {
          $ref: '#/components/errors/InternalError',
        },
        {
          $ref: '#/components/errors/LimitExceeded',
        },
        {
          $ref: '#/components/errors/ResourceUnavailable',
        },
      ],
      examples: [
        {
          name: 'second-of-two',
          description: 'The second of two uncles.',
          params: [
            {
              name: 'block_hash',
              value: '0x187b3a550a02c6c1ab0057cc5652ed64b6455d3b6c5cb8f8c557dda60f4b111a',
            },
            {
              name: 'uncle_index',
              value: '0x1',
            },
          ],
          result: {
            name: 'uncle',
            value: {
              difficulty: '0x200c0',
              extraData: '0x4c65637465726e20686f6d65737465616420756e636c65',
              gasLimit: '0x1c9c380',
              gasUsed: '0x5208',
              hash: '0xc97f9e86c775bedbf1f73772d5e2dcafd72f82062d78848367bc482e5dd12d1d',
              logsBloom:
                '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
              miner: '0xab04fdd22ae4a2b5adf1a6bb963f96e9f5abfc4d',
              mixHash: '0x0404040404040404040404040404040404040404040404040404040404040404',
              nonce: '0x0404040404040404',
              number: '0x4',
              parentHash: '0x72b7310b73e8bce17a624d7459c23ea74e21470fcd9983b8161ecb4757f90e0f',
              receiptsRoot: '0x0427f07f7991fc518dcdf6319bd2643a98854ee1a4c0009993225545bb7e7862',
              sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
              size: '0x219',
              stateRoot: '0x94a0cee30c5b14294b73a6ceca61f0c88ec11ee743c59f22e9afc6c4f025b35c',
              timestamp: '0x684ee1b0',
              transactionsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
              uncles: [],
            },
          },
        },
        {
          name: 'out-of-range',
          description: 'The block has two uncles: there is none with this index.',
          params: [
            {
              name: 'block_hash',
              value: '0x187b3a550a02c6c1ab0057cc5652ed64b6455d3b6c5cb8f8c557dda60f4b111a',
            },
            {
              name: 'uncle_index',
              value: '0x2',
            },
          ],
          result: {
            name: 'uncle',
            value: null,
          },
        },
      ],
    },
    {
      name: 'eth_syncing',
      tags: [
        {
          name: 'companion',
          description: 'A helper method, which clients call before or after the three.',
        },
      ],
      summary: 'Whether the server is catching up.',
      description:
        'Returns false, or an object while the server is more than 32 blocks behind the nodes that it follows. A server that follows none in its own process returns false.',
      paramStructure: 'by-position',
      params: [],
      result: {
        name: 'status',
        description: 'False, or the progress.',
        schema: {
          $ref: '#/components/schemas/SyncStatus',
        },
      },
      errors: [
        {
          $ref: '#/components/errors/InvalidParams',
        },
        {
          $ref: '#/components/errors/InternalError',
        },
        {
          $ref: '#/components/errors/LimitExceeded',
        },
      ],
      examples: [
        {
          name: 'idle',
          description: 'The server is not catching up.',
          params: [],
          result: {
            name: 'status',
            value: false,
          },
        },
      ],
    },
    {
      name: 'eth_capabilities',
      tags: [
        {
          name: 'companion',
          description: 'A helper method, which clients call before or after the three.',
        },
      ],
      summary: 'The data that the server has, and from which block on.',
      description:
        'Returns the head, and the lowest stored block as the oldest one of transactions, receipts and blocks. State, logs and proofs of state are disabled. Source: execution-apis.',
      paramStructure: 'by-position',
      params: [],
      result: {
        name: 'capabilities',
        description: 'The capabilities.',
        schema: {
          $ref: '#/components/schemas/Capabilities',
        },
      },
      errors: [
        {
          $ref: '#/components/errors/InvalidParams',
        },
        {
          $ref: '#/components/errors/InternalError',
        },
        {
          $ref: '#/components/errors/LimitExceeded',
        },
        {
          $ref: '#/components/errors/ResourceUnavailable',
        },
      ],
      examples: [
        {
          name: 'sample',
          description: 'The capabilities of the server of the chain that all examples are from.',
          params: [],
          result: {
            name: 'capabilities',
            value: {
              head: {
                number: '0x47',
                hash: '0xe4ade38900acd6e4ae22cefcb4d30fc82931fc9c776d6ac37ea85314be754397',
              },
              state: {
                disabled: true,
              },
              tx: {
                disabled: false,
                oldestBlock: '0x0',
              },
              logs: {
                disabled: true,
              },
              receipts: {
                disabled: false,
                oldestBlock: '0x0',
              },
              blocks: {
                disabled: false,
                oldestBlock: '0x0',
              },
              stateproofs: {
                disabled: true,
              },
            },
          },
        },
      ],
      links: [
        {
          name: 'oldest',
          summary: 'The lowest stored block.',
          description: 'With the hashes of its transactions.',
          method: 'eth_getBlockByNumber',
          params: {
            block_number: '${result.blocks.oldestBlock}',
            return_full_txns: false,
          },
        },
      ],
    },
    {
      name: 'net_listening',
      tags: [
        {
          name: 'companion',
          description: 'A helper method, which clients call before or after the three.',
        },
      ],
      summary: 'Whether the server listens.',
      description: 'Returns true, since only a server that listens replies.',
      paramStructure: 'by-position',
      params: [],
      result: {
        name: 'listening',
        description: 'True.',
        schema: {
          description: 'True; other nodes may send false.',
          type: 'boolean',
        },
      },
      errors: [
        {
          $ref: '#/components/errors/InvalidParams',
        },
        {
          $ref: '#/components/errors/InternalError',
        },
        {
          $ref: '#/components/errors/LimitExceeded',
        },
      ],
      examples: [
        {
          name: 'sample',
          description: 'The server listens.',
          params: [],
          result: {
            name: 'listening',
            value: true,
          },
        },
      ],
    },
    {
      name: 'eth_getBlockReceipts',
      tags: [
        {
          name: 'companion',
          description: 'A helper method, which clients call before or after the three.',
        },
      ],
      summary: 'The receipts of all transactions of a block.',
      description:
        'Returns the receipts in the order of the transactions, each as eth_getTransactionReceipt does; an empty array for a block without transactions, null when there is no such block.',
      paramStructure: 'by-position',
      params: [
        {
          name: 'block',
          summary: 'A block number, tag or hash',
          description: 'Number, tag or hash of the block; also in an object (EIP-1898).',
          required: true,
          schema: {
            $ref: '#/components/schemas/BlockReference',
          },
        },
      ],
      result: {
        name: 'receipts',
        description: 'The receipts, or null.',
        schema: {
          description: 'The receipts in the order of the transactions; null when there is no such block.',
          oneOf: [
            {
              type: 'array',
              items: {
                $ref: '#/components/schemas/Receipt',
              },
            },
            {
              type: 'null',
            },
          ],
        },
      },
      errors: [
        {
          $ref: '#/components/errors/InvalidParams',
        },
        {
          $ref: '#/components/errors/InternalError',
        },
        {
          $ref: '#/components/errors/LimitExceeded',
        },
        {
          $ref: '#/components/errors/PrunedHistoryUnavailable',
        },
        {
          $ref: '#/components/errors/ResourceUnavailable',
        },
      ],
      examples: [
        {
          name: 'every-type',
          description: 'The receipts of a block with every type of transaction.',
          params: [
            {
              name: 'block',
              value: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
            },
          ],
          result: {
            name: 'receipts',
            value: [
              {
                blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                blockNumber: '0x3e',
                contractAddress: null,
                cumulativeGasUsed: '0x5208',
                effectiveGasPrice: '0x2540be400',
                from: '0x4eb8ee055dfad7e4c37b5d5f87b2fa4b7cae1506',
                gasUsed: '0x5208',
                logs: [],
                logsBloom:
                  '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
                status: '0x1',
                to: '0xc9882415cbdd8fcbfff25a8d9a45f58791842d9d',
                transactionHash: '0xc9398d8b2e1c081d361b7e0ae8e93d22706239265eebf6cf880f3821453e057b',
                transactionIndex: '0x0',
                type: '0x0',
              },
              {
                blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                blockNumber: '0x3e',
                contractAddress: null,
                cumulativeGasUsed: '0xa410',
                effectiveGasPrice: '0x2540be400',
                from: '0xc9882415cbdd8fcbfff25a8d9a45f58791842d9d',
                gasUsed: '0x5208',
                logs: [],
                logsBloom:
                  '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
                status: '0x0',
                to: '0xab04fdd22ae4a2b5adf1a6bb963f96e9f5abfc4d',
                transactionHash: '0xf0d360a672b3e259e05153cfe1135782202090728feb7996efa6a8bb6a778031',
                transactionIndex: '0x1',
                type: '0x1',
              },
              {
                blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                blockNumber: '0x3e',
                contractAddress: null,
                cumulativeGasUsed: '0xf618',
                effectiveGasPrice: '0x687a9ce',
                from: '0xab04fdd22ae4a2b5adf1a6bb963f96e9f5abfc4d',
                gasUsed: '0x5208',
                logs: [],
                logsBloom:
                  '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
                status: '0x1',
                to: '0x0938a6e84f85755e5d796985ca1a4b5a0c8d24a0',
                transactionHash: '0xd30bcbd0299ea834efab8823678be2eb95b4c0f148c428dabacafdec72b733ce',
                transactionIndex: '0x2',
                type: '0x2',
              },
              {
                blobGasPrice: '0x5f',
                blobGasUsed: '0x40000',
                blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                blockNumber: '0x3e',
                contractAddress: null,
                cumulativeGasUsed: '0x14820',
                effectiveGasPrice: '0x687a9ce',
                from: '0x0938a6e84f85755e5d796985ca1a4b5a0c8d24a0',
                gasUsed: '0x5208',
                logs: [],
                logsBloom:
                  '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
                status: '0x1',
                to: '0xc9882415cbdd8fcbfff25a8d9a45f58791842d9d',
                transactionHash: '0xd31d7257a708a656165527bb01ca1732e6bd899953f012e2d5d841a0d38541f6',
                transactionIndex: '0x3',
                type: '0x3',
              },
              {
                blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                blockNumber: '0x3e',
                contractAddress: null,
                cumulativeGasUsed: '0x1e9a9',
                effectiveGasPrice: '0x687a9ce',
                from: '0x708edbd403fcddab919b2ed9005c367a5ef1c8d0',
                gasUsed: '0xa189',
                logs: [
                  {
                    address: '0x708edbd403fcddab919b2ed9005c367a5ef1c8d0',
                    topics: [],
                    data: '0x',
                    blockNumber: '0x3e',
                    transactionHash: '0x478d3c8f91d7e7ed69a7c152460fa926027fa557908869358c91d83b1557595e',
                    transactionIndex: '0x4',
                    blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                    blockTimestamp: '0x684ee468',
                    logIndex: '0x0',
                    removed: false,
                  },
                  {
                    address: '0x708edbd403fcddab919b2ed9005c367a5ef1c8d0',
                    topics: ['0x0000000000000000000000000000000000000000000000000000000000000001'],
                    data: '0x',
                    blockNumber: '0x3e',
                    transactionHash: '0x478d3c8f91d7e7ed69a7c152460fa926027fa557908869358c91d83b1557595e',
                    transactionIndex: '0x4',
                    blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                    blockTimestamp: '0x684ee468',
                    logIndex: '0x1',
                    removed: false,
                  },
                  {
                    address: '0x708edbd403fcddab919b2ed9005c367a5ef1c8d0',
                    topics: [
                      '0x0000000000000000000000000000000000000000000000000000000000000001',
                      '0x0000000000000000000000000000000000000000000000000000000000000002',
                    ],
                    data: '0x',
                    blockNumber: '0x3e',
                    transactionHash: '0x478d3c8f91d7e7ed69a7c152460fa926027fa557908869358c91d83b1557595e',
                    transactionIndex: '0x4',
                    blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                    blockTimestamp: '0x684ee468',
                    logIndex: '0x2',
                    removed: false,
                  },
                  {
                    address: '0x708edbd403fcddab919b2ed9005c367a5ef1c8d0',
                    topics: [
                      '0x0000000000000000000000000000000000000000000000000000000000000001',
                      '0x0000000000000000000000000000000000000000000000000000000000000002',
                      '0x0000000000000000000000000000000000000000000000000000000000000003',
                    ],
                    data: '0x',
                    blockNumber: '0x3e',
                    transactionHash: '0x478d3c8f91d7e7ed69a7c152460fa926027fa557908869358c91d83b1557595e',
                    transactionIndex: '0x4',
                    blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                    blockTimestamp: '0x684ee468',
                    logIndex: '0x3',
                    removed: false,
                  },
                  {
                    address: '0x708edbd403fcddab919b2ed9005c367a5ef1c8d0',
                    topics: [
                      '0x0000000000000000000000000000000000000000000000000000000000000001',
                      '0x0000000000000000000000000000000000000000000000000000000000000002',
                      '0x0000000000000000000000000000000000000000000000000000000000000003',
                      '0x0000000000000000000000000000000000000000000000000000000000000004',
                    ],
                    data: '0x',
                    blockNumber: '0x3e',
                    transactionHash: '0x478d3c8f91d7e7ed69a7c152460fa926027fa557908869358c91d83b1557595e',
                    transactionIndex: '0x4',
                    blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                    blockTimestamp: '0x684ee468',
                    logIndex: '0x4',
                    removed: false,
                  },
                ],
                logsBloom:
                  '0x04000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000020000004000000000040000000000000000000000000000000000000000000000040000000000000000000008000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100000000000000010000800000002000000000400000000000000000000000000000000000000000008000000000000000040040000000000000000000000000000000000000000000008000000000000000000000',
                status: '0x1',
                to: '0x708edbd403fcddab919b2ed9005c367a5ef1c8d0',
                transactionHash: '0x478d3c8f91d7e7ed69a7c152460fa926027fa557908869358c91d83b1557595e',
                transactionIndex: '0x4',
                type: '0x4',
              },
              {
                blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                blockNumber: '0x3e',
                contractAddress: '0x6da4b67b82e542090d1d8c942823e9bbd6370647',
                cumulativeGasUsed: '0x2e0c3',
                effectiveGasPrice: '0x687a9ce',
                from: '0xc83cc4a0ceaf69126ae72d3f932b9a6e635a3d71',
                gasUsed: '0xf71a',
                logs: [],
                logsBloom:
                  '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
                status: '0x1',
                to: null,
                transactionHash: '0xe5a6d9e3368a04f6f8dd6023255eb92187fbd893a330db132fbef26a1b63b77e',
                transactionIndex: '0x5',
                type: '0x2',
              },
              {
                blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                blockNumber: '0x3e',
                contractAddress: null,
                cumulativeGasUsed: '0x337cb',
                effectiveGasPrice: '0x687a9ce',
                from: '0xf10f2b59196d82f1ae6647f8ab854a55901cc739',
                gasUsed: '0x5708',
                logs: [],
                logsBloom:
                  '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
                status: '0x0',
                to: '0xc0de000000000000000000000000000000000003',
                transactionHash: '0xdc6d12945b76522fc7f87059e5371795364e087447f2a6c6b3ed1ced426eb95a',
                transactionIndex: '0x6',
                type: '0x2',
              },
              {
                blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                blockNumber: '0x3e',
                contractAddress: null,
                cumulativeGasUsed: '0x3a8da',
                effectiveGasPrice: '0x687a9ce',
                from: '0xf728af7fedf08974560a11eebd8b4cbcac01232d',
                gasUsed: '0x710f',
                logs: [
                  {
                    address: '0xc0de000000000000000000000000000000000001',
                    topics: [],
                    data: '0x0708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e',
                    blockNumber: '0x3e',
                    transactionHash: '0x9753b1f2a3e7d4fd14d3cd485af6f1e14070081bc2012bd0d82d24565b2aa3a3',
                    transactionIndex: '0x7',
                    blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                    blockTimestamp: '0x684ee468',
                    logIndex: '0x5',
                    removed: false,
                  },
                  {
                    address: '0xc0de000000000000000000000000000000000001',
                    topics: ['0x0000000000000000000000000000000000000000000000000000000000000001'],
                    data: '0x0708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e',
                    blockNumber: '0x3e',
                    transactionHash: '0x9753b1f2a3e7d4fd14d3cd485af6f1e14070081bc2012bd0d82d24565b2aa3a3',
                    transactionIndex: '0x7',
                    blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                    blockTimestamp: '0x684ee468',
                    logIndex: '0x6',
                    removed: false,
                  },
                  {
                    address: '0xc0de000000000000000000000000000000000001',
                    topics: [
                      '0x0000000000000000000000000000000000000000000000000000000000000001',
                      '0x0000000000000000000000000000000000000000000000000000000000000002',
                    ],
                    data: '0x0708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e',
                    blockNumber: '0x3e',
                    transactionHash: '0x9753b1f2a3e7d4fd14d3cd485af6f1e14070081bc2012bd0d82d24565b2aa3a3',
                    transactionIndex: '0x7',
                    blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                    blockTimestamp: '0x684ee468',
                    logIndex: '0x7',
                    removed: false,
                  },
                  {
                    address: '0xc0de000000000000000000000000000000000001',
                    topics: [
                      '0x0000000000000000000000000000000000000000000000000000000000000001',
                      '0x0000000000000000000000000000000000000000000000000000000000000002',
                      '0x0000000000000000000000000000000000000000000000000000000000000003',
                    ],
                    data: '0x0708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e',
                    blockNumber: '0x3e',
                    transactionHash: '0x9753b1f2a3e7d4fd14d3cd485af6f1e14070081bc2012bd0d82d24565b2aa3a3',
                    transactionIndex: '0x7',
                    blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                    blockTimestamp: '0x684ee468',
                    logIndex: '0x8',
                    removed: false,
                  },
                  {
                    address: '0xc0de000000000000000000000000000000000001',
                    topics: [
                      '0x0000000000000000000000000000000000000000000000000000000000000001',
                      '0x0000000000000000000000000000000000000000000000000000000000000002',
                      '0x0000000000000000000000000000000000000000000000000000000000000003',
                      '0x0000000000000000000000000000000000000000000000000000000000000004',
                    ],
                    data: '0x0708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e',
                    blockNumber: '0x3e',
                    transactionHash: '0x9753b1f2a3e7d4fd14d3cd485af6f1e14070081bc2012bd0d82d24565b2aa3a3',
                    transactionIndex: '0x7',
                    blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
                    blockTimestamp: '0x684ee468',
                    logIndex: '0x9',
                    removed: false,
                  },
                ],
                logsBloom:
                  '0x44000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000020000000000000000040000000000000000000000000000000000000000000000040000000000000000000008000000000000000000000000000000000001000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100040000000000000000800000002000000000400000000000000000000000000000000000000000008000000000000000000040000000000000000000000000000000000000000000008000000000000000000000',
                status: '0x1',
                to: '0xc0de000000000000000000000000000000000001',
                transactionHash: '0x9753b1f2a3e7d4fd14d3cd485af6f1e14070081bc2012bd0d82d24565b2aa3a3',
                transactionIndex: '0x7',
                type: '0x2',
              },
            ],
          },
        },
        {
          name: 'genesis',
          description: 'A block without transactions.',
          params: [
            {
              name: 'block',
              value: '0x0',
            },
          ],
          result: {
            name: 'receipts',
            value: [],
          },
        },
        {
          name: 'unknown',
          description: 'No block has this hash.',
          params: [
            {
              name: 'block',
              value: '0xdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef',
            },
          ],
          result: {
            name: 'receipts',
            value: null,
          },
        },
      ],
    },
    {
      name: 'eth_getTransactionByBlockHashAndIndex',
      tags: [
        {
          name: 'companion',
          description: 'A helper method, which clients call before or after the three.',
        },
      ],
      summary: 'The transaction at an index of a block, by its hash.',
      description:
        'Returns a transaction as eth_getTransactionByHash does; null when the block has none at this index, or no stored block has this hash.',
      paramStructure: 'by-position',
      params: [
        {
          name: 'block_hash',
          summary: 'A block hash',
          description: 'Hash of the block.',
          required: true,
          schema: {
            $ref: '#/components/schemas/HashParameter',
          },
        },
        {
          name: 'transaction_index',
          summary: 'An index',
          description: 'Index of the transaction in the block, from zero.',
          required: true,
          schema: {
            $ref: '#/components/schemas/IndexParameter',
          },
        },
      ],
      result: {
        name: 'transaction',
        description: 'The transaction, or null.',
        schema: {
          description: 'The transaction; null when there is none.',
          oneOf: [
            {
              $ref: '#/components/schemas/Transaction',
            },
            {
              type: 'null',
            },
          ],
        },
      },
      errors: [
        {
          $ref: '#/components/errors/InvalidParams',
        },
        {
          $ref: '#/components/errors/InternalError',
        },
        {
          $ref: '#/components/errors/LimitExceeded',
        },
        {
          $ref: '#/components/errors/ResourceUnavailable',
        },
      ],
      examples: [
        {
          name: 'second',
          description: 'The second transaction of a block.',
          params: [
            {
              name: 'block_hash',
              value: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
            },
            {
              name: 'transaction_index',
              value: '0x1',
            },
          ],
          result: {
            name: 'transaction',
            value: {
              blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
              blockNumber: '0x3e',
              blockTimestamp: '0x684ee468',
              from: '0xc9882415cbdd8fcbfff25a8d9a45f58791842d9d',
              gas: '0x5208',
              gasPrice: '0x2540be400',
              hash: '0xf0d360a672b3e259e05153cfe1135782202090728feb7996efa6a8bb6a778031',
              input: '0x',
              nonce: '0x29',
              to: '0xab04fdd22ae4a2b5adf1a6bb963f96e9f5abfc4d',
              transactionIndex: '0x1',
              value: '0x3b9aca00',
              type: '0x1',
              accessList: [],
              chainId: '0x1cbd',
              v: '0x0',
              r: '0x6b72b56c75d6e8e2dff015bf25a73b81fe1c4dbf866ede6b65a28d065bd3a6d5',
              s: '0x1298aaf9c5b7f4f566aac2b12dfe78ceffb12eba4d2c511970dfdd27e5e301bf',
              yParity: '0x0',
            },
          },
        },
        {
          name: 'out-of-range',
          description: 'The index after the last transaction.',
          params: [
            {
              name: 'block_hash',
              value: '0x187b3a550a02c6c1ab0057cc5652ed64b6455d3b6c5cb8f8c557dda60f4b111a',
            },
            {
              name: 'transaction_index',
              value: '0x0',
            },
          ],
          result: {
            name: 'transaction',
            value: null,
          },
        },
      ],
    },
    {
      name: 'eth_getTransactionByBlockNumberAndIndex',
      tags: [
        {
          name: 'companion',
          description: 'A helper method, which clients call before or after the three.',
        },
      ],
      summary: 'The transaction at an index of a block, by its number.',
      description:
        'Returns a transaction as eth_getTransactionByHash does; null when the block has none at this index, or there is no such block.',
      paramStructure: 'by-position',
      params: [
        {
          name: 'block_number',
          summary: 'A block number or tag',
          description: 'Number of the block, or a tag.',
          required: true,
          schema: {
            $ref: '#/components/schemas/BlockNumberOrTag',
          },
        },
        {
          name: 'transaction_index',
          summary: 'An index',
          description: 'Index of the transaction in the block, from zero.',
          required: true,
          schema: {
            $ref: '#/components/schemas/IndexParameter',
          },
        },
      ],
      result: {
        name: 'transaction',
        description: 'The transaction, or null.',
        schema: {
          description: 'The transaction; null when there is none.',
          oneOf: [
            {
              $ref: '#/components/schemas/Transaction',
            },
            {
              type: 'null',
            },
          ],
        },
      },
      errors: [
        {
          $ref: '#/components/errors/InvalidParams',
        },
        {
          $ref: '#/components/errors/InternalError',
        },
        {
          $ref: '#/components/errors/LimitExceeded',
        },
        {
          $ref: '#/components/errors/PrunedHistoryUnavailable',
        },
        {
          $ref: '#/components/errors/ResourceUnavailable',
        },
      ],
      examples: [
        {
          name: 'second',
          description: 'The second transaction of a block.',
          params: [
            {
              name: 'block_number',
              value: '0x3e',
            },
            {
              name: 'transaction_index',
              value: '0x1',
            },
          ],
          result: {
            name: 'transaction',
            value: {
              blockHash: '0xd5e39d6e2fbc3e485158e80528227b126585dbf9a0dd3d7938876ade23087f09',
              blockNumber: '0x3e',
              blockTimestamp: '0x684ee468',
              from: '0xc9882415cbdd8fcbfff25a8d9a45f58791842d9d',
              gas: '0x5208',
              gasPrice: '0x2540be400',
              hash: '0xf0d360a672b3e259e05153cfe1135782202090728feb7996efa6a8bb6a778031',
              input: '0x',
              nonce: '0x29',
              to: '0xab04fdd22ae4a2b5adf1a6bb963f96e9f5abfc4d',
              transactionIndex: '0x1',
              value: '0x3b9aca00',
              type: '0x1',
              accessList: [],
              chainId: '0x1cbd',
              v: '0x0',
              r: '0x6b72b56c75d6e8e2dff015bf25a73b81fe1c4dbf866ede6b65a28d065bd3a6d5',
              s: '0x1298aaf9c5b7f4f566aac2b12dfe78ceffb12eba4d2c511970dfdd27e5e301bf',
              yParity: '0x0',
            },
          },
        },
        {
          name: 'out-of-range',
          description: 'The index after the last transaction.',
          params: [
            {
              name: 'block_number',
              value: '0x0',
            },
            {
              name: 'transaction_index',
              value: '0x0',
            },
          ],
          result: {
            name: 'transaction',
            value: null,
          },
        },
      ],
    },
    {
      name: 'eth_getBlockTransactionCountByHash',
      tags: [
        {
          name: 'companion',
          description: 'A helper method, which clients call before or after the three.',
        },
      ],
      summary: 'The number of transactions in a block, by its hash.',
      description: 'Returns the number of transactions; null when no stored block has this hash.',
      paramStructure: 'by-position',
      params: [
        {
          name: 'block_hash',
          summary: 'A block hash',
          description: 'Hash of the block.',
          required: true,
          schema: {
            $ref: '#/components/schemas/HashParameter',
          },
        },
      ],
      result: {
        name: 'transaction_count',
        description: 'The number of transactions, or null.',
        schema: {
          description: 'The number of transactions; null when there is no such block.',
          oneOf: [
            {
              $ref: '#/components/schemas/Quantity',
            },
            {
              type: 'null',
            },
          ],
        },
      },
      errors: [
        {
          $ref: '#/components/errors/InvalidParams',
        },
        {
          $ref: '#/components/errors/InternalError',
        },
        {
          $ref: '#/components/errors/LimitExceeded',
        },
        {
          $ref: '#/components/errors/ResourceUnavailable',
        },
      ],
      examples: [
        {
          name: 'many-transactions',
          description: 'A block with 150 transactions.',
          params: [
            {
              name: 'block_hash',
              value: '0x477b065d4c9b99a34772f0d13fdc3c3b1ff57e9534f60ab07d50460725812ba9',
            },
          ],
          result: {
            name: 'transaction_count',
            value: '0x96',
          },
        },
        {
          name: 'unknown',
          description: 'No block has this hash.',
          params: [
            {
              name: 'block_hash',
              value: '0xdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef',
            },
          ],
          result: {
            name: 'transaction_count',
            value: null,
          },
        },
      ],
    },
    {
      name: 'eth_getBlockTransactionCountByNumber',
      tags: [
        {
          name: 'companion',
          description: 'A helper method, which clients call before or after the three.',
        },
      ],
      summary: 'The number of transactions in a block, by its number.',
      description: 'Returns the number of transactions; null when there is no such block.',
      paramStructure: 'by-position',
      params: [
        {
          name: 'block_number',
          summary: 'A block number or tag',
          description: 'Number of the block, or a tag.',
          required: true,
          schema: {
            $ref: '#/components/schemas/BlockNumberOrTag',
          },
        },
      ],
      result: {
        name: 'transaction_count',
        description: 'The number of transactions, or null.',
        schema: {
          description: 'The number of transactions; null when there is no such block.',
          oneOf: [
            {
              $ref: '#/components/schemas/Quantity',
            },
            {
              type: 'null',
            },
          ],
        },
      },
      errors: [
        {
          $ref: '#/components/errors/InvalidParams',
        },
        {
          $ref: '#/components/errors/InternalError',
        },
        {
          $ref: '#/components/errors/LimitExceeded',
        },
        {
          $ref: '#/components/errors/PrunedHistoryUnavailable',
        },
        {
          $ref: '#/components/errors/ResourceUnavailable',
        },
      ],
      examples: [
        {
          name: 'many-transactions',
          description: 'A block with 150 transactions.',
          params: [
            {
              name: 'block_number',
              value: '0x1d',
            },
          ],
          result: {
            name: 'transaction_count',
            value: '0x96',
          },
        },
        {
          name: 'above-head',
          description: 'There is no such block yet.',
          params: [
            {
              name: 'block_number',
              value: '0x48',
            },
          ],
          result: {
            name: 'transaction_count',
            value: null,
          },
        },
      ],
    },
  ],
  components: {
    schemas: {
      Quantity: {
        title: 'Quantity',
        description:
          'An unsigned integer of at most 256 bits: hex digits after 0x, lower case, without leading zeros; zero is 0x0. Source: execution-apis uint256.',
        type: 'string',
        pattern: '^0x(0|[1-9a-f][0-9a-f]{0,63})$',
      },
      Bytes: {
        title: 'Byte string',
        description:
          'Bytes of any number, two lower case hex digits each after 0x; none is 0x. Source: execution-apis bytes, here an even number of digits.',
        type: 'string',
        pattern: '^0x([0-9a-f]{2})*$',
      },
      Hash: {
        title: 'Hash',
        description:
          'A Keccak-256 hash, a root or another word of 32 bytes: 64 lower case hex digits after 0x. Source: execution-apis hash32.',
        type: 'string',
        pattern: '^0x[0-9a-f]{64}$',
      },
      Address: {
        title: 'Address',
        description:
          'An account of 20 bytes: 40 lower case hex digits after 0x, without EIP-55 checksum case. Source: execution-apis address, which also accepts upper case.',
        type: 'string',
        pattern: '^0x[0-9a-f]{40}$',
      },
      Bloom: {
        title: 'Bloom filter',
        description:
          'The 2,048 bits of a logs bloom, 256 bytes: 512 lower case hex digits after 0x. Source: execution-apis bytes256.',
        type: 'string',
        pattern: '^0x[0-9a-f]{512}$',
      },
      BlockNonce: {
        title: 'Block nonce',
        description:
          'The 8 bytes that proof of work found, zero since the merge (EIP-3675): 16 lower case hex digits after 0x. Source: execution-apis bytes8.',
        type: 'string',
        pattern: '^0x[0-9a-f]{16}$',
      },
      HashParameter: {
        title: 'Hash as a parameter',
        description:
          'A hash of 32 bytes: 64 hex digits of either case after 0x. Wider than execution-apis hash32, as in geth; results are always lower case.',
        type: 'string',
        pattern: '^0x[0-9a-fA-F]{64}$',
      },
      BlockNumber: {
        title: 'Block number',
        description:
          'The number of a block, at most 64 bits: hex digits after 0x, lower case, without leading zeros. Source: execution-apis uint.',
        type: 'string',
        pattern: '^0x(0|[1-9a-f][0-9a-f]{0,15})$',
      },
      BlockTag: {
        title: 'Block tag',
        description:
          'A name for a block: earliest, the lowest stored block; latest, the highest; safe and finalized, the highest whose hash the operator vouched for; pending, none, since there is no mempool. The result for a tag that names no block is null. Source: execution-apis BlockTag.',
        type: 'string',
        enum: ['earliest', 'latest', 'safe', 'finalized', 'pending'],
      },
      BlockNumberOrTag: {
        title: 'Block number or tag',
        description: 'Which block: its number, or a tag. Source: execution-apis BlockNumberOrTag.',
        oneOf: [
          {
            $ref: '#/components/schemas/BlockNumber',
          },
          {
            $ref: '#/components/schemas/BlockTag',
          },
        ],
      },
      BlockObject: {
        title: 'Block in an object',
        description: 'Which block, by its hash or by its number (EIP-1898). Source: geth.',
        type: 'object',
        properties: {
          blockHash: {
            description: 'Hash of the block.',
            allOf: [
              {
                $ref: '#/components/schemas/HashParameter',
              },
            ],
          },
          blockNumber: {
            description: 'Number of the block, or a tag.',
            allOf: [
              {
                $ref: '#/components/schemas/BlockNumberOrTag',
              },
            ],
          },
          requireCanonical: {
            description: 'Whether the block must be of the chain, as all stored blocks are.',
            type: 'boolean',
          },
        },
        oneOf: [
          {
            required: ['blockHash'],
          },
          {
            required: ['blockNumber'],
          },
        ],
        additionalProperties: false,
      },
      BlockReference: {
        title: 'Block number, tag or hash',
        description:
          'Which block: its number, a tag, its hash, or an object with one of them. Wider than execution-apis BlockNumberOrTagOrHash, as in geth.',
        oneOf: [
          {
            $ref: '#/components/schemas/BlockNumber',
          },
          {
            $ref: '#/components/schemas/BlockTag',
          },
          {
            $ref: '#/components/schemas/HashParameter',
          },
          {
            $ref: '#/components/schemas/BlockObject',
          },
        ],
      },
      IndexParameter: {
        title: 'Index as a parameter',
        description:
          'An index from zero, at most 64 bits: hex digits after 0x, lower case, without leading zeros. Source: execution-apis uint.',
        type: 'string',
        pattern: '^0x(0|[1-9a-f][0-9a-f]{0,15})$',
      },
      TransactionType: {
        title: 'Transaction type',
        description:
          'The EIP-2718 type: 0x0 legacy, 0x1 with access list (EIP-2930), 0x2 dynamic fee (EIP-1559), 0x3 with blobs (EIP-4844), 0x4 setting code (EIP-7702).',
        type: 'string',
        enum: ['0x0', '0x1', '0x2', '0x3', '0x4'],
      },
      Parity: {
        title: 'Parity',
        description:
          "The parity of the y coordinate of a signature's curve point: 0x0 even, 0x1 odd. Source: EIP-2930; execution-apis byte, yParity.",
        type: 'string',
        enum: ['0x0', '0x1'],
      },
      Status: {
        title: 'Status',
        description: 'Whether the execution succeeded: 0x1 yes, 0x0 no. Source: EIP-658, from Byzantium on.',
        type: 'string',
        enum: ['0x0', '0x1'],
      },
      AccessListEntry: {
        title: 'Access list entry',
        description:
          'One account of an access list, and the storage slots of it that the transaction announces. Source: EIP-2930.',
        type: 'object',
        required: ['address', 'storageKeys'],
        properties: {
          address: {
            description: 'The account.',
            allOf: [
              {
                $ref: '#/components/schemas/Address',
              },
            ],
          },
          storageKeys: {
            description: 'The storage slots, 32 bytes each.',
            type: 'array',
            items: {
              $ref: '#/components/schemas/Hash',
            },
          },
        },
        additionalProperties: false,
      },
      AccessList: {
        title: 'Access list',
        description:
          'The accounts and storage slots that a transaction announces; may be empty. Source: EIP-2930.',
        type: 'array',
        items: {
          $ref: '#/components/schemas/AccessListEntry',
        },
      },
      Authorization: {
        title: 'Authorization',
        description:
          'A signed authorization by which an account runs the code of another address. Source: EIP-7702.',
        type: 'object',
        required: ['chainId', 'address', 'nonce', 'yParity', 'r', 's'],
        properties: {
          chainId: {
            description: 'The chain for which it is valid; 0x0 for every chain.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          address: {
            description: 'The address whose code the account runs.',
            allOf: [
              {
                $ref: '#/components/schemas/Address',
              },
            ],
          },
          nonce: {
            description: 'The nonce the account must have, at most 64 bits.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          yParity: {
            description:
              'Parity of the signature, at most 8 bits; one above 0x1 makes the authorization void, not the transaction.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          r: {
            description: 'The r value of the signature, a quantity.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          s: {
            description: 'The s value of the signature, a quantity.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
        },
        additionalProperties: false,
      },
      LegacyTransaction: {
        title: 'Legacy transaction',
        description:
          'A transaction of the first kind, since Frontier. Its chainId is absent when the signature names no chain (before EIP-155, Spurious Dragon).',
        type: 'object',
        required: [
          'blockHash',
          'blockNumber',
          'blockTimestamp',
          'from',
          'gas',
          'gasPrice',
          'hash',
          'input',
          'nonce',
          'to',
          'transactionIndex',
          'value',
          'type',
          'v',
          'r',
          's',
        ],
        properties: {
          blockHash: {
            description: 'Hash of the block that contains the transaction.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          blockNumber: {
            description: 'Number of the block that contains the transaction.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          blockTimestamp: {
            description:
              'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
            'x-elsewhere': ['null', 'absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          from: {
            description: 'The sender, recovered from the signature.',
            allOf: [
              {
                $ref: '#/components/schemas/Address',
              },
            ],
          },
          gas: {
            description: 'Gas limit: the most gas that the execution may use.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          gasPrice: {
            description: 'The signed price of one gas, in wei.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          hash: {
            description: "Keccak-256 of the signed transaction's bytes.",
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          input: {
            description: 'Call data, or the creation code when to is null.',
            allOf: [
              {
                $ref: '#/components/schemas/Bytes',
              },
            ],
          },
          nonce: {
            description: 'Number of transactions that the sender had sent before.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          to: {
            description: 'The receiver; null when the transaction creates a contract.',
            oneOf: [
              {
                $ref: '#/components/schemas/Address',
              },
              {
                type: 'null',
              },
            ],
          },
          transactionIndex: {
            description: 'Position in the block, from 0x0.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          value: {
            description: 'What the sender transfers, in wei.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          type: {
            description: 'The EIP-2718 type.',
            const: '0x0',
            type: 'string',
          },
          chainId: {
            description: 'The chain that the signature is for; absent when v is 0x1b or 0x1c. EIP-155.',
            'x-elsewhere': ['null', 'different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          v: {
            description:
              'Recovery value of the signature: 0x1b or 0x1c, or 35 + 2 * chainId + parity. EIP-155.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          r: {
            description: 'The r value of the signature: a quantity, without leading zeros.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          s: {
            description: 'The s value of the signature: a quantity, without leading zeros.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
        },
        additionalProperties: false,
      },
      AccessListTransaction: {
        title: 'Access list transaction',
        description: 'A transaction that announces what it will touch, since Berlin. Source: EIP-2930.',
        type: 'object',
        required: [
          'blockHash',
          'blockNumber',
          'blockTimestamp',
          'from',
          'gas',
          'gasPrice',
          'hash',
          'input',
          'nonce',
          'to',
          'transactionIndex',
          'value',
          'type',
          'accessList',
          'chainId',
          'v',
          'r',
          's',
          'yParity',
        ],
        properties: {
          blockHash: {
            description: 'Hash of the block that contains the transaction.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          blockNumber: {
            description: 'Number of the block that contains the transaction.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          blockTimestamp: {
            description:
              'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
            'x-elsewhere': ['null', 'absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          from: {
            description: 'The sender, recovered from the signature.',
            allOf: [
              {
                $ref: '#/components/schemas/Address',
              },
            ],
          },
          gas: {
            description: 'Gas limit: the most gas that the execution may use.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          gasPrice: {
            description: 'The signed price of one gas, in wei.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          hash: {
            description: "Keccak-256 of the signed transaction's bytes.",
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          input: {
            description: 'Call data, or the creation code when to is null.',
            allOf: [
              {
                $ref: '#/components/schemas/Bytes',
              },
            ],
          },
          nonce: {
            description: 'Number of transactions that the sender had sent before.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          to: {
            description: 'The receiver; null when the transaction creates a contract.',
            oneOf: [
              {
                $ref: '#/components/schemas/Address',
              },
              {
                type: 'null',
              },
            ],
          },
          transactionIndex: {
            description: 'Position in the block, from 0x0.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          value: {
            description: 'What the sender transfers, in wei.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          type: {
            description: 'The EIP-2718 type.',
            const: '0x1',
            type: 'string',
          },
          accessList: {
            description: 'The accounts and storage slots that are announced; present even when empty.',
            allOf: [
              {
                $ref: '#/components/schemas/AccessList',
              },
            ],
          },
          chainId: {
            description: 'The chain that the signature is for. EIP-155.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          v: {
            description: 'The same as yParity; geth sends both.',
            'x-elsewhere': ['absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Parity',
              },
            ],
          },
          r: {
            description: 'The r value of the signature: a quantity, without leading zeros.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          s: {
            description: 'The s value of the signature: a quantity, without leading zeros.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          yParity: {
            description: 'Parity of the signature.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Parity',
              },
            ],
          },
        },
        additionalProperties: false,
      },
      DynamicFeeTransaction: {
        title: 'Dynamic fee transaction',
        description: 'A transaction with a fee cap and a tip, since London. Source: EIP-1559.',
        type: 'object',
        required: [
          'blockHash',
          'blockNumber',
          'blockTimestamp',
          'from',
          'gas',
          'gasPrice',
          'maxFeePerGas',
          'maxPriorityFeePerGas',
          'hash',
          'input',
          'nonce',
          'to',
          'transactionIndex',
          'value',
          'type',
          'accessList',
          'chainId',
          'v',
          'r',
          's',
          'yParity',
        ],
        properties: {
          blockHash: {
            description: 'Hash of the block that contains the transaction.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          blockNumber: {
            description: 'Number of the block that contains the transaction.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          blockTimestamp: {
            description:
              'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
            'x-elsewhere': ['null', 'absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          from: {
            description: 'The sender, recovered from the signature.',
            allOf: [
              {
                $ref: '#/components/schemas/Address',
              },
            ],
          },
          gas: {
            description: 'Gas limit: the most gas that the execution may use.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          gasPrice: {
            description:
              "The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas + maxPriorityFeePerGas.",
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          maxFeePerGas: {
            description: 'The most that the sender pays for one gas, in wei. EIP-1559.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          maxPriorityFeePerGas: {
            description: "The most of it that goes to the block's miner or proposer, in wei. EIP-1559.",
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          hash: {
            description: "Keccak-256 of the signed transaction's bytes.",
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          input: {
            description: 'Call data, or the creation code when to is null.',
            allOf: [
              {
                $ref: '#/components/schemas/Bytes',
              },
            ],
          },
          nonce: {
            description: 'Number of transactions that the sender had sent before.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          to: {
            description: 'The receiver; null when the transaction creates a contract.',
            oneOf: [
              {
                $ref: '#/components/schemas/Address',
              },
              {
                type: 'null',
              },
            ],
          },
          transactionIndex: {
            description: 'Position in the block, from 0x0.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          value: {
            description: 'What the sender transfers, in wei.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          type: {
            description: 'The EIP-2718 type.',
            const: '0x2',
            type: 'string',
          },
          accessList: {
            description: 'The accounts and storage slots that are announced; present even when empty.',
            allOf: [
              {
                $ref: '#/components/schemas/AccessList',
              },
            ],
          },
          chainId: {
            description: 'The chain that the signature is for. EIP-155.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          v: {
            description: 'The same as yParity; geth sends both.',
            'x-elsewhere': ['absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Parity',
              },
            ],
          },
          r: {
            description: 'The r value of the signature: a quantity, without leading zeros.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          s: {
            description: 'The s value of the signature: a quantity, without leading zeros.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          yParity: {
            description: 'Parity of the signature.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Parity',
              },
            ],
          },
        },
        additionalProperties: false,
      },
      BlobTransaction: {
        title: 'Blob transaction',
        description: 'A transaction that carries blobs beside the block, since Cancun. Source: EIP-4844.',
        type: 'object',
        required: [
          'blockHash',
          'blockNumber',
          'blockTimestamp',
          'from',
          'gas',
          'gasPrice',
          'maxFeePerGas',
          'maxPriorityFeePerGas',
          'maxFeePerBlobGas',
          'hash',
          'input',
          'nonce',
          'to',
          'transactionIndex',
          'value',
          'type',
          'accessList',
          'chainId',
          'blobVersionedHashes',
          'v',
          'r',
          's',
          'yParity',
        ],
        properties: {
          blockHash: {
            description: 'Hash of the block that contains the transaction.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          blockNumber: {
            description: 'Number of the block that contains the transaction.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          blockTimestamp: {
            description:
              'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
            'x-elsewhere': ['null', 'absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          from: {
            description: 'The sender, recovered from the signature.',
            allOf: [
              {
                $ref: '#/components/schemas/Address',
              },
            ],
          },
          gas: {
            description: 'Gas limit: the most gas that the execution may use.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          gasPrice: {
            description:
              "The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas + maxPriorityFeePerGas.",
            'x-elsewhere': ['absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          maxFeePerGas: {
            description: 'The most that the sender pays for one gas, in wei. EIP-1559.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          maxPriorityFeePerGas: {
            description: "The most of it that goes to the block's miner or proposer, in wei. EIP-1559.",
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          maxFeePerBlobGas: {
            description: 'The most that the sender pays for one blob gas, in wei. EIP-4844.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          hash: {
            description: "Keccak-256 of the signed transaction's bytes.",
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          input: {
            description: 'Call data, or the creation code when to is null.',
            allOf: [
              {
                $ref: '#/components/schemas/Bytes',
              },
            ],
          },
          nonce: {
            description: 'Number of transactions that the sender had sent before.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          to: {
            description: 'The receiver; a blob transaction cannot create a contract.',
            allOf: [
              {
                $ref: '#/components/schemas/Address',
              },
            ],
          },
          transactionIndex: {
            description: 'Position in the block, from 0x0.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          value: {
            description: 'What the sender transfers, in wei.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          type: {
            description: 'The EIP-2718 type.',
            const: '0x3',
            type: 'string',
          },
          accessList: {
            description: 'The accounts and storage slots that are announced; present even when empty.',
            allOf: [
              {
                $ref: '#/components/schemas/AccessList',
              },
            ],
          },
          chainId: {
            description: 'The chain that the signature is for. EIP-155.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          blobVersionedHashes: {
            description: "Versioned hashes of the blobs' commitments, one a blob.",
            type: 'array',
            items: {
              $ref: '#/components/schemas/Hash',
            },
          },
          v: {
            description: 'The same as yParity; geth sends both.',
            'x-elsewhere': ['absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Parity',
              },
            ],
          },
          r: {
            description: 'The r value of the signature: a quantity, without leading zeros.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          s: {
            description: 'The s value of the signature: a quantity, without leading zeros.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          yParity: {
            description: 'Parity of the signature.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Parity',
              },
            ],
          },
        },
        additionalProperties: false,
      },
      SetCodeTransaction: {
        title: 'Set code transaction',
        description:
          'A transaction that lets accounts run the code of other addresses, since Prague. Source: EIP-7702.',
        type: 'object',
        required: [
          'blockHash',
          'blockNumber',
          'blockTimestamp',
          'from',
          'gas',
          'gasPrice',
          'maxFeePerGas',
          'maxPriorityFeePerGas',
          'hash',
          'input',
          'nonce',
          'to',
          'transactionIndex',
          'value',
          'type',
          'accessList',
          'chainId',
          'authorizationList',
          'v',
          'r',
          's',
          'yParity',
        ],
        properties: {
          blockHash: {
            description: 'Hash of the block that contains the transaction.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          blockNumber: {
            description: 'Number of the block that contains the transaction.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          blockTimestamp: {
            description:
              'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
            'x-elsewhere': ['null', 'absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          from: {
            description: 'The sender, recovered from the signature.',
            allOf: [
              {
                $ref: '#/components/schemas/Address',
              },
            ],
          },
          gas: {
            description: 'Gas limit: the most gas that the execution may use.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          gasPrice: {
            description:
              "The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas + maxPriorityFeePerGas.",
            'x-elsewhere': ['absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          maxFeePerGas: {
            description: 'The most that the sender pays for one gas, in wei. EIP-1559.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          maxPriorityFeePerGas: {
            description: "The most of it that goes to the block's miner or proposer, in wei. EIP-1559.",
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          hash: {
            description: "Keccak-256 of the signed transaction's bytes.",
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          input: {
            description: 'Call data, or the creation code when to is null.',
            allOf: [
              {
                $ref: '#/components/schemas/Bytes',
              },
            ],
          },
          nonce: {
            description: 'Number of transactions that the sender had sent before.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          to: {
            description: 'The receiver; a set code transaction cannot create a contract.',
            allOf: [
              {
                $ref: '#/components/schemas/Address',
              },
            ],
          },
          transactionIndex: {
            description: 'Position in the block, from 0x0.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          value: {
            description: 'What the sender transfers, in wei.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          type: {
            description: 'The EIP-2718 type.',
            const: '0x4',
            type: 'string',
          },
          accessList: {
            description: 'The accounts and storage slots that are announced; present even when empty.',
            allOf: [
              {
                $ref: '#/components/schemas/AccessList',
              },
            ],
          },
          chainId: {
            description: 'The chain that the signature is for. EIP-155.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          authorizationList: {
            description: 'The authorizations, in the order in which they are applied.',
            type: 'array',
            items: {
              $ref: '#/components/schemas/Authorization',
            },
          },
          v: {
            description: 'The same as yParity; geth sends both.',
            'x-elsewhere': ['absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Parity',
              },
            ],
          },
          r: {
            description: 'The r value of the signature: a quantity, without leading zeros.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          s: {
            description: 'The s value of the signature: a quantity, without leading zeros.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          yParity: {
            description: 'Parity of the signature.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Parity',
              },
            ],
          },
        },
        additionalProperties: false,
      },
      Transaction: {
        title: 'Transaction',
        description:
          "A signed transaction with its position in a block. Its type decides which members it has: the members of its own type are all present, those of other types are absent, never null. Source: execution-apis TransactionInfo, with geth's members.",
        oneOf: [
          {
            $ref: '#/components/schemas/LegacyTransaction',
          },
          {
            $ref: '#/components/schemas/AccessListTransaction',
          },
          {
            $ref: '#/components/schemas/DynamicFeeTransaction',
          },
          {
            $ref: '#/components/schemas/BlobTransaction',
          },
          {
            $ref: '#/components/schemas/SetCodeTransaction',
          },
        ],
      },
      Log: {
        title: 'Log',
        description: 'What a contract wrote with one LOG instruction. Source: execution-apis Log.',
        type: 'object',
        required: [
          'address',
          'topics',
          'data',
          'blockNumber',
          'transactionHash',
          'transactionIndex',
          'blockHash',
          'blockTimestamp',
          'logIndex',
          'removed',
        ],
        properties: {
          address: {
            description: 'The contract that wrote the log.',
            allOf: [
              {
                $ref: '#/components/schemas/Address',
              },
            ],
          },
          topics: {
            description:
              "Zero to four indexed words of 32 bytes; of an event of Solidity the first is usually its signature's hash.",
            type: 'array',
            items: {
              $ref: '#/components/schemas/Hash',
            },
            maxItems: 4,
          },
          data: {
            description: 'The words that are not indexed.',
            allOf: [
              {
                $ref: '#/components/schemas/Bytes',
              },
            ],
          },
          blockNumber: {
            description: 'Number of the block that contains the log.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          transactionHash: {
            description: 'Hash of the transaction that wrote the log.',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          transactionIndex: {
            description: 'Position of that transaction in the block, from 0x0.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          blockHash: {
            description: 'Hash of the block that contains the log.',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          blockTimestamp: {
            description:
              'Timestamp of that block, in seconds since 1970. In execution-apis since August 2025.',
            'x-elsewhere': ['absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          logIndex: {
            description: 'Position among the logs of the whole block, not of the transaction, from 0x0.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          removed: {
            description:
              'True when a reorg removed the log from the chain; always false in a receipt of a stored block.',
            type: 'boolean',
          },
        },
        additionalProperties: false,
      },
      Receipt: {
        title: 'Receipt',
        description:
          'The result of executing one transaction: with root before Byzantium, with status from Byzantium on (EIP-658), with both blob members for type 0x3 (EIP-4844). Source: execution-apis ReceiptInfo.',
        type: 'object',
        required: [
          'blockHash',
          'blockNumber',
          'contractAddress',
          'cumulativeGasUsed',
          'effectiveGasPrice',
          'from',
          'gasUsed',
          'logs',
          'logsBloom',
          'to',
          'transactionHash',
          'transactionIndex',
          'type',
        ],
        properties: {
          blobGasPrice: {
            description: 'Price of one blob gas in this block, in wei. Since Cancun, type 0x3 only.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          blobGasUsed: {
            description: 'Blob gas of the transaction: 131,072 a blob. Since Cancun, type 0x3 only.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          blockHash: {
            description: 'Hash of the block that contains the transaction.',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          blockNumber: {
            description: 'Number of the block that contains the transaction.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          contractAddress: {
            description:
              'Address of the contract that the transaction was to create, even when that failed; null when to is an address.',
            'x-elsewhere': ['absent'],
            oneOf: [
              {
                $ref: '#/components/schemas/Address',
              },
              {
                type: 'null',
              },
            ],
          },
          cumulativeGasUsed: {
            description: 'Gas used by this transaction and all before it in the block.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          effectiveGasPrice: {
            description: 'The price that was paid for one gas, in wei.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          from: {
            description: 'The sender.',
            allOf: [
              {
                $ref: '#/components/schemas/Address',
              },
            ],
          },
          gasUsed: {
            description: 'Gas used by this transaction alone.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          logs: {
            description: 'What the execution wrote, in order; empty when it failed.',
            type: 'array',
            items: {
              $ref: '#/components/schemas/Log',
            },
          },
          logsBloom: {
            description: 'Bloom filter of the addresses and topics of the logs.',
            allOf: [
              {
                $ref: '#/components/schemas/Bloom',
              },
            ],
          },
          root: {
            description: 'State root after the transaction. Before Byzantium only.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          status: {
            description: 'Success or failure. Since Byzantium.',
            allOf: [
              {
                $ref: '#/components/schemas/Status',
              },
            ],
          },
          to: {
            description: 'The receiver; null when the transaction creates a contract.',
            'x-elsewhere': ['absent'],
            oneOf: [
              {
                $ref: '#/components/schemas/Address',
              },
              {
                type: 'null',
              },
            ],
          },
          transactionHash: {
            description: 'Hash of the transaction.',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          transactionIndex: {
            description: 'Position in the block, from 0x0.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          type: {
            description: 'The EIP-2718 type of the transaction.',
            'x-elsewhere': ['absent'],
            allOf: [
              {
                $ref: '#/components/schemas/TransactionType',
              },
            ],
          },
        },
        additionalProperties: false,
        oneOf: [
          {
            required: ['status'],
          },
          {
            required: ['root'],
          },
        ],
      },
      Withdrawal: {
        title: 'Withdrawal',
        description: 'Ether that the beacon chain paid out to an account. Source: EIP-4895, since Shanghai.',
        type: 'object',
        required: ['index', 'validatorIndex', 'address', 'amount'],
        properties: {
          index: {
            description: 'Number of the withdrawal since the first one, at most 64 bits.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          validatorIndex: {
            description: 'The validator that it was withdrawn from, at most 64 bits.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          address: {
            description: 'The account that received it.',
            allOf: [
              {
                $ref: '#/components/schemas/Address',
              },
            ],
          },
          amount: {
            description: 'How much, in gwei (10^9 wei).',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
        },
        additionalProperties: false,
      },
      BlockTransactions: {
        title: 'Transactions of a block',
        description:
          'The transactions of a block in order, all as hashes or all whole. Three branches that share no value, so that an empty array matches one of them only. Source: execution-apis Block, where it is both.',
        oneOf: [
          {
            description: 'No transaction.',
            type: 'array',
            items: {
              $ref: '#/components/schemas/Hash',
            },
            maxItems: 0,
          },
          {
            description: 'Hashes.',
            type: 'array',
            items: {
              $ref: '#/components/schemas/Hash',
            },
            minItems: 1,
          },
          {
            description: 'Whole transactions.',
            type: 'array',
            items: {
              $ref: '#/components/schemas/Transaction',
            },
            minItems: 1,
          },
        ],
      },
      Block: {
        title: 'Block',
        description:
          "A block: its header, the hashes of its uncles, its withdrawals, and its transactions as hashes or whole. A member that the block's fork does not have is absent. Source: execution-apis Block, with geth's members.",
        type: 'object',
        required: [
          'difficulty',
          'extraData',
          'gasLimit',
          'gasUsed',
          'hash',
          'logsBloom',
          'miner',
          'mixHash',
          'nonce',
          'number',
          'parentHash',
          'receiptsRoot',
          'sha3Uncles',
          'size',
          'stateRoot',
          'timestamp',
          'transactions',
          'transactionsRoot',
          'uncles',
        ],
        properties: {
          baseFeePerGas: {
            description: 'The part of the price of one gas that is burnt, in wei. Since London (EIP-1559).',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          blobGasUsed: {
            description: 'Blob gas of all transactions. Since Cancun (EIP-4844).',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          blockAccessListHash: {
            description: 'Hash of the list of all state that the block touched. Since Amsterdam (EIP-7928).',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          difficulty: {
            description: 'Difficulty of the proof of work; 0x0 since the merge (EIP-3675).',
            'x-elsewhere': ['absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          excessBlobGas: {
            description:
              'Running total of blob gas above the target, which sets its price. Since Cancun (EIP-4844).',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          extraData: {
            description:
              'What the miner or proposer wrote, at most 32 bytes on the public chains; more at genesis.',
            allOf: [
              {
                $ref: '#/components/schemas/Bytes',
              },
            ],
          },
          gasLimit: {
            description: "The most gas that the block's transactions may use.",
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          gasUsed: {
            description:
              "Gas used by all transactions. Before Amsterdam it is the last receipt's cumulativeGasUsed. Since Amsterdam it is counted before refunds, and is the greater of regular and state gas (EIP-7778, EIP-8037).",
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          hash: {
            description: "Keccak-256 of the header's RLP.",
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          logsBloom: {
            description: 'Bloom filter of all logs of the block.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Bloom',
              },
            ],
          },
          miner: {
            description:
              "Account that gets the fees: the miner's, since the merge the proposer's fee recipient.",
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Address',
              },
            ],
          },
          mixHash: {
            description:
              "Part of the proof of work; since the merge the beacon chain's randomness (EIP-4399).",
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          nonce: {
            description: 'Part of the proof of work; zero since the merge.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/BlockNonce',
              },
            ],
          },
          number: {
            description: 'Number of the block: how many blocks came before it.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          parentBeaconBlockRoot: {
            description: 'Root of the parent beacon block. Since Cancun (EIP-4788).',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          parentHash: {
            description: 'Hash of the block before.',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          receiptsRoot: {
            description: 'Root of the trie of the receipts.',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          requestsHash: {
            description: 'Commitment to the requests to the beacon chain. Since Prague (EIP-7685).',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          sha3Uncles: {
            description: "Keccak-256 of the RLP list of the uncles' headers.",
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          size: {
            description: "Length of the whole block's RLP, in bytes.",
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          slotNumber: {
            description: "Number of the beacon chain's slot. Since Amsterdam (EIP-7843).",
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          stateRoot: {
            description: 'Root of the state trie after the block.',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          timestamp: {
            description: 'When the block was made, in seconds since 1970.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          transactions: {
            description: 'The transactions in order: whole when return_full_txns is true, else their hashes.',
            allOf: [
              {
                $ref: '#/components/schemas/BlockTransactions',
              },
            ],
          },
          transactionsRoot: {
            description: 'Root of the trie of the transactions.',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          uncles: {
            description: 'Hashes of the uncles; empty since the merge.',
            type: 'array',
            items: {
              $ref: '#/components/schemas/Hash',
            },
          },
          withdrawals: {
            description: 'The withdrawals in order. Since Shanghai (EIP-4895).',
            type: 'array',
            items: {
              $ref: '#/components/schemas/Withdrawal',
            },
          },
          withdrawalsRoot: {
            description: 'Root of the trie of the withdrawals. Since Shanghai (EIP-4895).',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
        },
        additionalProperties: false,
      },
      BlockWithHashes: {
        title: 'Block with hashes',
        description: 'A block whose transactions are hashes: what return_full_txns false asks for.',
        allOf: [
          {
            $ref: '#/components/schemas/Block',
          },
          {
            properties: {
              transactions: {
                type: 'array',
                items: {
                  $ref: '#/components/schemas/Hash',
                },
              },
            },
          },
        ],
      },
      BlockWithTransactions: {
        title: 'Block with transactions',
        description: 'A block whose transactions are whole: what return_full_txns true asks for.',
        allOf: [
          {
            $ref: '#/components/schemas/Block',
          },
          {
            properties: {
              transactions: {
                type: 'array',
                items: {
                  $ref: '#/components/schemas/Transaction',
                },
              },
            },
          },
        ],
      },
      Uncle: {
        title: 'Uncle',
        description:
          'The header of an uncle, as a block without transactions. Uncles end with the merge, so later members never apply. Source: geth.',
        type: 'object',
        required: [
          'difficulty',
          'extraData',
          'gasLimit',
          'gasUsed',
          'hash',
          'logsBloom',
          'miner',
          'mixHash',
          'nonce',
          'number',
          'parentHash',
          'receiptsRoot',
          'sha3Uncles',
          'size',
          'stateRoot',
          'timestamp',
          'transactionsRoot',
          'uncles',
        ],
        properties: {
          baseFeePerGas: {
            description: 'The part of the price of one gas that is burnt, in wei. Since London (EIP-1559).',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          difficulty: {
            description: 'Difficulty of the proof of work.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          extraData: {
            description:
              'What the miner or proposer wrote, at most 32 bytes on the public chains; more at genesis.',
            allOf: [
              {
                $ref: '#/components/schemas/Bytes',
              },
            ],
          },
          gasLimit: {
            description: "The most gas that the block's transactions may use.",
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          gasUsed: {
            description: 'Gas used by all transactions.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          hash: {
            description: "Keccak-256 of the header's RLP.",
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          logsBloom: {
            description: 'Bloom filter of all logs of the block.',
            allOf: [
              {
                $ref: '#/components/schemas/Bloom',
              },
            ],
          },
          miner: {
            description: 'Account of the miner.',
            allOf: [
              {
                $ref: '#/components/schemas/Address',
              },
            ],
          },
          mixHash: {
            description: 'Part of the proof of work.',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          nonce: {
            description: 'Part of the proof of work.',
            allOf: [
              {
                $ref: '#/components/schemas/BlockNonce',
              },
            ],
          },
          number: {
            description: 'Number of the block: how many blocks came before it.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          parentHash: {
            description: 'Hash of the block before.',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          receiptsRoot: {
            description: "Root of the trie of the uncle's receipts.",
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          sha3Uncles: {
            description: "Keccak-256 of the RLP list of the headers of the uncle's own uncles.",
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          size: {
            description: 'Length in bytes of the RLP of a block with this header and nothing else.',
            'x-elsewhere': ['different'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          stateRoot: {
            description: 'Root of the state trie after the block.',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          timestamp: {
            description: 'When the block was made, in seconds since 1970.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          transactionsRoot: {
            description: "Root of the trie of the uncle's transactions.",
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          uncles: {
            description: "Empty: only an uncle's header is stored.",
            type: 'array',
            items: {
              $ref: '#/components/schemas/Hash',
            },
            maxItems: 0,
          },
        },
        additionalProperties: false,
      },
      SyncProgress: {
        title: 'Sync progress',
        description: 'The progress of a server that is catching up. Source: execution-apis SyncingStatus.',
        type: 'object',
        required: ['currentBlock', 'highestBlock', 'startingBlock'],
        properties: {
          currentBlock: {
            description: 'The number of the highest stored block.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          highestBlock: {
            description: 'The number of the highest known block.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          startingBlock: {
            description:
              'The number of the highest stored block when the server first reported the progress.',
            'x-elsewhere': ['absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
        },
        additionalProperties: false,
      },
      SyncStatus: {
        title: 'Sync status',
        description:
          'False, or the progress of a server that is catching up. Source: execution-apis SyncingStatus.',
        oneOf: [
          {
            type: 'boolean',
          },
          {
            $ref: '#/components/schemas/SyncProgress',
          },
        ],
      },
      CapabilitiesHead: {
        title: 'Head of capabilities',
        description: 'The head when the capabilities were read. Source: execution-apis EthCapabilitiesHead.',
        type: 'object',
        required: ['number', 'hash'],
        properties: {
          number: {
            description: 'The number of the highest stored block.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          hash: {
            description: 'The hash of that block.',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
        },
        additionalProperties: false,
      },
      DeleteStrategy: {
        title: 'Delete strategy',
        description:
          'How a server deletes old data; Lectern deletes none. Source: execution-apis EthCapabilitiesDeleteStrategy.',
        type: 'object',
        required: ['type', 'retentionBlocks'],
        properties: {
          type: {
            description: 'A window: the newest blocks remain.',
            type: 'string',
            const: 'window',
          },
          retentionBlocks: {
            description: 'The number of blocks that remain.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
        },
        additionalProperties: false,
      },
      Capability: {
        title: 'Capability',
        description:
          'The range of one kind of data. Source: execution-apis EthCapabilitiesEffectiveResource.',
        type: 'object',
        required: ['disabled'],
        properties: {
          disabled: {
            description: 'Whether there is no such data.',
            type: 'boolean',
          },
          oldestBlock: {
            description: 'The lowest block with such data; absent if it is disabled.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          deleteStrategy: {
            description: 'How old data is deleted; absent if it never is.',
            allOf: [
              {
                $ref: '#/components/schemas/DeleteStrategy',
              },
            ],
          },
        },
        additionalProperties: false,
      },
      Capabilities: {
        title: 'Capabilities',
        description:
          'The data that a server has, and from which block on. Source: execution-apis EthCapabilities.',
        type: 'object',
        required: ['head', 'state', 'tx', 'logs', 'receipts', 'blocks', 'stateproofs'],
        properties: {
          head: {
            description: 'The highest stored block.',
            allOf: [
              {
                $ref: '#/components/schemas/CapabilitiesHead',
              },
            ],
          },
          state: {
            description: 'State of accounts: disabled.',
            allOf: [
              {
                $ref: '#/components/schemas/Capability',
              },
            ],
          },
          tx: {
            description: 'Transactions, by their hash or place.',
            allOf: [
              {
                $ref: '#/components/schemas/Capability',
              },
            ],
          },
          logs: {
            description: 'Queries of logs: disabled. Receipts have the logs.',
            allOf: [
              {
                $ref: '#/components/schemas/Capability',
              },
            ],
          },
          receipts: {
            description: 'Receipts.',
            allOf: [
              {
                $ref: '#/components/schemas/Capability',
              },
            ],
          },
          blocks: {
            description: 'Blocks.',
            allOf: [
              {
                $ref: '#/components/schemas/Capability',
              },
            ],
          },
          stateproofs: {
            description: 'Proofs of state: disabled.',
            allOf: [
              {
                $ref: '#/components/schemas/Capability',
              },
            ],
          },
        },
        additionalProperties: false,
      },
    },
    errors: {
      ParseError: {
        code: -32700,
        message: 'Parse error',
      },
      InvalidRequest: {
        code: -32600,
        message: 'Invalid request',
      },
      MethodNotFound: {
        code: -32601,
        message: 'Method not found',
      },
      InvalidParams: {
        code: -32602,
        message: 'Invalid params',
      },
      InternalError: {
        code: -32603,
        message: 'Internal error',
      },
      LimitExceeded: {
        code: -32005,
        message: 'Limit exceeded',
      },
      PrunedHistoryUnavailable: {
        code: 4444,
        message: 'Pruned history unavailable',
      },
      ResourceUnavailable: {
        code: -32002,
        message: 'Resource unavailable',
      },
    },
  },
}
