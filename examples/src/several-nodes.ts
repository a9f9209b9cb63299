import { createClient, failover } from '@lectern/client'
import { endpoint } from './endpoint.ts'

// The first of them does not answer.
const ethereum = createClient({
  transport: failover(['http://127.0.0.1:9', endpoint]),
  onEvent: (event) => {
    if (event.type === 'failover') console.log(`passed over ${event.url}: ${event.error.code}`)
  },
})
const block = await ethereum.orThrow.getBlock('latest')
console.log(`block ${BigInt(block.number)}`)

// Two must give the same block; asked by number, since latest is another block to each node. An origin has one voice:
// here one node stands for two under another name, but ask nodes that are operated independently.
const other = endpoint.replace('127.0.0.1', 'localhost')
const agreed = createClient({ transport: failover([endpoint, other], { quorum: 2 }) })
const same = await agreed.orThrow.getBlock(block.number)
console.log(`two agree on ${same.hash}`)
