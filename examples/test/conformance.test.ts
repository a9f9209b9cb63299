import { conformanceTests } from '@lectern/conformance/vitest'
import { afterAll } from 'vitest'
import { serveChain } from './serve-chain.ts'

// Your own server would be started here; each check becomes a test. `only` keeps this example short.
const served = await serveChain()
afterAll(() => served[Symbol.asyncDispose]())

conformanceTests(() => served.url, {
  only: 'invariant/*',
  title: 'the sample chain, as a client checks it',
})
