// The tools of measurements, `@lectern/client/testing`, which is not published. lies.ts and sample-node.ts, which load slowly, have separate
// entries.
export { faultRows, type FaultRow } from './fault-matrix.ts'
export { answer, listen, type Received, type Request, type Server } from './faulty.ts'
export { type Answers, answersOf } from './real-blocks.ts'
export { answerEach, type NodeStub, startNode, type StubCall } from './node-stub.ts'
