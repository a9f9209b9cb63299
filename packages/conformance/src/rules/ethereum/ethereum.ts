import type { OpenRpc } from '@lectern/spec'
import type { Method } from '../../document/document.ts'
import { absentElsewhere } from '../../document/schema.ts'
import type { Sample, SampleOptions } from '../../sample/sample.ts'
import type { Check } from '../check.ts'
import { planAgreements } from './agreements.ts'
import { planExistence } from './existence.ts'
import { planGaps } from './gaps.ts'
import { planInvariants } from './invariants.ts'
import { planProofs } from './proofs/proofs.ts'

/** The checks that only Ethereum has. */
export interface EthereumChecks {
  readonly gaps: readonly Check[]
  /** Relations between responses. */
  readonly relations: readonly Check[]
  readonly proofs: readonly Check[]
}

/** The rules of Ethereum, for those of its methods that a document has; none for another document. */
export function planEthereum(
  document: OpenRpc,
  methods: readonly Method[],
  sample: Sample,
  options: SampleOptions,
): EthereumChecks {
  const known = methods.filter(({ isKnown }) => isKnown)
  const names = known.map(({ name }) => name)
  const optional = absentElsewhere(document)
  return {
    gaps: planGaps(document, known, sample, options),
    relations: [
      ...planInvariants(names, sample),
      ...planExistence(names),
      ...planAgreements(names, optional, sample),
    ],
    proofs: planProofs(names, optional, sample),
  }
}
