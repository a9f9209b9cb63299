import { functionTarget } from '@lectern/conformance'
import { conformanceTests } from '@lectern/conformance/vitest'
import { createRpc, type Rpc } from '@lectern/server'
import { methods } from '../../server/test/paper.ts'
import { createClient, http } from './index.ts'

const origin = createRpc({ methods })

/** The platform's fetch, but for an endpoint that is a function. */
const fetch =
  (rpc: Rpc): typeof globalThis.fetch =>
  async (_, request) =>
    new Response((await rpc(new TextEncoder().encode(String(request?.body)))) as BodyInit)

conformanceTests(
  () =>
    functionTarget(createRpc({ methods: createClient(http('http://origin/', { fetch: fetch(origin) })) })),
  { title: 'D2 the client, served again, keeps the document' },
)
