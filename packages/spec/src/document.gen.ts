// Generated from openrpc.json (sha256 3a177d35ac2b25595025429f04527402a4295f04dbd3725a00149af8f6490fcd) by packages/spec/generate. Run `npm run generate` instead of editing.
import type { OpenRpc } from './open-rpc.ts'

/** The document itself: what rpc.discover gives. */
export const document: OpenRpc = {
  openrpc: '1.3.2',
  info: {
    title: 'Lectern',
    version: '0.1.0',
    description:
      "Three read-only Ethereum JSON-RPC methods over history that was proven before it was kept.\n\nOne endpoint: HTTP POST of JSON-RPC 2.0 with content-type application/json, single or in batches. No authentication, no subscription: the data is public.\n\nrpc.discover, without parameters, gives this document (OpenRPC's own rule; it is therefore not among the methods).\n\nLimits, unless the operator chose others: 1,000 calls a batch, a body of 1 MiB (1,048,576 bytes), an answer of 25 MB (25,000,000 bytes); beyond them the error is -32005.\n\nWhat is not found is null, never an error. Errors, of which each method lists those that a well-formed call to it can get:\n\n| code | message | when |\n| --- | --- | --- |\n| -32700 | Parse error | The body is not JSON in UTF-8. |\n| -32600 | Invalid request | The JSON is not a JSON-RPC 2.0 request. |\n| -32601 | Method not found | This document has no method of that name. |\n| -32602 | Invalid params | Too few or too many parameters, or one that breaks its schema; the message names it and says why. |\n| -32603 | Internal error | The service failed; nothing is told about how. |\n| -32005 | Limit exceeded | The batch, the body or the answer is larger than this service allows. |\n| 4444 | Pruned history unavailable | The block's number is below the lowest block held (EIP-4444); earliest names that block. |\n\nHex in answers is lower case. Members of a fork or a type that does not apply are absent, never null.\n\nThe version is that of the package @lectern/spec: a change that breaks callers raises the major number, an added method or optional member the minor, texts the patch.",
    license: {
      name: 'MIT',
      url: 'https://opensource.org/license/mit',
    },
  },
  servers: [
    {
      name: 'local',
      summary: 'A Lectern on this machine',
      description: 'What `lectern serve` listens on unless told otherwise.',
      url: 'http://127.0.0.1:8545',
    },
  ],
  'x-extensions': [
    {
      openrpcExtension: '0.0.0-development',
      name: 'x-elsewhere',
      version: '1.0.0',
      summary: 'How other nodes answer a member.',
      description:
        "Stands in the schema of an object's member. Lectern never does it, but a client that talks to other nodes should bear it: null, the node sends null for what is pending; absent, the node leaves the member out, as the official document or an earlier edition of it allows.",
      restricted: [],
      schema: {
        title: 'x-elsewhere',
        type: 'array',
        minItems: 1,
        uniqueItems: true,
        items: {
          type: 'string',
          enum: ['null', 'absent'],
        },
      },
    },
  ],
  methods: [
    {
      name: 'eth_getTransactionByHash',
      summary: 'The transaction that has a hash.',
      description:
        'Gives the transaction with this hash, with its place in its block; null when no block held has it. Every transaction held is found, however old.',
      paramStructure: 'by-position',
      params: [
        {
          name: 'tx_hash',
          summary: 'A transaction hash',
          description: 'Hash of the transaction wanted.',
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
          summary: 'The block that holds the transaction.',
          description: 'With hashes: the one at transactionIndex is the hash that was asked for.',
          method: 'eth_getBlockByNumber',
          params: {
            block_number: '${result.blockNumber}',
            return_full_txns: false,
          },
        },
      ],
      examples: [
        {
          name: 'dynamic fee',
          description: 'A transaction of type 0x2.',
          params: [
            {
              name: 'tx_hash',
              value: '0x205405746564cbcf1dd53fb5ac92c7622d3792d82f03c59d9baddf2443d91864',
            },
          ],
          result: {
            name: 'transaction',
            value: {
              blockHash: '0xb82be38216daf4487ab4fcafe9413892e7140f6816276560ec10d94d039db1aa',
              blockNumber: '0x1b',
              blockTimestamp: '0x10e',
              from: '0x7435ed30a8b4aeb0877cef0c6e8cffe834eb865f',
              gas: '0x186a0',
              gasPrice: '0x3b9aca01',
              maxFeePerGas: '0x3b9aca01',
              maxPriorityFeePerGas: '0x1',
              hash: '0x205405746564cbcf1dd53fb5ac92c7622d3792d82f03c59d9baddf2443d91864',
              input: '0x1ee8f6decf498faf656d6974',
              nonce: '0x90',
              to: '0x7dcd17433742f4c0ca53122ab541d0ba67fc27df',
              transactionIndex: '0x0',
              value: '0x2',
              type: '0x2',
              accessList: [
                {
                  address: '0x7dcd17433742f4c0ca53122ab541d0ba67fc27df',
                  storageKeys: [
                    '0x0000000000000000000000000000000000000000000000000000000000000000',
                    '0x13bd2394f758553be374ffa4a9455cdf5e6ef3d905acd02746df2d12361e1ace',
                  ],
                },
              ],
              chainId: '0xc72dd9d5e883e',
              v: '0x1',
              r: '0x88bad2c994f3043a59072f6d16e0bf4fababbea1ebfbb4706fcc3066dc3b7733',
              s: '0x2e1aa511f0d7eeebd17d63d3072aee3b02374238a54fd48b4786553f4e51113c',
              yParity: '0x1',
            },
          },
        },
        {
          name: 'unknown hash',
          description: 'No block held has it.',
          params: [
            {
              name: 'tx_hash',
              value: '0x00000000000000000000000000000000000000000000000000000000deadbeef',
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
      summary: 'The receipt of the transaction that has a hash.',
      description:
        'Gives the result of executing the transaction with this hash; null when no block held has it. A transaction that eth_getTransactionByHash finds always has its receipt here.',
      paramStructure: 'by-position',
      params: [
        {
          name: 'tx_hash',
          summary: 'A transaction hash',
          description: 'Hash of the transaction whose receipt is wanted.',
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
          summary: 'The block that holds the transaction.',
          description: 'With whole transactions: the one at transactionIndex is the one that was executed.',
          method: 'eth_getBlockByNumber',
          params: {
            block_number: '${result.blockNumber}',
            return_full_txns: true,
          },
        },
      ],
      examples: [
        {
          name: 'contract creation',
          description: 'The receipt of a creation: to is null, contractAddress is the new contract.',
          params: [
            {
              name: 'tx_hash',
              value: '0xc1d605c6612a5fe84dc95810030bfe5b1d327652b381bc695e28f50d13b2b09e',
            },
          ],
          result: {
            name: 'receipt',
            value: {
              blockHash: '0x80e911b62f552f563a2544dfef5eb39ec8863d9082c998ca6b657f76e19de38e',
              blockNumber: '0x1',
              contractAddress: '0x9344b07175800259691961298ca11c824e65032d',
              cumulativeGasUsed: '0x102d3',
              effectiveGasPrice: '0x1',
              from: '0x7435ed30a8b4aeb0877cef0c6e8cffe834eb865f',
              gasUsed: '0x102d3',
              logs: [],
              logsBloom:
                '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
              root: '0x9d6eec3457f11763a235d68c58367a740f429f01fd310692736b54e0019df44b',
              to: null,
              transactionHash: '0xc1d605c6612a5fe84dc95810030bfe5b1d327652b381bc695e28f50d13b2b09e',
              transactionIndex: '0x0',
              type: '0x0',
            },
          },
        },
        {
          name: 'unknown hash',
          description: 'No block held has it.',
          params: [
            {
              name: 'tx_hash',
              value: '0x00000000000000000000000000000000000000000000000000000000deadbeef',
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
      summary: 'The block that has a number or a tag.',
      description:
        'Gives a block with its transactions as hashes or whole; null for a number above the highest block held and for a tag that names no block; error 4444 for a number below the lowest block held.',
      paramStructure: 'by-position',
      params: [
        {
          name: 'block_number',
          summary: 'A block number or a tag',
          description: 'Number of the block wanted, or its tag.',
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
      ],
      examples: [
        {
          name: 'hashes',
          description: 'A block with the hashes of its transactions.',
          params: [
            {
              name: 'block_number',
              value: '0x2d',
            },
            {
              name: 'return_full_txns',
              value: false,
            },
          ],
          result: {
            name: 'block',
            value: {
              baseFeePerGas: '0x56a9213',
              blobGasUsed: '0x20000',
              difficulty: '0x0',
              excessBlobGas: '0x0',
              extraData: '0x',
              gasLimit: '0xbebc200',
              gasUsed: '0x695c0',
              hash: '0xe4165d5a6e4d31469f4a9354c30bffec633a640940b40bc0bc1ae86d1b391643',
              logsBloom:
                '0x00000000008000000000000000000040000000000000000000000000800000000000000008000000000000000000000000000000000000000000000000000000000000000000000000004000000000020200000000000000000000000000002000000000000000000000000000000000000000000000000000000100000000000000000000000000000000000000000000000000000000000000000000000000000000000000009000000000000000000000002000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
              miner: '0x0000000000000000000000000000000000000000',
              mixHash: '0x0000000000000000000000000000000000000000000000000000000000000000',
              nonce: '0x0000000000000000',
              number: '0x2d',
              parentBeaconBlockRoot: '0x4b118bd31ed2c4eeb81dc9e3919e9989994333fe36f147c2930f12c53f0d3c78',
              parentHash: '0xa38f2a6f7d276298d8e7a9bfa28625e4dc8948021f5a7369d0a04571879e98d2',
              receiptsRoot: '0xc343b7f5b3838cf1b0c7b0cf6940e89ceb5d0feb2dfbb1e223d3bae82dc43c6d',
              requestsHash: '0x57cac3e52cdcd73e52bd9e54956e0eae370f00ed41f68edc78266bdb46c3a543',
              sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
              size: '0x674',
              stateRoot: '0x1fd07e3aa3022c9999d5c507f0d55c309832a78273af02e53bddc7785606d2ee',
              timestamp: '0x1c2',
              transactions: [
                '0x196b6bdd87de3a309294ed186348871ef953c0f1f8e105c828137a2036193e28',
                '0x99f7e58af4dd2735931a3262705fbe57ea2fcc79497668f74309cdeaf37cc223',
                '0xcd72b5605b319ee9802785110a10cd4466c256b0e630095be223458d7a0add5b',
                '0x45e32bd58ace33e7c7efcc5102c23d250d72e6880abc76aae15f4b0ae4c32d94',
                '0x7121f00fa526fb9cc8a3885cb81b54173fbd338ffb94ab6c2d3b11de0a7b3928',
                '0x36ca861bf11203899e7b31fbb595ee2bd0d5ac72958cbd69baa2ce2a1d851e73',
              ],
              transactionsRoot: '0xd6d9dd7b7ef0c73b5c1fc6cec89109fc33d9008f90ffb4718c54108d023f7849',
              uncles: [],
              withdrawals: [],
              withdrawalsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
            },
          },
        },
        {
          name: 'transactions',
          description: 'A block with whole transactions.',
          params: [
            {
              name: 'block_number',
              value: '0x0',
            },
            {
              name: 'return_full_txns',
              value: true,
            },
          ],
          result: {
            name: 'block',
            value: {
              difficulty: '0x20000',
              extraData: '0x68697665636861696e',
              gasLimit: '0x5f5e100',
              gasUsed: '0x0',
              hash: '0x44fd89d504659cd58f48f4796b77a7e7012cf296a2409afa2f6c3cb99b5b3d99',
              logsBloom:
                '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
              miner: '0x0000000000000000000000000000000000000000',
              mixHash: '0x0000000000000000000000000000000000000000000000000000000000000000',
              nonce: '0x0000000000000000',
              number: '0x0',
              parentHash: '0x0000000000000000000000000000000000000000000000000000000000000000',
              receiptsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
              sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
              size: '0x205',
              stateRoot: '0xdc43f460541a253c0f64b6943ef83fa3bd601699a255622f088d46f7fde359fc',
              timestamp: '0x0',
              transactions: [],
              transactionsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
              uncles: [],
            },
          },
        },
        {
          name: 'above the highest',
          description: 'There is no such block yet.',
          params: [
            {
              name: 'block_number',
              value: '0x3e8',
            },
            {
              name: 'return_full_txns',
              value: true,
            },
          ],
          result: {
            name: 'block',
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
          'An account of 20 bytes: 40 lower case hex digits after 0x, without EIP-55 checksum case. Source: execution-apis address, which also lets upper case pass.',
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
        title: 'Hash, as a caller may write it',
        description:
          'A hash of 32 bytes: 64 hex digits of either case after 0x. Wider than execution-apis hash32, as geth is; answers are always lower case.',
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
          'A name for a block: earliest is the lowest block held; latest the highest; safe and finalized the highest that a person vouched for; pending never exists here, since there is no mempool. A tag that names no block is answered with null. Source: execution-apis BlockTag.',
        type: 'string',
        enum: ['earliest', 'finalized', 'safe', 'latest', 'pending'],
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
          'The parity of the y value of a signature\'s curve point: 0x0 even, 0x1 odd. Source: EIP-2718 transactions; execution-apis byte, "yParity".',
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
        description: 'A signed wish of an account to run the code of another address. Source: EIP-7702.',
        type: 'object',
        required: ['chainId', 'address', 'nonce', 'yParity', 'r', 's'],
        properties: {
          chainId: {
            description: 'The chain it is meant for; 0x0 for every chain.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          address: {
            description: 'The address whose code the account shall run.',
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
            description: 'Hash of the block that holds the transaction.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          blockNumber: {
            description: 'Number of the block that holds the transaction.',
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
            'x-elsewhere': ['null'],
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
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          s: {
            description: 'The s value of the signature: a quantity, without leading zeros.',
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
            description: 'Hash of the block that holds the transaction.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          blockNumber: {
            description: 'Number of the block that holds the transaction.',
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
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          v: {
            description: 'The same as yParity, as geth sends it.',
            'x-elsewhere': ['absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Parity',
              },
            ],
          },
          r: {
            description: 'The r value of the signature: a quantity, without leading zeros.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          s: {
            description: 'The s value of the signature: a quantity, without leading zeros.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          yParity: {
            description: 'Parity of the signature.',
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
            description: 'Hash of the block that holds the transaction.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          blockNumber: {
            description: 'Number of the block that holds the transaction.',
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
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          v: {
            description: 'The same as yParity, as geth sends it.',
            'x-elsewhere': ['absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Parity',
              },
            ],
          },
          r: {
            description: 'The r value of the signature: a quantity, without leading zeros.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          s: {
            description: 'The s value of the signature: a quantity, without leading zeros.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          yParity: {
            description: 'Parity of the signature.',
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
            description: 'Hash of the block that holds the transaction.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          blockNumber: {
            description: 'Number of the block that holds the transaction.',
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
            description: 'The same as yParity, as geth sends it.',
            'x-elsewhere': ['absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Parity',
              },
            ],
          },
          r: {
            description: 'The r value of the signature: a quantity, without leading zeros.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          s: {
            description: 'The s value of the signature: a quantity, without leading zeros.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          yParity: {
            description: 'Parity of the signature.',
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
            description: 'Hash of the block that holds the transaction.',
            'x-elsewhere': ['null'],
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          blockNumber: {
            description: 'Number of the block that holds the transaction.',
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
            description: 'The same as yParity, as geth sends it.',
            'x-elsewhere': ['absent'],
            allOf: [
              {
                $ref: '#/components/schemas/Parity',
              },
            ],
          },
          r: {
            description: 'The r value of the signature: a quantity, without leading zeros.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          s: {
            description: 'The s value of the signature: a quantity, without leading zeros.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          yParity: {
            description: 'Parity of the signature.',
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
          "A signed transaction in its place in a block. Its type decides which members it has: a type's own members are all present, those of other types are absent, never null. Source: execution-apis TransactionInfo, with geth's members.",
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
            description: 'The contract that wrote it.',
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
            description: 'Number of the block that holds the log.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          transactionHash: {
            description: 'Hash of the transaction that wrote it.',
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
            description: 'Hash of the block that holds the log.',
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
              'True when a reorg took the log out of the chain; a receipt of a held block has false.',
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
            description: 'Hash of the block that holds the transaction.',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          blockNumber: {
            description: 'Number of the block that holds the transaction.',
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
            description: 'The validator it was taken from, at most 64 bits.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          address: {
            description: 'The account it went to.',
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
          'The transactions of a block in order: hashes, or whole transactions; never both, and nothing else than an empty array tells neither.',
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
            description: 'Gas used by all transactions.',
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
    },
  },
}
