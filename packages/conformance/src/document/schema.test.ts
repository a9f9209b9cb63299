import { document, type Schema } from '@lectern/spec'
import { expect, test } from 'vitest'
import { branchesOf, constantsOf, unfold } from './schema.ts'

const labels = (schema: Schema) => branchesOf(document, schema).map(({ label }) => label)
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

test('alternatives are unfolded through references, enums and booleans', () => {
  expect(labels(ref('BlockNumberOrTag'))).toEqual([
    'BlockNumber',
    'earliest',
    'latest',
    'safe',
    'finalized',
    'pending',
  ])
  expect(labels({ type: 'boolean' })).toEqual(['true', 'false'])
  expect(labels({ oneOf: [{ type: 'null' }, ref('Hash')] })).toEqual(['null', 'Hash'])
})

test('alternatives beside members are one shape', () => {
  expect(labels(ref('Receipt'))).toEqual(['Receipt'])
})

test('constants are distinguished from the rest', () => {
  expect(constantsOf(document, ref('BlockNumberOrTag'))).toEqual([
    'earliest',
    'latest',
    'safe',
    'finalized',
    'pending',
  ])
  expect(constantsOf(document, ref('Hash'))).toEqual([])
  expect(constantsOf(document, { const: '0x1' })).toEqual(['0x1'])
})

test('a reference that leads nowhere is an error with its name', () => {
  expect(() => unfold(document, ref('None'))).toThrow('There is no component #/components/schemas/None.')
})
