import { ponder } from 'ponder:registry'
import { stored } from 'ponder:schema'

ponder.on(
  'Store:Stored',
  async ({ event: { id, args, block, transaction, transactionReceipt: receipt }, context }) => {
    await context.db.insert(stored).values({
      id,
      block: block.hash,
      number: block.number,
      time: block.timestamp,
      transaction: transaction.hash,
      from: args.from,
      fee: receipt.gasUsed * receipt.effectiveGasPrice,
      value: args.value,
    })
  },
)
