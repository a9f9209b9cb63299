import { block, schemas, transaction, type Case } from './cases.ts'

/** The changes of what clients send, for the comparison to find, one kind each. */
export const callCases: readonly Case[] = [
  {
    name: 'a pattern of a parameter that accepts less',
    edit: ({ components }) => (components.schemas.HashParameter.pattern = '^0x[0-9a-f]{64}$'),
    grade: 'major',
    rule: 'values-removed',
    pointer: `${schemas}/HashParameter`,
    witness: ['params', /^\/0 must match pattern "\^0x\[0-9a-f\]\{64\}\$"/],
  },
  {
    name: 'a pattern of a parameter that accepts more',
    edit: ({ components }) => (components.schemas.BlockNumber.pattern = '^0x(0|[1-9a-f][0-9a-f]{0,63})$'),
    grade: 'minor',
    rule: 'values-added',
    pointer: `${schemas}/BlockNumberOrTag`,
    witness: ['params', /^\/0 must match pattern/],
  },
  {
    name: 'a tag that a parameter accepts no longer',
    edit: ({ components }) => components.schemas.BlockTag.enum.pop(),
    grade: 'major',
    rule: 'values-removed',
    pointer: `${schemas}/BlockNumberOrTag`,
    witness: ['params', /^\/0 must .* or must be one of "earliest", "finalized", "safe", "latest"$/],
  },
  {
    name: 'a tag that a parameter accepts now',
    edit: ({ components }) => components.schemas.BlockTag.enum.push('proven'),
    grade: 'minor',
    rule: 'values-added',
    pointer: `${schemas}/BlockNumberOrTag`,
    witness: ['params', /^\/0 must .*"pending"$/],
  },
  {
    name: 'a parameter that must be given in addition',
    edit: ({ methods }) =>
      methods[transaction].params.push({
        name: 'more',
        description: 'More.',
        required: true,
        schema: { type: 'boolean' },
      }),
    grade: 'major',
    rule: 'required-member-added',
    pointer: `#/methods/${transaction}/params/1`,
    witness: ['params', /^\/1 must be present: more$/],
  },
  {
    name: 'a parameter that may be given in addition',
    edit: ({ methods }) =>
      methods[transaction].params.push({ name: 'more', description: 'More.', schema: { type: 'boolean' } }),
    grade: 'minor',
    rule: 'member-added',
    pointer: `#/methods/${transaction}/params/1`,
    witness: ['params', /^\/ must have at most 1 items, has 2$/],
  },
  {
    name: 'a parameter that is accepted no longer',
    edit: ({ methods }) => methods[block].params.pop(),
    grade: 'major',
    rule: 'member-removed',
    pointer: `#/methods/${block}/params/1`,
    witness: ['params', /^\/ must have at most 1 items, has 2$/],
  },
  {
    name: 'a parameter that may be left out now',
    edit: ({ methods }) => delete methods[block].params[1].required,
    grade: 'minor',
    rule: 'member-optional',
    pointer: `#/methods/${block}/params/1`,
    witness: ['params', /^\/1 must be present: return_full_txns$/],
  },
  {
    name: 'a parameter with another name',
    edit: ({ methods }) => (methods[block].params[1].name = 'whole'),
    grade: 'minor',
    rule: 'param-renamed',
    pointer: `#/methods/${block}/params/1`,
  },
  {
    name: 'a kind of value that a parameter accepts now',
    edit: ({ components }) => components.schemas.BlockNumberOrTag.oneOf.push({ type: 'null' }),
    grade: 'minor',
    rule: 'values-added',
    pointer: `${schemas}/BlockNumberOrTag/oneOf/2`,
    witness: ['params', /^\/0 must/],
  },
]
