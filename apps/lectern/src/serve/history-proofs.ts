import { networks } from '@lectern/consensus'
import { type FindHistoryProof, openHistoryProofs, type Store } from '@lectern/history'
import type { ServeOptions } from '../config/serve-options.ts'
import { Failure } from '../failure.ts'
import type { Logger } from '../observe/log.ts'
import { createSummariesSource } from './summaries-source.ts'

/** The proofs of old blocks that the flags `--proofs.*` ask for. Throws Failure or HistoryError for a folder or a chain that cannot be used. */
export async function openProofs(
  store: Store,
  {
    'proofs.eras': folder,
    'proofs.headers': maxHeaders,
    'proofs.beacon': beacon,
  }: Pick<ServeOptions, 'proofs.eras' | 'proofs.headers' | 'proofs.beacon'>,
  log: Pick<Logger, 'warn'>,
): Promise<FindHistoryProof> {
  if (folder === undefined) {
    if (beacon !== undefined)
      throw new Failure(
        '--proofs.beacon needs a folder of .ere files with proofs: name it with --proofs.eras.',
      )
    return await openHistoryProofs({ store, maxHeaders })
  }
  const chainId = store.chain?.config.chainId
  const network = Object.values(networks).find((one) => one.chainId === chainId)
  if (!network)
    throw new Failure(
      `--proofs.eras is for the networks that are built in (${Object.keys(networks).join(', ')}), not for chain ${chainId ?? 'unknown'}.`,
    )
  const onError = (err: unknown) => log.warn({ err }, `${beacon} gave no historical summaries.`)
  const findState = beacon === undefined ? undefined : createSummariesSource(beacon, network, { onError })
  return await openHistoryProofs({
    store,
    maxHeaders,
    eras: { folder, network },
    ...(findState && { findState }),
  })
}
