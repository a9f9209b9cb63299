import { ChainError, type RawBlock, verify } from '../src/index.ts'
import { config, parent } from './sample.ts'

/** The error that `verify` throws on a block of the sample's chain, or of another where the options say so. */
export function faultOf(
  raw: RawBlock,
  options: { readonly config?: unknown; readonly parent?: unknown } = {},
): ChainError {
  try {
    verify(raw, { config, parent, ...options } as never)
  } catch (error) {
    if (error instanceof ChainError) return error
    throw error
  }
  throw new Error('the block was accepted')
}
