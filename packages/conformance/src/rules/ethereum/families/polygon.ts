import { logsBloom, toHex } from '@lectern/chain'
import { toQuantity } from '@lectern/chain/internal'
import { logsOf, readReceipt, type BlockFacts } from '../facts.ts'
import { claims, type FamilyRules, type Proof } from '../proofs/claim.ts'

const nobody = `0x${'0'.repeat(40)}`

/** The members that the transaction which applies the state of layer 1 shares with its receipt. */
const sharedOf = ({ json, transactions }: BlockFacts) => ({
  type: '0x0',
  from: nobody,
  to: nobody,
  blockHash: json['hash'],
  blockNumber: json['number'],
  transactionIndex: toQuantity(transactions.length),
})

const block: Proof = (facts) => {
  const found = facts.outside?.inBlock
  return found
    ? claims({ ...sharedOf(facts), value: '0x0', gas: '0x0', gasPrice: '0x0', input: '0x' }, found)
    : []
}

/** That it takes no gas, not even that of the block before it, and that its logs follow all others. */
const receipt: Proof = (facts) => {
  const { inBlock, receipt: found } = facts.outside ?? {}
  if (!inBlock || !found) return []
  const { type: _, to: __, from: ___, ...context } = sharedOf(facts)
  const before = facts.transactions.map(({ receipt }) => receipt && logsOf(receipt.json).length)
  const first = before.includes(undefined) ? undefined : before.reduce((sum, count) => sum! + count!, 0)
  const gas = { cumulativeGasUsed: '0x0', gasUsed: '0x0', effectiveGasPrice: '0x0' }
  const bloom = toHex(logsBloom(readReceipt(found.json).logs))
  return [
    ...claims({ ...sharedOf(facts), ...gas, status: '0x1', contractAddress: null, logsBloom: bloom }, found),
    ...logsOf(found.json).flatMap((json, index) => {
      const logIndex = first === undefined ? undefined : toQuantity(first + index)
      const members = { ...context, transactionHash: inBlock.json['hash'], logIndex, removed: false }
      return claims(members, { ...found, json, path: `${found.path}/logs/${index}` })
    }),
  ]
}

export const polygon: FamilyRules = { block, receipt }
