// One proven call, on any runtime: prints what was proven, or throws.
import { createClient } from '@lectern/client'
import { verifier } from '@lectern/client/verify'

/** Asks an endpoint for the newest transaction's receipt, proves it in full, and says so. */
export async function call(url) {
  const ethereum = createClient({ transport: url, verify: verifier({ level: 'full', trust: 'none' }) })
  const block = await ethereum.orThrow.getBlock('latest')
  const { result: receipt, report } = await ethereum.proven.getReceipt(block.transactions.at(-1))
  if (receipt.blockHash !== block.hash || report.method !== 'eth_getTransactionReceipt')
    throw new Error(`The receipt is of ${receipt.blockHash}, the report of ${report.method}.`)
  return `proved ${report.proven.length} members of the receipt of ${receipt.transactionHash}`
}
