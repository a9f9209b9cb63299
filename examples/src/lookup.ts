import { ClientError, createClient, bigints } from '@lectern/client'
import { endpoint } from './endpoint.ts'

const ethereum = createClient({ transport: endpoint, decode: bigints, deadline: 10_000 })

const block = await ethereum.orThrow.getBlock('latest', { transactions: true })
console.log(`block ${block.number} has ${block.transactions.length} transactions`)

for (const transaction of block.transactions) {
  const receipt = await ethereum.orThrow.getReceipt(transaction.hash)
  const fee = receipt.gasUsed * receipt.effectiveGasPrice // bigint, wei
  console.log(`${transaction.hash} of type ${transaction.type} paid ${fee} wei`)
  if (transaction.type === '0x3') console.log(`with ${transaction.blobVersionedHashes.length} blobs`)
}

const nobody = `0x${'0'.repeat(64)}` as const
console.log(`an unknown hash is ${await ethereum.getTransaction(nobody)}`)
try {
  await ethereum.orThrow.getTransaction(nobody)
} catch (error) {
  if (error instanceof ClientError) console.log(`or, where it must be there: ${error.code}`)
}
