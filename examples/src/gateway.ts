import { createClient } from '@lectern/client'
import { verifier } from '@lectern/client/verify'
import { createServer } from '@lectern/server'
import { endpoint } from './endpoint.ts'

// A client is `Methods`, so it can be served again: what this gateway passes on was proven first.
const methods = createClient({ transport: endpoint, verify: verifier({ level: 'block', trust: 'none' }) })
const server = createServer({ methods, limits: { batchItems: 100 } })
const address = await server.listen({ port: 0 })
console.log(`serves on ${address}`)

const through = createClient(address)
console.log(`block ${BigInt((await through.orThrow.getBlock('latest')).number)} through the gateway`)
await server.close() // a real one would go on
