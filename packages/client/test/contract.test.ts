import { createPaperMethods, makePaperChain } from '@lectern/conformance/testing'
import { functionTarget } from '@lectern/conformance'
import { conformanceTests } from '@lectern/conformance/vitest'
import { createRpc, readResponse } from '@lectern/server'
import type { Methods } from '@lectern/spec'
import { createClient, http } from '../src/index.ts'

type Answer = (body: Uint8Array) => Promise<Uint8Array<ArrayBuffer> | undefined>

/** Answers bodies from methods, as a server does. */
function serve(served: Methods): Answer {
  const rpc = createRpc({ methods: served })
  return async (body) => readResponse(await rpc(body))
}

/** The platform's fetch, but for an endpoint that is a function. */
const fetch =
  (answer: Answer): typeof globalThis.fetch =>
  async (_, request) =>
    new Response(await answer(new TextEncoder().encode(String(request?.body))))

conformanceTests(
  () =>
    functionTarget(
      serve(
        createClient(http('http://origin/', { fetch: fetch(serve(createPaperMethods(makePaperChain()))) })),
      ),
    ),
  { title: 'D2 the client, served again, keeps the document' },
)
