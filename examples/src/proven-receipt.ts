import { createClient } from '@lectern/client'
import { serverProofs, trustedBlocks, verifier } from '@lectern/client/verify'
import { sender } from '@lectern/client/verify/sender'
import { endpoint } from './endpoint.ts'

// A hash from somewhere you trust. Here it is taken from the endpoint itself, which proves that all else is in keeping with it.
const plain = createClient(endpoint)
const { hash, transactions } = await plain.orThrow.getBlock('latest')

const ethereum = createClient({
  transport: endpoint,
  verify: verifier({ level: 'full', sender, proofs: serverProofs(), trust: trustedBlocks([hash]) }),
})
const { result, report } = await ethereum.proven.getReceipt(transactions.at(-1)!)
const { proven, unproven, anchor } = report
console.log(`status ${result.status}, ${result.logs.length} logs`)
console.log(`${proven.length} members proven, ${unproven.length} not, from ${anchor}`)
