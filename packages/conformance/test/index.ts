// The helpers that tests and measurements of other packages use: `@lectern/conformance/testing`, which is not published.
export { documentServer } from './document-server.ts'
export {
  type Fault,
  nodeUpstream,
  type Proxy,
  startProxy,
  targetUpstream,
  type Upstream,
} from './faulty-proxy.ts'
export { legal, type LegalRow } from './legal.ts'
export { type Defect, miniServer } from './mini-server.ts'
export { makePaperChain } from './paper-chain.ts'
export { createPaperMethods } from './paper-methods.ts'
export { type FaultRow, valueFaults } from './value-faults.ts'
export { wireFaults } from './wire-faults.ts'
export { matches } from '../src/report/glob.ts'
