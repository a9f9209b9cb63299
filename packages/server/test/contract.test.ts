import { conformanceTests } from '@lectern/conformance/vitest'
import { afterAll } from 'vitest'
import { createPaperMethods } from './paper.ts'
import { createServer } from '../src/index.ts'

const server = createServer({ methods: createPaperMethods() })
afterAll(() => server.close())

conformanceTests(() => server.listen({ port: 0 }), { title: 'D2 D4 the server keeps the document' })
