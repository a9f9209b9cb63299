import { createClient } from '@lectern/client'
import { upstream } from '@lectern/client/upstream'
import { verifier } from '@lectern/client/verify'
import { createServer } from '@lectern/server'
import { endpoint } from './endpoint.ts'

// The three methods are proven before they are passed on: a client is `Methods`, so it can be served again. The node has all others.
const methods = createClient({ transport: endpoint, verify: verifier({ level: 'block', trust: 'none' }) })
const server = createServer({ methods, upstream: { transport: upstream(endpoint) } })
const address = await server.listen({ port: 0 })
console.log(`serves on ${address}`)

const through = createClient(address)
console.log(`block ${BigInt((await through.orThrow.getBlock('latest')).number)} through the gateway`)
await server.close() // a real one would go on
