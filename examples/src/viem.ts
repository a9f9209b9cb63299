import { createClient } from '@lectern/client'
import { verifier } from '@lectern/client/verify'
import { viemTransport } from '@lectern/client/viem'
import { createPublicClient, http } from 'viem'
import { endpoint } from './endpoint.ts'

const lectern = createClient({ transport: endpoint, verify: verifier({ level: 'block', trust: 'none' }) })
const client = createPublicClient({ transport: viemTransport(lectern, http(endpoint)) })

const block = await client.getBlock({ includeTransactions: true })
const receipt = await client.getTransactionReceipt({ hash: block.transactions[0]!.hash })
console.log(`viem: block ${block.number}, ${receipt.status}, ${receipt.gasUsed} gas`)
