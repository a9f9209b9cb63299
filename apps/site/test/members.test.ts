import { document, type FamilyName } from '@lectern/spec'
import { documentOf, familySchemas } from '@lectern/spec/families'
import { expect, test } from 'vitest'
import { type DocumentKind, groups } from '../src/document/members.ts'

const lists = new Set([
  'transactions',
  'uncles',
  'withdrawals',
  'logs',
  'accessList',
  'authorizationList',
  'blobVersionedHashes',
])

const families = Object.keys(familySchemas) as FamilyName[]

test.each([
  ['Ethereum', document] as const,
  ...families.map((family) => [family, documentOf(family)] as const),
])('each member of the document of %s has a place on the page', (_, { components: { schemas } }) => {
  const types = schemas['Transaction']!.oneOf!.map(({ $ref }) => $ref!.split('/').at(-1)!)
  for (const [kind, names] of Object.entries({ block: ['Block'], tx: types, receipt: ['Receipt'] })) {
    const shown = new Set(groups[kind as DocumentKind].flatMap(({ rows }) => rows.map(([name]) => name)))
    for (const name of names) {
      const members = Object.keys(schemas[name]!.properties!)
      expect(
        members.filter((member) => !shown.has(member) && !lists.has(member)),
        name,
      ).toEqual([])
    }
  }
})
