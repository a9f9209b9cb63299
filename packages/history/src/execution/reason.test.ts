import { expect, test } from 'vitest'
import { explain } from './reason.ts'

test.each([
  [
    'invalid receiptTrie (vm hf=bpo2 -> block number=54 hash=0x01 hf=bpo2 baseFeePerGas=7 txs=1 uncles=0)',
    'receiptsRoot is not the root of the receipts that execution gives.',
  ],
  [
    'invalid block stateRoot, got: 0x01, want: 0x02 (vm hf=frontier -> block number=1)',
    'stateRoot is 0x02, but execution gives 0x01.',
  ],
  [
    'Invalid block: base fee not correct block header number=46 hash=0x01 hf=cancun baseFeePerGas=1',
    'baseFeePerGas is not what its parent gives (EIP-1559).',
  ],
  [
    'Invalid PoS block: , nonce: 0x01 (expected: 0x00) (block header number=46 hash=0x01)',
    'nonce must be 0x00 after the merge, not 0x01 (EIP-3675).',
  ],
  [
    'Common chain ID chainId() {\n  return 1\n} not matching the derived chain ID 7',
    'a transaction is signed for chain 7.',
  ],
  [
    'Incompatible EIP155-based V 37 and chain id 5. Pass a matching `common` option to createLegacyTx (or the relevant create*Tx factory).',
    'a transaction with the v 37 is not signed for chain 5 (EIP-155).',
  ],
  [
    'invalid transactions: errors at tx 3: Invalid Signature (block number=2)',
    'transaction 3: Invalid Signature.',
  ],
  [
    "sender doesn't have enough funds to send tx (vm hf=paris -> block)",
    "sender doesn't have enough funds to send tx.",
  ],
  ['something new.', 'something new.'],
])('%j is said as a sentence', (message, sentence) => {
  expect(explain(new Error(message))).toBe(sentence)
})
