import { ClientError } from '@lectern/client'
import { agreement, headerChain } from '@lectern/client/verify'
import { listen } from './thread.ts'

// The thread of proofs. Trust in the beacon chain has another thread, beacon-worker.ts, with twice the bytes.

listen((choice) => {
  if (choice.kind === 'nodes') return agreement(choice.urls)
  if (choice.kind !== 'block') return undefined
  const { number, hash } = choice
  if (!/^\d+$/.test(number)) throw new ClientError('INVALID_OPTION', `“${number}” is no block number.`)
  return headerChain({ number: Number(number), hash })
})
