import { conformanceTests } from '@lectern/conformance/vitest'
import { afterAll } from 'vitest'
import { serveSample } from './serve-sample.ts'

// Your own server would be started here; each check becomes a test. `only` keeps this example short.
const served = await serveSample()
afterAll(() => served[Symbol.asyncDispose]())

conformanceTests(() => served.url, {
  only: 'invariant/*',
  title: 'the sample chain, as a client checks it',
})
