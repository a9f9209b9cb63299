export { readAccumulators } from './archive/accumulator-file.ts'
export { type ArchivedBlock, type ChainSource, openChain } from './archive/chain-rlp.ts'
export { type Genesis, parseGenesis, readGenesis } from './archive/genesis.ts'
export { ITEM_LIMIT } from './archive/rlp-file.ts'
export { type BatchLimits, defaultBatchLimits } from './batch.ts'
export { type EraFile, findEraFiles, isEraSource } from './eras.ts'
export { type EraExportOptions, exportEras, type ExportedEra } from './export-eras.ts'
export { type HistoryCode, HistoryError } from './error.ts'
export { type EraImportOptions, importEras } from './import-eras.ts'
export {
  importChain,
  type ImportOptions,
  type ImportProgress,
  type ImportResult,
  type ImportStore,
  type ImportSums,
} from './import.ts'
export {
  importRemoteEras,
  isUrl,
  listRemoteEras,
  type RemoteEra,
  type RemoteImportOptions,
} from './remote-eras.ts'
export { networks } from './networks.ts'
export { type Anchor, type Grounds } from './store/state.ts'
export { type Trust } from './store/writer.ts'
export { type Forkchoice } from './trust.ts'
export { type ChainIdentity } from './store/identity.ts'
export { type ProofJson, type Proofs } from './store/proofs.ts'
export { type StoredBlock, type StoredHeader } from './store/stored-block.ts'
export { type Head, type Snapshot } from './store/snapshot.ts'
export { openStore, type Store, type StoreOptions, type StoreReport } from './store/store.ts'
export { showUrl } from './request.ts'
export { proveHistory, type ProveOptions, type ProveProgress } from './prove.ts'
