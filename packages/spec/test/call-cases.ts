import { block, schemas, transaction, type Case } from './cases.ts'

/** The changes of what clients send, for the comparison to find, one kind each. */
export const callCases: readonly Case[] = [
  {
    name: 'a pattern of a parameter that accepts less',
    edit: ({ components }) => (components.schemas.HashParameter.pattern = '^0x[0-9a-f]{64}$'),
    grade: 'major',
    rule: 'values-removed',
    pointer: `${schemas}/HashParameter`,
    witness: ['params', /^\/0 tx_hash must be 0x and 64 lower-case hex digits, not "0x/],
  },
  {
    name: 'a pattern of a parameter that accepts more',
    edit: ({ components }) => (components.schemas.BlockNumber.pattern = '^0x(0|[1-9a-f][0-9a-f]{0,63})$'),
    grade: 'minor',
    rule: 'values-added',
    pointer: `${schemas}/BlockNumberOrTag`,
    witness: ['params', /^\/0 block_number must be a hex quantity, or earliest, .*, not "0x/],
  },
  {
    name: 'a tag that a parameter accepts no longer',
    edit: ({ components }) => components.schemas.BlockTag.enum.pop(),
    grade: 'major',
    rule: 'values-removed',
    pointer: `${schemas}/BlockNumberOrTag`,
    witness: ['params', /^\/0 block_number must .* or earliest, latest, safe or finalized, not "pending"$/],
  },
  {
    name: 'a tag that a parameter accepts now',
    edit: ({ components }) => components.schemas.BlockTag.enum.push('proven'),
    grade: 'minor',
    rule: 'values-added',
    pointer: `${schemas}/BlockNumberOrTag`,
    witness: ['params', /^\/0 block_number must .* finalized or pending, not "proven"$/],
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
    witness: ['params', /^\/1 more must be true or false, and is missing$/],
  },
  {
    name: 'a parameter that may be given in addition',
    edit: ({ methods }) =>
      methods[transaction].params.push({ name: 'more', description: 'More.', schema: { type: 'boolean' } }),
    grade: 'minor',
    rule: 'member-added',
    pointer: `#/methods/${transaction}/params/1`,
    witness: ['params', /^\/ params must be an array of at most 1, not 2$/],
  },
  {
    name: 'a parameter that is accepted no longer',
    edit: ({ methods }) => methods[block].params.pop(),
    grade: 'major',
    rule: 'member-removed',
    pointer: `#/methods/${block}/params/1`,
    witness: ['params', /^\/ params must be an array of at most 1, not 2$/],
  },
  {
    name: 'a parameter that may be left out now',
    edit: ({ methods }) => delete methods[block].params[1].required,
    grade: 'minor',
    rule: 'member-optional',
    pointer: `#/methods/${block}/params/1`,
    witness: ['params', /^\/1 return_full_txns must be true or false, and is missing$/],
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
    witness: ['params', /^\/0 block_number must .*, not null$/],
  },
]
