import { fastify } from 'fastify'
import { createClient } from '@lectern/client'
import { verifier } from '@lectern/client/verify'
import { createServerOptions, jsonRpc } from '@lectern/server'

// node relay.ts <url> <port>: serves again what our client, verifying, gets from another endpoint.

const [transport, port] = process.argv.slice(2)
const app = fastify(createServerOptions())
await app.register(jsonRpc, {
  methods: createClient({ transport: transport!, verify: verifier({ level: 'full' }) }),
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
