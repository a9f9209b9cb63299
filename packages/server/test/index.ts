// Parts for tests and measurements of other packages: `@lectern/server/testing`, which is not published.
export { fuzzRpc } from './fuzz.ts'
export { compareServers } from './lane-fuzz.ts'
export { createMutator } from './mutator.ts'
export { companionRounds, methods, rounds } from './recorded.ts'
export { startServer } from './server.ts'
export { fuzzReaders } from './readers.ts'
export { forms as canonicalForms } from '../src/rpc/canonical.ts'
