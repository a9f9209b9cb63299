export { locate } from './content.ts'
// Test material that other workspaces share, as `@lectern/history/testing`: not published.
import { fileURLToPath } from 'node:url'

export { unpackBlock } from '../src/archive/e2store.ts'
export { writeEra1 } from '../src/archive/era-writers.ts'
export { inspectEra, readEra } from '../src/archive/era.ts'
export { useFastEngine } from '../src/engine.ts'
export { listAccumulators, listHistoricalRoots } from '../src/archive/proofs/history-proofs.ts'
export { readMainnetEras } from '../src/archive/proofs/mainnet-eras.ts'
export { readMainnetRoots } from '../src/archive/proofs/mainnet-roots.ts'
export { encodeProof } from '../src/archive/proofs/block-proofs.ts'
export { writeEreFile } from './era-file.ts'
export { type Cluster, type ClusterNode, startCluster, whyNoCassandra } from './cassandra/cluster.ts'
export { openRecords } from './cassandra/records.ts'
export { loadCrypto } from '../src/execution/crypto.ts'
export { MemoryStore } from './memory-store.ts'
export { seal, sealOf } from '../src/store/records/seal.ts'
export { openTables } from '../src/store/embedded/tables.ts'
export { cacheStates, createView } from '../src/store/embedded/view.ts'
export { type Flip, flipBits, type FlipOutcome, makeFlippable } from './flipped-store.ts'
export { findStructure } from './page-structure.ts'
export { canRecord } from './recording.ts'
export { recover, type Recovery } from './recovery.ts'
export { digest, digestAnswers } from './store-digest.ts'
export { createSynthesizer, makeChain, syntheticConfig } from './synthetic.ts'

/** The path of a program that imports a chain, three blocks a commit, and writes each number that it stored. */
export const importProgram: string = fileURLToPath(new URL('import-child.ts', import.meta.url))
