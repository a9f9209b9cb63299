import { equalBytes, isZero } from '../bytes.ts'
import { refuse } from '../error.ts'
import { PAYLOAD_INDEX } from '../network/forks.ts'
import { forkAt, type Network } from '../network/network.ts'
import { isBranch } from '../ssz/merkle.ts'
import { type BeaconHeader, beaconHeader, type LightClientHeader, payloadHeaders } from './objects.ts'

/** Returns the 32-byte root of a beacon block. */
export function beaconRoot(header: BeaconHeader): Uint8Array {
  return beaconHeader.root(header)
}

/** The execution block that a header proves. */
export interface ExecutionBlock {
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** Undefined from Gloas on, where a header has the hash alone. */
  readonly number: bigint | undefined
}

/** Returns the execution block that a light client header proves: from Gloas on, the parent of its payload. Undefined before Capella. */
export function executionBlock({
  execution,
  executionBlockHash,
}: LightClientHeader): ExecutionBlock | undefined {
  const hash = execution?.blockHash ?? executionBlockHash
  return hash && !isZero(hash) ? { hash, number: execution?.blockNumber } : undefined
}

/** Throws ConsensusError `executionBranch` unless the execution block of a header is in its beacon block. */
export function checkExecution(network: Network, header: LightClientHeader, name: string): void {
  if (isExecutionProven(network, header)) return
  refuse(
    'executionBranch',
    `The execution block of the ${name} header of slot ${header.beacon.slot} is not in its beacon block.`,
  )
}

/** Decides by the fork of the header's slot: an object of a later fork may have it too (consensus-specs, is_valid_light_client_header). */
function isExecutionProven(network: Network, header: LightClientHeader): boolean {
  const { beacon, execution, executionBlockHash, executionBranch: branch = [] } = header
  const fork = forkAt(network, beacon.slot)
  const hasExecution = fork.execution !== 'none'
  if (executionBlockHash)
    return hasExecution
      ? isBranch(executionBlockHash, branch, fork.blockHash!, beacon.bodyRoot)
      : isZero(executionBlockHash) && branch.every(isZero)
  if (!execution) return !hasExecution
  const type = payloadHeaders.blobPayload
  const whole = {
    ...execution,
    blobGasUsed: execution.blobGasUsed ?? 0n,
    excessBlobGas: execution.excessBlobGas ?? 0n,
  }
  if (fork.execution === 'none')
    return equalBytes(type.encode(whole), type.encode(type.empty())) && branch.every(isZero)
  if (fork.execution === 'payload' && whole.blobGasUsed + whole.excessBlobGas > 0n) return false
  const root = payloadHeaders[fork.execution === 'payload' ? 'payload' : 'blobPayload'].root(whole)
  return isBranch(root, branch, PAYLOAD_INDEX, beacon.bodyRoot)
}
