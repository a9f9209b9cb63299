import type { ContentDescriptor, Schema } from '../src/open-rpc.ts'

/** The parameters of a call by position as one schema of draft-07, which knows no empty list of items. */
export function paramsSchema(params: readonly ContentDescriptor[]): object {
  const items: Schema[] = params.map(({ schema }) => schema)
  const minItems = params.filter(({ required }) => required === true).length
  return items.length === 0
    ? { type: 'array', maxItems: 0 }
    : { type: 'array', items, minItems, additionalItems: false }
}
