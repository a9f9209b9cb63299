import { createClient } from '@lectern/client'
import { verifier } from '@lectern/client/verify'
import { createHttpPolicy, createServerOptions, refuseUnknownPaths, jsonRpc } from '@lectern/server'
import Fastify from 'fastify'
import { endpoint } from './endpoint.ts'

// A client is `Methods`, so it can be served again: what this gateway passes on was proven first.
const methods = createClient({ transport: endpoint, verify: verifier({ level: 'block' }) })
const policy = createHttpPolicy()
const app = Fastify(createServerOptions())
await app.register(jsonRpc, { methods, policy, limits: { batchItems: 100 } })
refuseUnknownPaths(app, policy)
const address = await app.listen({ port: 0 })
console.log(`serves on ${address}`)

const through = createClient(address)
console.log(`block ${BigInt((await through.orThrow.getBlock('latest')).number)} through the gateway`)
await app.close() // a real one would go on
