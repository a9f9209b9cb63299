/** Returns why ethereumjs refused a block, in the document's names. Unknown reasons keep ethereumjs' words. */
export function explain({ message }: Error): string {
  const text = bare(message)
  for (const [pattern, sentence] of sentences) if (pattern.test(text)) return text.replace(pattern, sentence)
  return `${text.replace(/\.$/, '')}.`
}

// Checks of a header and body, then of execution.
const sentences: readonly (readonly [RegExp, string])[] = [
  [/^invalid RLP.*$/, 'a part of it is not RLP.'],
  [/^invalid timestamp.*$/, "timestamp is not later than its parent's."],
  [/^invalid difficulty$/, 'difficulty is not what its parent gives.'],
  [/^Invalid block: base fee not correct.*$/, 'baseFeePerGas is not what its parent gives (EIP-1559).'],
  [
    /^Invalid PoS block: , (\w+): (\S+) \(expected: ([^\s)]+)\).*$/,
    '$1 must be $3 after the merge, not $2 (EIP-3675).',
  ],
  [/^expected blob gas: (\d+), got: (\d+)$/, 'excessBlobGas is $2, but its parent gives $1 (EIP-4844).'],
  [/^invalid transaction trie$/, 'transactionsRoot is not the root of its transactions.'],
  [/^invalid uncle hash$/, 'sha3Uncles is not the hash of its uncles.'],
  // Its own number and parent have been checked before.
  [/^invalid number$/, "an uncle's number is not its parent's and one."],
  [/^value for \S+ not found in DB$/, 'an uncle has a parent that is not in the chain.'],
  [/^invalid withdrawals trie$/, 'withdrawalsRoot is not the root of its withdrawals.'],
  [/^invalid transactions: errors at tx (\d+): (.*?)\.?$/, 'transaction $1: $2.'],
  [/^Common chain ID [^]* not matching the derived chain ID (\d+)$/, 'a transaction is signed for chain $1.'],
  [
    /^Incompatible EIP155-based V (\d+) and chain id (\d+)\..*$/,
    'a transaction with the v $1 is not signed for chain $2 (EIP-155).',
  ],
  [/^invalid receiptTrie$/, 'receiptsRoot is not the root of the receipts that execution gives.'],
  [/^invalid bloom$/, 'logsBloom is not the bloom of the logs that execution gives.'],
  [/^invalid gasUsed$/, 'gasUsed is not the gas that execution takes.'],
  [/^invalid requestsHash$/, 'requestsHash is not the hash of the requests that execution gives (EIP-7685).'],
  [/^invalid block stateRoot, got: (\w+), want: (\w+)$/, 'stateRoot is $2, but execution gives $1.'],
]

// ethereumjs repeats the block, the VM and the transaction after the reason.
const bare = (message: string) =>
  message.replace(/\(?(?:vm hf=|block (?:header )?number=|header number=|tx type=)[^]*$/, '').trim()
