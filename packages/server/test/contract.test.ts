import { createPaperMethods, makePaperChain } from '@lectern/conformance/testing'
import { conformanceTests } from '@lectern/conformance/vitest'
import { afterAll } from 'vitest'
import { createServer } from '../src/index.ts'

const server = createServer({ methods: createPaperMethods(makePaperChain()) })
afterAll(() => server.close())

conformanceTests(() => server.listen({ port: 0 }), { title: 'D2 D4 the server keeps the document' })
