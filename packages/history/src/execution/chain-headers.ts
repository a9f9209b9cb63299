import { decodeHeader, hashHeader, type Header } from '@lectern/chain'
import { splitHeader } from '@lectern/chain/internal'
import { type FilePaths, readRlpFiles, type RlpFileOptions } from '../archive/rlp-file.ts'

/** The header of a block of a chain.rlp. */
export interface ChainHeader extends Pick<Header, 'number' | 'parentHash' | 'difficulty'> {
  readonly hash: Uint8Array
}

/** Reads the headers of a chain.rlp, without execution. Throws HistoryError `archive`, or ChainError for a malformed header. */
export async function* readChainHeaders(
  path: FilePaths,
  options?: RlpFileOptions,
): AsyncGenerator<ChainHeader> {
  for await (const { bytes } of readRlpFiles(path, options)) {
    const encoded = splitHeader(bytes)
    const { number, parentHash, difficulty } = decodeHeader(encoded)
    yield { number, parentHash, difficulty, hash: hashHeader(encoded) }
  }
}
