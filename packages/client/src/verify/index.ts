export {
  type BeaconVoucher,
  type Voucher,
  type BlockName,
  type Ground,
  type Level,
  type Reason,
  type TriePath,
  type Report,
  type Unsupported,
} from './report.ts'
export { type Trust, type Verifier, verifier, type VerifierOptions } from './verifier.ts'
export { blobPrices } from './blobs.ts'
export { serverProofs, type ServerProofsOptions } from './server-proofs.ts'
export { agreement, headerChain, type HeaderChainOptions, trustedBlocks } from './trust.ts'
export type { BlobPrice, Derivers, Sender } from './members.ts'
export { type Inclusion, type Lookup, type Trace, tracePath } from './inclusion.ts'
export type { ProofFetcher } from './provers.ts'
