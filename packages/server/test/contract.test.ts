import { conformanceTests } from '@lectern/conformance/vitest'
import { fastify } from 'fastify'
import { afterAll } from 'vitest'
import { createPaperMethods } from './paper.ts'
import { createServerOptions, jsonRpc } from '../src/index.ts'

const app = fastify(createServerOptions())
afterAll(() => app.close())

conformanceTests(
  async () => {
    await app.register(jsonRpc, { methods: createPaperMethods() })
    return await app.listen({ host: '127.0.0.1', port: 0 })
  },
  { title: 'D2 D4 the server keeps the document' },
)
