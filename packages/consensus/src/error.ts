/** Why an object or proof is refused: how it is written, or the check that failed. */
export type Check =
  | 'ssz' // bytes that are not the encoding of a value
  | 'json' // JSON that is not an object of the beacon API
  | 'config' // a network's values
  | 'fork' // an object of a fork that is unknown, or that is not in force at its slot
  | 'checkpoint' // a bootstrap of another block
  | 'age' // a checkpoint that is too old to be trusted
  | 'committeeBranch' // the current sync committee is not in the state
  | 'executionBranch' // the execution block is not in the beacon block
  | 'participants' // too few signers
  | 'time' // slots out of order, or after now
  | 'period' // signed by a sync committee that is not known
  | 'irrelevant' // nothing newer than what is known
  | 'finalizedHeader' // a header without a branch
  | 'finalityBranch' // the finalized header is not in the attested state
  | 'nextCommittee' // not the next sync committee that is known
  | 'nextCommitteeBranch' // the next sync committee is not in the attested state
  | 'signature' // not signed by the participants
  | 'executionProof' // the execution block is not in the beacon block of a history proof
  | 'beaconProof' // the beacon block is not in the history of the chain
  | 'accumulatorProof' // the block is not in the accumulator of its era
  | 'slot' // a history proof of another kind than its slot has
  | 'unknownPeriod' // a history proof of a period whose root is not known
  | 'summaries' // summaries that are not in the state

/** The one error of this package. The message is a sentence with the value in it. */
export class ConsensusError extends Error {
  override readonly name = 'ConsensusError'
  /** The first check that failed. */
  readonly check: Check

  constructor(check: Check, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.check = check
  }
}

/** Refuses an object: throws a ConsensusError. */
export function refuse(check: Check, message: string): never {
  throw new ConsensusError(check, message)
}
