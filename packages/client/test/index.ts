// What measurements use as `@lectern/client/testing`, which is not published. lies.ts and sample-node.ts, which take seconds to load, have
// entries of their own.
export { faultRows, type FaultRow } from './fault-matrix.ts'
export { answer, listen, type Received, type Request, type Server } from './faulty.ts'
export { type Answers, answersOf } from './real-blocks.ts'
