import { createRequire } from 'node:module'
import { createClient } from '../../../../packages/client/src/index.ts'
import { verifier } from '../../../../packages/client/src/verify/index.ts'
import { createServerOptions, lectern } from '../../../../packages/server/src/index.ts'

// node relay.ts <url> <port>: serves again what our client, verifying, gets from another endpoint.

const [transport, port] = process.argv.slice(2)
// The application that listens is the command's dependency, not ours.
const Fastify = createRequire(new URL('../../../../apps/lectern/src/commands/serve.ts', import.meta.url))(
  'fastify',
)
const app = Fastify(createServerOptions())
await app.register(lectern, {
  methods: createClient({ transport: transport!, verify: verifier({ level: 'full' }) }),
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
