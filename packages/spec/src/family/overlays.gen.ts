// Generated from openrpc.json and its overlays by packages/spec/generate. Run `npm run generate` instead of editing.
import type { Overlay } from './overlay.ts'
import type { FamilyName } from './types.gen.ts'

/** The overlay of each family. */
export const overlays: { readonly [F in FamilyName]: Overlay } = {
  arbitrum: {
    overlay: '1.1.0',
    info: {
      title: 'Arbitrum',
      version: '0.1.0',
      description:
        'Transactions, receipts and blocks of Arbitrum One, Nova and the Orbit chains, from Nitro on. Source: OffchainLabs/go-ethereum.',
    },
    extends: 'openrpc.json',
    actions: [
      {
        target: '$.components.schemas.TransactionType',
        update: {
          description:
            "The EIP-2718 type: one of Ethereum's without blobs, or one that ArbOS or layer 1 makes.",
          enum: ['0x64', '0x65', '0x66', '0x68', '0x69', '0x6a'],
        },
      },
      {
        target: '$.components.schemas',
        update: {
          DepositTransaction: {},
        },
      },
      {
        target: '$.components.schemas.DepositTransaction',
        copy: '$.components.schemas.LegacyTransaction',
      },
      {
        target: '$.components.schemas.DepositTransaction',
        update: {
          title: 'Deposit transaction',
          description: 'Ether that layer 1 moves to an account.',
          required: ['requestId'],
          properties: {
            type: {
              description: 'The type of such transactions.',
              const: '0x64',
            },
            from: {
              description: 'The sender; nothing signs it.',
            },
            hash: {
              description: "Keccak-256 of the transaction's bytes.",
            },
            gasPrice: {
              description: 'The price that was paid for one gas, in wei.',
            },
            v: {
              description: 'Always 0x0.',
            },
            r: {
              description: 'Always 0x0.',
            },
            s: {
              description: 'Always 0x0.',
            },
            chainId: {
              description: 'The chain that the transaction is for.',
            },
            requestId: {
              description: 'Number of its message of layer 1, as 32 bytes.',
              allOf: [
                {
                  $ref: '#/components/schemas/Hash',
                },
              ],
            },
          },
        },
      },
      {
        target: '$.components.schemas.Transaction.oneOf',
        update: {
          $ref: '#/components/schemas/DepositTransaction',
        },
      },
      {
        target: '$.components.schemas',
        update: {
          UnsignedTransaction: {},
        },
      },
      {
        target: '$.components.schemas.UnsignedTransaction',
        copy: '$.components.schemas.LegacyTransaction',
      },
      {
        target: '$.components.schemas.UnsignedTransaction',
        update: {
          title: 'Unsigned transaction',
          description: 'A transaction that an account sends through layer 1.',
          required: ['maxFeePerGas'],
          properties: {
            type: {
              description: 'The type of such transactions.',
              const: '0x65',
            },
            from: {
              description: 'The sender; nothing signs it.',
            },
            hash: {
              description: "Keccak-256 of the transaction's bytes.",
            },
            gasPrice: {
              description: 'The price that was paid for one gas, in wei.',
            },
            v: {
              description: 'Always 0x0.',
            },
            r: {
              description: 'Always 0x0.',
            },
            s: {
              description: 'Always 0x0.',
            },
            chainId: {
              description: 'The chain that the transaction is for.',
            },
            maxFeePerGas: {
              description: 'The most that is paid for one gas, in wei.',
              'x-elsewhere': ['absent'],
              allOf: [
                {
                  $ref: '#/components/schemas/Quantity',
                },
              ],
            },
          },
        },
      },
      {
        target: '$.components.schemas.Transaction.oneOf',
        update: {
          $ref: '#/components/schemas/UnsignedTransaction',
        },
      },
      {
        target: '$.components.schemas',
        update: {
          ContractTransaction: {},
        },
      },
      {
        target: '$.components.schemas.ContractTransaction',
        copy: '$.components.schemas.LegacyTransaction',
      },
      {
        target: '$.components.schemas.ContractTransaction',
        update: {
          title: 'Contract transaction',
          description: 'A transaction that a contract sends through layer 1.',
          required: ['requestId', 'maxFeePerGas'],
          properties: {
            type: {
              description: 'The type of such transactions.',
              const: '0x66',
            },
            from: {
              description: 'The sender; nothing signs it.',
            },
            hash: {
              description: "Keccak-256 of the transaction's bytes.",
            },
            gasPrice: {
              description: 'The price that was paid for one gas, in wei.',
            },
            v: {
              description: 'Always 0x0.',
            },
            r: {
              description: 'Always 0x0.',
            },
            s: {
              description: 'Always 0x0.',
            },
            chainId: {
              description: 'The chain that the transaction is for.',
            },
            requestId: {
              description: 'Number of its message of layer 1, as 32 bytes.',
              allOf: [
                {
                  $ref: '#/components/schemas/Hash',
                },
              ],
            },
            maxFeePerGas: {
              description: 'The most that is paid for one gas, in wei.',
              'x-elsewhere': ['absent'],
              allOf: [
                {
                  $ref: '#/components/schemas/Quantity',
                },
              ],
            },
          },
        },
      },
      {
        target: '$.components.schemas.Transaction.oneOf',
        update: {
          $ref: '#/components/schemas/ContractTransaction',
        },
      },
      {
        target: '$.components.schemas',
        update: {
          RetryTransaction: {},
        },
      },
      {
        target: '$.components.schemas.RetryTransaction',
        copy: '$.components.schemas.LegacyTransaction',
      },
      {
        target: '$.components.schemas.RetryTransaction',
        update: {
          title: 'Retry transaction',
          description:
            'An attempt to redeem a retryable ticket. Some nodes leave out members that its hash needs.',
          required: ['maxFeePerGas', 'ticketId', 'refundTo', 'maxRefund', 'submissionFeeRefund'],
          properties: {
            type: {
              description: 'The type of such transactions.',
              const: '0x68',
            },
            from: {
              description: 'The sender; nothing signs it.',
            },
            hash: {
              description: "Keccak-256 of the transaction's bytes.",
            },
            gasPrice: {
              description: 'The price that was paid for one gas, in wei.',
            },
            v: {
              description: 'Always 0x0.',
            },
            r: {
              description: 'Always 0x0.',
            },
            s: {
              description: 'Always 0x0.',
            },
            chainId: {
              description: 'The chain that the transaction is for.',
            },
            maxFeePerGas: {
              description: 'The most that is paid for one gas, in wei.',
              'x-elsewhere': ['absent'],
              allOf: [
                {
                  $ref: '#/components/schemas/Quantity',
                },
              ],
            },
            ticketId: {
              description: 'Hash of the transaction that submitted the ticket.',
              'x-elsewhere': ['absent'],
              allOf: [
                {
                  $ref: '#/components/schemas/Hash',
                },
              ],
            },
            refundTo: {
              description: 'Address that gets back what is not spent.',
              'x-elsewhere': ['absent'],
              allOf: [
                {
                  $ref: '#/components/schemas/Address',
                },
              ],
            },
            maxRefund: {
              description: 'The most that it gets back, in wei.',
              'x-elsewhere': ['absent'],
              allOf: [
                {
                  $ref: '#/components/schemas/Quantity',
                },
              ],
            },
            submissionFeeRefund: {
              description: 'The fee of the submission that it gets back, in wei.',
              'x-elsewhere': ['absent'],
              allOf: [
                {
                  $ref: '#/components/schemas/Quantity',
                },
              ],
            },
          },
        },
      },
      {
        target: '$.components.schemas.Transaction.oneOf',
        update: {
          $ref: '#/components/schemas/RetryTransaction',
        },
      },
      {
        target: '$.components.schemas',
        update: {
          SubmitRetryableTransaction: {},
        },
      },
      {
        target: '$.components.schemas.SubmitRetryableTransaction',
        copy: '$.components.schemas.LegacyTransaction',
      },
      {
        target: '$.components.schemas.SubmitRetryableTransaction',
        update: {
          title: 'Submit retryable transaction',
          description: 'A new retryable ticket. Some nodes leave out members that its hash needs.',
          required: [
            'requestId',
            'maxFeePerGas',
            'l1BaseFee',
            'depositValue',
            'retryValue',
            'beneficiary',
            'maxSubmissionFee',
            'refundTo',
            'retryData',
          ],
          properties: {
            type: {
              description: 'The type of such transactions.',
              const: '0x69',
            },
            from: {
              description: 'The sender; nothing signs it.',
            },
            hash: {
              description: "Keccak-256 of the transaction's bytes.",
            },
            gasPrice: {
              description: 'The price that was paid for one gas, in wei.',
            },
            v: {
              description: 'Always 0x0.',
            },
            r: {
              description: 'Always 0x0.',
            },
            s: {
              description: 'Always 0x0.',
            },
            chainId: {
              description: 'The chain that the transaction is for.',
            },
            requestId: {
              description: 'Number of its message of layer 1, as 32 bytes.',
              'x-elsewhere': ['absent'],
              allOf: [
                {
                  $ref: '#/components/schemas/Hash',
                },
              ],
            },
            maxFeePerGas: {
              description: 'The most that is paid for one gas, in wei.',
              'x-elsewhere': ['absent'],
              allOf: [
                {
                  $ref: '#/components/schemas/Quantity',
                },
              ],
            },
            l1BaseFee: {
              description: 'Base fee of layer 1, in wei per gas.',
              'x-elsewhere': ['absent'],
              allOf: [
                {
                  $ref: '#/components/schemas/Quantity',
                },
              ],
            },
            depositValue: {
              description: 'Wei that layer 1 locks, created on this chain.',
              'x-elsewhere': ['absent'],
              allOf: [
                {
                  $ref: '#/components/schemas/Quantity',
                },
              ],
            },
            retryTo: {
              description: 'The receiver of the ticket; absent if it creates a contract.',
              oneOf: [
                {
                  $ref: '#/components/schemas/Address',
                },
                {
                  type: 'null',
                },
              ],
            },
            retryValue: {
              description: 'Wei that the ticket moves.',
              'x-elsewhere': ['absent'],
              allOf: [
                {
                  $ref: '#/components/schemas/Quantity',
                },
              ],
            },
            beneficiary: {
              description: 'Address that gets the value of a ticket that expires.',
              'x-elsewhere': ['absent'],
              allOf: [
                {
                  $ref: '#/components/schemas/Address',
                },
              ],
            },
            maxSubmissionFee: {
              description: 'The most that is paid for the submission, in wei.',
              'x-elsewhere': ['absent'],
              allOf: [
                {
                  $ref: '#/components/schemas/Quantity',
                },
              ],
            },
            refundTo: {
              description: 'Address that gets back what is not spent.',
              'x-elsewhere': ['absent'],
              allOf: [
                {
                  $ref: '#/components/schemas/Address',
                },
              ],
            },
            retryData: {
              description: 'Call data of the ticket.',
              'x-elsewhere': ['absent'],
              allOf: [
                {
                  $ref: '#/components/schemas/Bytes',
                },
              ],
            },
          },
        },
      },
      {
        target: '$.components.schemas.Transaction.oneOf',
        update: {
          $ref: '#/components/schemas/SubmitRetryableTransaction',
        },
      },
      {
        target: '$.components.schemas',
        update: {
          InternalTransaction: {},
        },
      },
      {
        target: '$.components.schemas.InternalTransaction',
        copy: '$.components.schemas.LegacyTransaction',
      },
      {
        target: '$.components.schemas.InternalTransaction',
        update: {
          title: 'Internal transaction',
          description: 'The first transaction of each block, which ArbOS makes.',
          required: [],
          properties: {
            type: {
              description: 'The type of such transactions.',
              const: '0x6a',
            },
            from: {
              description: 'The sender; nothing signs it.',
            },
            hash: {
              description: "Keccak-256 of the transaction's bytes.",
            },
            gasPrice: {
              description: 'The price that was paid for one gas, in wei.',
            },
            v: {
              description: 'Always 0x0.',
            },
            r: {
              description: 'Always 0x0.',
            },
            s: {
              description: 'Always 0x0.',
            },
            chainId: {
              description: 'The chain that the transaction is for.',
            },
          },
        },
      },
      {
        target: '$.components.schemas.Transaction.oneOf',
        update: {
          $ref: '#/components/schemas/InternalTransaction',
        },
      },
      {
        target: '$.components.schemas.Receipt.properties',
        update: {
          gasUsedForL1: {
            description: 'The part of gasUsed that pays for data on layer 1.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          l1BlockNumber: {
            description: 'Number of the block of layer 1 that the block knows.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          timeboosted: {
            description: 'Whether the transaction came by the express lane. Null if the node does not know.',
            oneOf: [
              {
                type: 'boolean',
              },
              {
                type: 'null',
              },
            ],
          },
        },
      },
      {
        target: '$.components.schemas.Block.properties',
        update: {
          mixHash: {
            description:
              'Numbers of ArbOS, as 8 bytes each: sendCount, l1BlockNumber, its version, and flags.',
          },
          extraData: {
            description: 'The sendRoot. Since Nitro.',
          },
          sendRoot: {
            description: 'Root of the tree of messages to layer 1. Since Nitro.',
            allOf: [
              {
                $ref: '#/components/schemas/Hash',
              },
            ],
          },
          sendCount: {
            description: 'Number of messages to layer 1. Since Nitro.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          l1BlockNumber: {
            description: 'Number of the block of layer 1 that the block knows.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
        },
      },
    ],
  },
  bsc: {
    overlay: '1.1.0',
    info: {
      title: 'BNB Smart Chain',
      version: '0.1.0',
      description: 'Blocks of BNB Smart Chain. Source: bnb-chain/bsc.',
    },
    extends: 'openrpc.json',
    actions: [
      {
        target: '$.components.schemas.Block.properties',
        update: {
          milliTimestamp: {
            description: 'Timestamp in milliseconds since 1970, since blocks take less than a second.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
        },
      },
    ],
  },
  gnosis: {
    overlay: '1.1.0',
    info: {
      title: 'Gnosis',
      version: '0.1.0',
      description:
        'Blocks of Gnosis and Chiado. Until the merge, the seal of AuRa is in the place of mixHash and nonce. Source: Nethermind, Erigon.',
    },
    extends: 'openrpc.json',
    actions: [
      {
        target: "$.components.schemas.Block.required[?@ == 'mixHash']",
        remove: true,
      },
      {
        target: "$.components.schemas.Block.required[?@ == 'nonce']",
        remove: true,
      },
      {
        target: '$.components.schemas.Block.properties',
        update: {
          mixHash: {
            description: "The beacon chain's randomness (EIP-4399). Since the merge.",
          },
          nonce: {
            description: 'Zero. Since the merge.',
          },
          auraStep: {
            description: 'The step of AuRa in which the block was made. Until the merge.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          auraSeal: {
            description: 'Signature of the validator that made the block. Until the merge.',
            allOf: [
              {
                $ref: '#/components/schemas/Bytes',
              },
            ],
          },
        },
      },
    ],
  },
  op: {
    overlay: '1.1.0',
    info: {
      title: 'OP stack',
      version: '0.1.0',
      description:
        'Transactions, receipts and blocks of OP Mainnet, Base and the other chains of the OP stack. Source: op-geth.',
    },
    extends: 'openrpc.json',
    actions: [
      {
        target: '$.components.schemas.TransactionType',
        update: {
          description: "The EIP-2718 type: one of Ethereum's without blobs, or 0x7e, a deposit of layer 1.",
          enum: ['0x7e'],
        },
      },
      {
        target: '$.components.schemas',
        update: {
          DepositTransaction: {},
        },
      },
      {
        target: '$.components.schemas.DepositTransaction',
        copy: '$.components.schemas.LegacyTransaction',
      },
      {
        target: '$.components.schemas.DepositTransaction.properties.chainId',
        remove: true,
      },
      {
        target: "$.components.schemas.DepositTransaction.required[?@ == 'nonce']",
        remove: true,
      },
      {
        target: '$.components.schemas.DepositTransaction',
        update: {
          title: 'Deposit transaction',
          description:
            'A transaction that layer 1 makes: the first of each block, and each deposit of a user. Nothing signs it. Source: OP specification, deposits.',
          required: ['sourceHash'],
          properties: {
            type: {
              description: 'The type of deposits.',
              const: '0x7e',
            },
            from: {
              description: 'The sender that layer 1 names.',
            },
            hash: {
              description: "Keccak-256 of the deposit's bytes.",
            },
            gasPrice: {
              description: 'Always 0x0: layer 1 pays.',
            },
            nonce: {
              description: 'The depositNonce of its receipt. Since Regolith.',
            },
            v: {
              description: 'Always 0x0.',
            },
            r: {
              description: 'Always 0x0.',
            },
            s: {
              description: 'Always 0x0.',
            },
            yParity: {
              description: 'Always 0x0; some nodes leave it out.',
              allOf: [
                {
                  $ref: '#/components/schemas/Parity',
                },
              ],
            },
            sourceHash: {
              description: 'Names the origin of the deposit on layer 1, so that no two hashes are equal.',
              allOf: [
                {
                  $ref: '#/components/schemas/Hash',
                },
              ],
            },
            mint: {
              description: 'Wei that layer 1 locks, created on this chain; absent if there is none.',
              'x-elsewhere': ['null'],
              allOf: [
                {
                  $ref: '#/components/schemas/Quantity',
                },
              ],
            },
            isSystemTx: {
              description: 'Whether its gas is not counted. Until Regolith; absent if false.',
              type: 'boolean',
            },
            depositReceiptVersion: {
              description: 'The same member of its receipt. Since Canyon.',
              allOf: [
                {
                  $ref: '#/components/schemas/Quantity',
                },
              ],
            },
          },
        },
      },
      {
        target: '$.components.schemas.Transaction.oneOf',
        update: {
          $ref: '#/components/schemas/DepositTransaction',
        },
      },
      {
        target: '$.components.schemas.LegacyTransaction.properties',
        update: {
          queueOrigin: {
            description: 'Who ordered the transaction: the sequencer or layer 1. Until Bedrock.',
            type: 'string',
            enum: ['sequencer', 'l1'],
          },
          l1TxOrigin: {
            description: 'The sender on layer 1; null for a transaction of the sequencer. Until Bedrock.',
            oneOf: [
              {
                $ref: '#/components/schemas/Address',
              },
              {
                type: 'null',
              },
            ],
          },
          l1BlockNumber: {
            description: 'Number of the block of layer 1 that the transaction knows. Until Bedrock.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          l1Timestamp: {
            description: 'Timestamp of that block, in seconds since 1970. Until Bedrock.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          index: {
            description: 'Position of the transaction in the chain, from 0x0. Until Bedrock.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          queueIndex: {
            description:
              'Position in the queue of layer 1; null for a transaction of the sequencer. Until Bedrock.',
            oneOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
              {
                type: 'null',
              },
            ],
          },
          rawTransaction: {
            description: 'The signed bytes. Until Bedrock.',
            allOf: [
              {
                $ref: '#/components/schemas/Bytes',
              },
            ],
          },
        },
      },
      {
        target: '$.components.schemas.Receipt.properties',
        update: {
          effectiveGasPrice: {
            'x-elsewhere': ['absent'],
          },
          blobGasUsed: {
            description: 'The footprint of the data that the transaction adds to layer 1. Since Jovian.',
          },
          depositNonce: {
            description:
              'Nonce of the sender of a deposit. Since Regolith; receiptsRoot has it with depositReceiptVersion alone.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          depositReceiptVersion: {
            description: '0x1 if receiptsRoot has depositNonce. Since Canyon, type 0x7e only.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          l1Fee: {
            description: 'Wei that the sender paid for data on layer 1.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          l1GasPrice: {
            description: 'Base fee of layer 1, in wei per gas.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          l1GasUsed: {
            description: 'Gas of layer 1 that the data is priced as.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          l1FeeScalar: {
            description: 'Factor of the fee for data, as a decimal number. Until Ecotone.',
            type: 'string',
            pattern: '^[0-9]+(\\.[0-9]+)?$',
          },
          l1BaseFeeScalar: {
            description: 'Factor of the base fee of layer 1, in millionths. Since Ecotone.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          l1BlobBaseFee: {
            description: 'Price of blob gas on layer 1, in wei. Since Ecotone.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          l1BlobBaseFeeScalar: {
            description: 'Factor of that price, in millionths. Since Ecotone.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          operatorFeeScalar: {
            description: "Factor of the operator's fee. Since Isthmus.",
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          operatorFeeConstant: {
            description: "Constant part of the operator's fee, in wei. Since Isthmus.",
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
          daFootprintGasScalar: {
            description: 'Gas per byte of the footprint. Since Jovian.',
            allOf: [
              {
                $ref: '#/components/schemas/Quantity',
              },
            ],
          },
        },
      },
      {
        target: '$.components.schemas.Block.properties',
        update: {
          blobGasUsed: {
            description: 'Footprint of the data of all transactions. Zero until Jovian.',
          },
          withdrawalsRoot: {
            description:
              'Root of the withdrawals, of which there are none. Since Isthmus, storage root of the contract L2ToL1MessagePasser.',
          },
        },
      },
    ],
  },
  polygon: {
    overlay: '1.1.0',
    info: {
      title: 'Polygon',
      version: '0.1.0',
      description:
        'Receipts of Polygon PoS. A block may end with a transaction that applies the state of layer 1: from, to and its signature are zero, and no root of the block commits to it. Source: bor.',
    },
    extends: 'openrpc.json',
    actions: [
      {
        target: '$.components.schemas.Receipt.properties',
        update: {
          cumulativeGasUsed: {
            description:
              'Gas used by this transaction and all before it in the block; 0x0 for the one that applies the state of layer 1.',
          },
          effectiveGasPrice: {
            'x-elsewhere': ['absent'],
          },
        },
      },
    ],
  },
}
