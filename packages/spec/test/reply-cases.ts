import { document } from '../src/index.ts'
import { block, receipt, schemas, type Case } from './cases.ts'

/** The changes of what clients receive, and of names and texts, one kind each. */
export const replyCases: readonly Case[] = [
  {
    name: 'a pattern of a result that accepts more',
    edit: ({ components }) => (components.schemas.Address.pattern = '^0x[0-9a-fA-F]{40}$'),
    grade: 'major',
    rule: 'values-added',
    pointer: `${schemas}/Address`,
    witness: ['results', /^\/\w+.* must be 0x and 40 lower-case hex digits$/],
  },
  {
    name: 'a pattern of a result that accepts less',
    edit: ({ components }) => (components.schemas.BlockNonce.pattern = '^0x0{16}$'),
    grade: 'minor',
    rule: 'values-removed',
    pointer: `${schemas}/BlockNonce`,
    witness: ['results', /^\/nonce must be a string of the form \^0x0\{16\}\$$/],
  },
  {
    name: 'a value that a result can have now',
    edit: ({ components }) => components.schemas.Status.enum.push('0x2'),
    grade: 'major',
    rule: 'values-added',
    pointer: `${schemas}/Status`,
    witness: ['results', /^\/status must be 0x0 or 0x1$/],
  },
  {
    name: 'a value that a result has no longer',
    edit: ({ components }) => components.schemas.Parity.enum.pop(),
    grade: 'minor',
    rule: 'values-removed',
    pointer: `${schemas}/Parity`,
    witness: ['results', /\/(v|yParity) must be 0x0$/],
  },
  {
    name: 'a member that a result may have now',
    edit: ({ components }) => (components.schemas.Receipt.properties.l1Fee = member('Quantity')),
    grade: 'minor',
    rule: 'member-added',
    pointer: `${schemas}/Receipt/properties/l1Fee`,
    witness: ['results', /^\/ must not have the member "l1Fee"$/],
  },
  {
    name: 'a member that a result must have now',
    edit: ({ components }) => {
      components.schemas.Log.properties.blockHeight = member('Quantity')
      components.schemas.Log.required.push('blockHeight')
    },
    grade: 'minor',
    rule: 'required-member-added',
    pointer: `${schemas}/Log/properties/blockHeight`,
    witness: ['results', /^\/logs\/0 must not have the member "blockHeight"$/],
  },
  {
    name: 'a required member that a result has no longer',
    edit: ({ components }) => {
      delete components.schemas.Log.properties.removed
      components.schemas.Log.required.splice(components.schemas.Log.required.indexOf('removed'), 1)
    },
    grade: 'major',
    rule: 'required-member-removed',
    pointer: `${schemas}/Log/properties/removed`,
    witness: ['results', /^\/logs\/0 must have the member "removed"$/],
  },
  {
    name: 'an optional member that a result has no longer',
    edit: ({ components }) => delete components.schemas.Receipt.properties.blobGasUsed,
    grade: 'major',
    rule: 'member-removed',
    pointer: `${schemas}/Receipt/properties/blobGasUsed`,
    witness: ['results', /^\/ must not have the member "blobGasUsed"$/],
  },
  {
    name: 'a member of a result that may be absent now',
    edit: ({ components }) =>
      components.schemas.Receipt.required.splice(components.schemas.Receipt.required.indexOf('logsBloom'), 1),
    grade: 'major',
    rule: 'member-optional',
    pointer: `${schemas}/Receipt/properties/logsBloom`,
    witness: ['results', /^\/ must have the member "logsBloom"$/],
  },
  {
    name: 'a member of a result that is always there now',
    edit: ({ components }) => components.schemas.Block.required.push('withdrawalsRoot'),
    grade: 'minor',
    rule: 'member-required',
    pointer: `${schemas}/Block/properties/withdrawalsRoot`,
    witness: ['results', /^\/ must have the member "withdrawalsRoot"$/],
  },
  {
    name: 'a result that may have both members or neither, where it had one of two',
    edit: ({ components }) => delete components.schemas.Receipt.oneOf,
    grade: 'major',
    rule: 'values-added',
    pointer: `${schemas}/Receipt`,
    witness: ['results', /^\/ must have exactly one of "status", "root"$/],
  },
  {
    name: 'a result that has one of two members, where it could have both or neither',
    edit: ({ components }) =>
      (components.schemas.Block.oneOf = [{ required: ['withdrawals'] }, { required: ['slotNumber'] }]),
    grade: 'minor',
    rule: 'values-removed',
    pointer: `${schemas}/Block`,
    witness: ['results', /^\/ must have exactly one of "withdrawals", "slotNumber"$/],
  },
  {
    name: 'a result with more items',
    edit: ({ components }) => (components.schemas.Log.properties.topics.maxItems = 5),
    grade: 'major',
    rule: 'values-added',
    pointer: `${schemas}/Log/properties/topics`,
    witness: ['results', /^\/logs\/0\/topics must have at most 4 items$/],
  },
  {
    name: 'a result with fewer items',
    edit: ({ components }) => (components.schemas.Log.properties.topics.maxItems = 3),
    grade: 'minor',
    rule: 'values-removed',
    pointer: `${schemas}/Log/properties/topics`,
    witness: ['results', /^\/logs\/0\/topics must have at most 3 items$/],
  },
  {
    name: 'a kind of transaction that a result can have now',
    edit: ({ components }) => {
      const { SetCodeTransaction, Transaction } = components.schemas
      const other = structuredClone(SetCodeTransaction)
      other.properties.type.const = '0x3f'
      components.schemas.OtherTransaction = other
      Transaction.oneOf.push({ $ref: `${schemas}/OtherTransaction` })
    },
    grade: 'major',
    rule: 'values-added',
    pointer: `${schemas}/OtherTransaction`,
    witness: ['results', /\/type must be 0x0, 0x1, 0x2, 0x3 or 0x4/],
  },
  {
    name: 'a kind of transaction that a result has no longer',
    edit: ({ components }) => components.schemas.Transaction.oneOf.splice(4, 1),
    grade: 'minor',
    rule: 'values-removed',
    pointer: `${schemas}/SetCodeTransaction`,
    witness: ['results', /\/type must be 0x0, 0x1, 0x2 or 0x3/],
  },
  {
    name: 'a result that is never null any more',
    edit: ({ methods }) => (methods[receipt].result.schema = { $ref: `${schemas}/Receipt` }),
    grade: 'minor',
    rule: 'values-removed',
    pointer: `#/methods/${receipt}/result/schema/oneOf/1`,
    witness: ['results', /^\/ must be an object$/],
  },
  {
    name: 'a member of a result that can be null now',
    edit: ({ components }) => {
      const { properties } = components.schemas.Receipt
      properties.from = {
        description: 'Null now and then.',
        oneOf: [{ $ref: `${schemas}/Address` }, { type: 'null' }],
      }
    },
    grade: 'major',
    rule: 'values-added',
    pointer: `${schemas}/Receipt/properties/from/oneOf/1`,
    witness: ['results', /^\/from must be 0x and 40 lower-case hex digits$/],
  },
  {
    name: 'a member that clients no longer accept where other nodes send null',
    edit: ({ components }) => delete components.schemas.LegacyTransaction.properties.blockHash['x-elsewhere'],
    grade: 'major',
    rule: 'tolerance-removed',
    pointer: `${schemas}/LegacyTransaction/properties/blockHash`,
    witness: ['results', /\/blockHash must be 0x and 64 lower-case hex digits$/],
  },
  {
    name: 'a member that clients accept now where other nodes send none',
    edit: ({ components }) => (components.schemas.Withdrawal.properties.amount['x-elsewhere'] = ['absent']),
    grade: 'minor',
    rule: 'tolerance-added',
    pointer: `${schemas}/Withdrawal/properties/amount`,
    witness: ['results', /^\/withdrawals\/0 must have the member "amount"$/],
  },
  {
    name: 'a new method',
    edit: ({ methods }) => methods.push({ ...structuredClone(methods[block]), name: 'eth_getBlockByHeight' }),
    grade: 'minor',
    rule: 'method-added',
    pointer: `#/methods/${document.methods.length}`,
  },
  {
    name: 'a method that is gone',
    edit: ({ methods }) => methods.splice(receipt, 1),
    grade: 'major',
    rule: 'method-removed',
    pointer: `#/methods/${receipt}`,
  },
  {
    name: 'a component with another name',
    edit: (document) =>
      Object.assign(
        document,
        JSON.parse(
          JSON.stringify(document).replaceAll(/"Withdrawal"|\/Withdrawal"/g, (text) =>
            text.replace('Withdrawal', 'Payment'),
          ),
        ),
      ),
    grade: 'major',
    rule: 'name-removed',
    pointer: `${schemas}/Withdrawal`,
  },
  {
    name: 'an error that a method can reply with now',
    edit: ({ methods }) =>
      methods[receipt].errors.push({ $ref: '#/components/errors/PrunedHistoryUnavailable' }),
    grade: 'minor',
    rule: 'error-added',
    pointer: `#/methods/${receipt}/errors`,
  },
  {
    name: 'an error with another code',
    edit: ({ components }) => (components.errors.PrunedHistoryUnavailable.code = 4445),
    grade: 'major',
    rule: 'error-code',
    pointer: '#/components/errors/PrunedHistoryUnavailable',
  },
  {
    name: 'another text',
    edit: ({ components }) => (components.schemas.Hash.description = 'Thirty-two bytes.'),
    grade: 'patch',
    rule: 'text',
    pointer: `${schemas}/Hash/description`,
  },
  {
    name: 'the same rule in another form',
    edit: ({ components }) => (components.schemas.Hash.pattern = '^0x[a-f0-9]{64}$'),
    grade: 'patch',
    rule: 'form',
    pointer: `${schemas}/Hash/pattern`,
  },
]

const member = (name: string) => ({ description: 'A member.', allOf: [{ $ref: `${schemas}/${name}` }] })
