// Test material that other workspaces share, as `@lectern/follow/testing`: not published.
export { makeTestChain, type TestChain } from './chains.ts'
export { judge, type Judgement } from './judge.ts'
export { account, type LiveNode, needsLiveNodes, startAnvil, startHardhat } from './live-nodes.ts'
export { type PaperCall, type PaperNode, startPaperNode } from './paper-node.ts'
export { type JsonBlock, type RecordedNode, relink, startRecordedNode } from './recorded-node.ts'
