import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { groups } from '../src/document/members.ts'

const lists = new Set([
  'transactions',
  'uncles',
  'withdrawals',
  'logs',
  'accessList',
  'authorizationList',
  'blobVersionedHashes',
])

test.each([
  ['block', ['Block']],
  ['tx', document.components.schemas['Transaction']!.oneOf!.map(({ $ref }) => $ref!.split('/').at(-1)!)],
  ['receipt', ['Receipt']],
] as const)('each member of the document has a place on the page of a %s', (kind, schemas) => {
  const shown = new Set(groups[kind].flatMap(({ rows }) => rows.map(([name]) => name)))
  for (const schema of schemas) {
    const members = Object.keys(document.components.schemas[schema]!.properties!)
    expect(
      members.filter((name) => !shown.has(name) && !lists.has(name)),
      schema,
    ).toEqual([])
  }
})
