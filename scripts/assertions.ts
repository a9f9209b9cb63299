import { afterEach, expect } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** How many times the test called a matcher. */
    assertions?: number
  }
}

// vitest counts them, and has no API for the count.
afterEach((context) => {
  const own = context.expect === expect ? 0 : context.expect.getState().assertionCalls
  context.task.meta.assertions = expect.getState().assertionCalls + own
})
