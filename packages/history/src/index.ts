export { readAccumulators } from './archive/proofs/accumulator.ts'
export { type ArchivedBlock, type ChainSource, openChain } from './execution/chain-rlp.ts'
export { type Genesis, parseGenesis, readGenesis } from './execution/genesis.ts'
export { ITEM_LIMIT } from './archive/rlp-file.ts'
export { type BatchLimits, defaultBatchLimits, type ImportResult, type ImportSums } from './import/ingest.ts'
export { boundsOfEra, type EraFile, findEraFiles, isEraSource } from './archive/eras.ts'
export type { BlockRange } from './import/block-range.ts'
export { type EraExportOptions, exportEras, type ExportedEra } from './export/export-eras.ts'
export { type HistoryCode, HistoryError } from './error.ts'
export { ofFamily, rulesOf } from './family.ts'
export { writeDurably } from './folder.ts'
export { type EraImportOptions, importEras } from './import/import-eras.ts'
export { importChain, type ImportOptions, type ImportProgress } from './import/import-chain.ts'
export {
  importRemoteEras,
  isUrl,
  listRemoteEras,
  type RemoteEra,
  type RemoteImportOptions,
} from './import/remote-eras.ts'
export { knownAccumulators, knownProofRoots, networks, readSummaries } from './archive/proofs/networks.ts'
export type { ProofRoots } from './archive/proofs/block-proofs.ts'
export { compactStore, type CompactStoreOptions } from './import/compact-store.ts'
export { importJson, recognizeChain } from './import/import-json.ts'
export { copyStore, type CopyOptions, type CopyProgress, type CopyResult } from './import/copy-store.ts'
export { exportJson } from './export/export-json.ts'
export { isJsonLines } from './archive/json-lines.ts'
export { type BlockName } from '@lectern/consensus'
export {
  type Anchor,
  bytesOf,
  type ChainIdentity,
  type CompactOptions,
  type CompactStep,
  type Grounds,
  type Head,
  type PackedFrame,
  type PackedPart,
  type ProofJson,
  type Proofs,
  readHead,
  type Snapshot,
  type Store,
  type StoreChange,
  type StoredBlock,
  type StoredHeader,
  type StoredCompanions,
  type StoreReport,
} from './store/interface.ts'
export {
  type FindHistoryProof,
  type HistoryProofsOptions,
  openHistoryProofs,
  type SummariesState,
} from './archive/proofs/history-proofs.ts'
export { type Forkchoice } from './import/trust.ts'
export { type EmbeddedReads, type EmbeddedSnapshot } from './store/embedded/snapshot.ts'
export { type EmbeddedStore, type StoreOptions } from './store/embedded/store.ts'
export { createStore, openStore, readChain, readStatus, showLocation } from './store/open.ts'
export {
  type ClusterAccess,
  type ClusterLocation,
  type ClusterStatus,
  type NodeStatus,
  type OpenOptions,
  type Replication,
  type StoreLocation,
  type StoreStatus,
  type TlsFiles,
} from './store/location.ts'
export { prefetch } from './long-work.ts'
export { readBody } from './remote/request.ts'
export { showUrl } from './show-url.ts'
export { type AskedBlock, type RepliesTask, type ReplyFault } from './verify/reply-batch.ts'
export { createReplyVerifier, type ReplyVerifier, type VerifiedReplies } from './verify/verify-replies.ts'
export { type KeyEngine, useFastEngine } from './engine.ts'
export {
  verifyHistory,
  type VerifyHistoryOptions,
  type VerifyHistoryProgress,
} from './verify/verify-history.ts'
