import { createClient } from '@lectern/client'
import { verifier } from '@lectern/client/verify'
import { createServerOptions, lectern, refuse } from '@lectern/server'
import Fastify from 'fastify'
import { endpoint } from './endpoint.ts'

// A client is `Methods`, so it can be served again: what this gateway passes on was proven first.
const methods = createClient({ transport: endpoint, verify: verifier({ level: 'block' }) })
const app = Fastify(createServerOptions())
await app.register(lectern, { methods, limits: { batchItems: 100 } })
app.setNotFoundHandler((_, reply) => refuse(reply, 404))
const address = await app.listen({ port: 0 })
console.log(`serves on ${address}`)

const through = createClient(address)
console.log(`block ${BigInt((await through.require.getBlock('latest')).number)} through the gateway`)
await app.close() // a real one would go on
