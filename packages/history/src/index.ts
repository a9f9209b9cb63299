export { type ChainIdentity } from './store/identity.ts'
export { type StoredBlock } from './store/stored-block.ts'
export {
  type Head,
  openStore,
  type Snapshot,
  type Store,
  type StoreOptions,
  type StoreReport,
} from './store/store.ts'
