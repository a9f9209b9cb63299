import { basename } from 'node:path'
import { toHex } from '@lectern/chain'
import { HistoryError } from '../error.ts'

/** The parts of an era file's name. */
export interface EraName {
  readonly format: 'era1' | 'ere'
  readonly network: string
  /** The first block's number over 8,192, rounded down. */
  readonly era: number
  /** 4 bytes as hex: of the accumulator's root (era1), or of the last block's hash (ere). */
  readonly short: string
}

/** The most blocks in an era file. */
export const ERA_BLOCKS = 8192

/** Reads `<network>-<era>-<short>.era1`, or `.ere` or `.erae` with its profiles (`-noproofs`); undefined for another name. */
export function readEraName(path: string): EraName | undefined {
  const [, network, era, short, profiles, ending] =
    /^([a-z0-9]+)-(\d{5,})-([0-9a-f]{8})((?:-[a-z]+)*)\.(era1|erae|ere)$/.exec(basename(path)) ?? []
  if (network === undefined || (ending === 'era1' && profiles !== '')) return undefined
  return { format: ending === 'era1' ? 'era1' : 'ere', network, era: Number(era), short: short! }
}

/** Returns the network in an era file's name, which must be of this era; undefined for another kind of name. */
export function checkEraName(
  { path, first }: { readonly path: string; readonly first: bigint },
  named: Uint8Array,
): string | undefined {
  const name = readEraName(path)
  if (name === undefined) return undefined
  const era = Number(first / BigInt(ERA_BLOCKS))
  const short = toHex(named.subarray(0, 4)).slice(2)
  if (name.era === era && name.short === short) return name.network
  throw new HistoryError(
    'archive',
    `${path}: the name says era ${name.era} and ${name.short}, but the file holds era ${era} and ${short}.`,
  )
}
