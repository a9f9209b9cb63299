import { headerFromJson } from '@lectern/chain'
import { isQuantity } from '../../../document/json.ts'
import { claim, claims, type FamilyRules, type Proof } from '../proofs/claim.ts'

/** That a block's added members repeat its header. */
const block: Proof = (facts) => {
  headerFromJson(facts.json, facts.family) // throws for an incomplete one
  return claims(facts.family.repeated?.(facts.json) ?? {}, facts)
}

/** The last version of ArbOS whose rule of prices is known. Only version 9 has paid tips (nitro, DropTip). */
const LAST_KNOWN = 51

/** That a receipt names the block of layer 1, that its price is the base fee, and that its gas includes that for layer 1. */
const receipt: Proof = ({ json: { l1BlockNumber, baseFeePerGas, mixHash }, transactions }) => {
  const version = Number(`0x${String(mixHash).slice(34, 50)}`)
  const effectiveGasPrice = version !== 9 && version <= LAST_KNOWN ? baseFeePerGas : undefined
  return transactions.flatMap(({ receipt }) => {
    if (!receipt) return []
    const { gasUsedForL1: part, gasUsed: all } = receipt.json
    const key = 'gasUsedForL1 of at most gasUsed'
    const isPart = isQuantity(part) && isQuantity(all) ? BigInt(part) <= BigInt(all) : true
    return [
      ...claims({ l1BlockNumber, effectiveGasPrice }, receipt),
      claim(key, true, { ...receipt, json: { [key]: isPart } }),
    ]
  })
}

export const arbitrum: FamilyRules = { block, receipt }
