import { readRecorded, type RecordedBlock } from '@lectern/chain/testing'
import { describeCorpus } from '@lectern/fixtures'
import { document, type FamilyTypes, type OpDepositTransaction, type OpenRpc } from '@lectern/spec'
import { documentOf, familySchemas } from '@lectern/spec/families'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { createClient, strictShape, type Validate } from '../src/index.ts'
import { families, familyOf, familyShape, type ResultsOf } from '../src/verify/family/index.ts'

type Name = keyof FamilyTypes
const names = Object.keys(familySchemas) as Name[]

/** Validates a block, its transactions and receipts, as a client does. */
function validateAll(
  validate: Validate,
  { block, receipts }: Pick<RecordedBlock, 'block' | 'receipts'>,
): void {
  validate('eth_getBlockByNumber', block)
  for (const transaction of block['transactions'] as unknown[])
    validate('eth_getTransactionByHash', transaction)
  for (const receipt of receipts ?? []) validate('eth_getTransactionReceipt', receipt)
}

describeCorpus('l2', 'recorded blocks of other chains', (folder) => {
  // Old nodes wrote no type, or no yParity.
  const recorded = readRecorded(folder).filter(({ block }) =>
    (block['transactions'] as Record<string, unknown>[]).every(
      ({ type, yParity }) => type && (type !== '0x2' || yParity),
    ),
  )
  const shaped = recorded.flatMap((each) => {
    const { name } = familyOf(each.chainId) ?? families.unknown
    return name in familySchemas ? [[each.name, name as Name, each] as const] : []
  })

  test.each(shaped)('%s is valid by the document of %s', (_, name, each) => {
    validateAll(familyShape(name), each)
  })

  test.each(
    shaped.filter(([, , { block }]) => Number((block['transactions'] as { type: string }[])[0]!.type) > 4),
  )('%s is not valid by the document of Ethereum, and a type of %s not by others', (_, name, each) => {
    const others = names.filter((other) => other !== name).map(familyShape)
    for (const validate of [strictShape, ...others])
      expect(() => validateAll(validate, each)).toThrow(
        /^result\/transactions\/0\/type must be 0x0, 0x1, 0x2, 0x3(, 0x\w+)* or 0x\w+\.$/,
      )
  })

  test('a member of a family with another value is refused', () => {
    const each = recorded.find(({ name }) => name.includes('op-mainnet-154497277'))!
    const [deposit] = each.block['transactions'] as Record<string, unknown>[]
    const receipt = each.receipts!.at(-1)!
    const validate = familyShape('op')
    for (const [member, value] of [
      ['sourceHash', '0x1'],
      ['mint', '0x01'],
      ['isSystemTx', '0x1'],
    ] as const)
      expect(() => validate('eth_getTransactionByHash', { ...deposit, [member]: value })).toThrow(
        `result/${member} must`,
      )
    for (const [member, value] of [
      ['l1Fee', '1'],
      ['l1FeeScalar', '0x1'],
      ['depositNonce', null],
    ] as const)
      expect(() => validate('eth_getTransactionReceipt', { ...receipt, [member]: value })).toThrow(
        `result/${member} must`,
      )
    const { sourceHash: _, ...without } = deposit!
    expect(() => validate('eth_getTransactionByHash', without)).toThrow(
      'result must have the member "sourceHash".',
    )
  })
})

/** The members of blocks by a document. */
const membersOf = ({ components }: OpenRpc): string[] =>
  Object.keys(components.schemas['Block']?.properties ?? {})

describe.each(names)('the family %s', (name) => {
  const { header, sealedHeader, blockMembers = [] } = families[name]

  test('knows the members that its overlay adds to blocks', () => {
    const known = new Set([...membersOf(document), ...Object.keys(header)])
    const added = membersOf(documentOf(name)).filter((member) => !known.has(member))
    const own = Object.keys(sealedHeader ?? {}).filter((member) => !known.has(member))
    expect(added.toSorted()).toEqual([...blockMembers, ...own].toSorted())
  })

  test('has the transaction types of its overlay', () => {
    const { enum: types } = documentOf(name).components.schemas['TransactionType']!
    const known = Object.keys(families[name].transactions).map((type) => `0x${Number(type).toString(16)}`)
    expect(types).toEqual(expect.arrayContaining(known))
    expect(types!.filter((type) => Number(type) > 4 && !known.includes(type))).toEqual([])
  })
})

test('a client has the types of a family’s results', () => {
  const client = createClient<ResultsOf<'op'>>({ transport: 'http://127.0.0.1', validate: familyShape('op') })
  const read = async () => (await client.getBlock(1, { transactions: true }))!.transactions[0]!
  type Deposit = Extract<Awaited<ReturnType<typeof read>>, { type: '0x7e' }>
  expectTypeOf<Deposit>().toEqualTypeOf<OpDepositTransaction>()
})
