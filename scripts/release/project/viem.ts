// The client as a transport of viem; only type-checked.
import { createClient } from '@lectern/client'
import { viemTransport } from '@lectern/client/viem'
import { createPublicClient } from 'viem'

const client = createPublicClient({ transport: viemTransport(createClient('http://127.0.0.1:8545')) })
export const hash: `0x${string}` = (await client.getBlock({ blockNumber: 1n })).hash
