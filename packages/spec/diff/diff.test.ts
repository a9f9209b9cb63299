import { Ajv } from 'ajv'
import { expect, test, vi } from 'vitest'
import { document, type OpenRpc } from '../src/index.ts'
import { tolerant } from '../src/tolerant.ts'
import { replyCases } from '../test/reply-cases.ts'
import { block, transaction, type Editable } from '../test/cases.ts'
import { diffDocuments, DiffError, gradeOf, type Witness } from './diff.ts'
import { createChecker, paramsSchema } from './checker.ts'
import { callCases } from '../test/call-cases.ts'
import { findUnexplained } from './unexplained.ts'

const cases = [...replyCases, ...callCases]

const wrong = vi.hoisted(() => ({ rule: '' }))

vi.mock(import('./rules.ts'), async (original) => {
  const { ruleOf, ...rest } = await original()
  const row = { grade: 'minor', proof: 'allowed' } as const
  return { ...rest, ruleOf: (name, direction) => (name === wrong.rule ? row : ruleOf(name, direction)) }
})

function edited(edit: (document: Editable) => void): OpenRpc {
  const copy = structuredClone(document) as Editable
  edit(copy)
  return copy
}

/** Whether ajv accepts a witness by a document, as a second opinion. */
function ajvAccepts(document: OpenRpc, { kind, name, value }: Witness): boolean {
  const method = document.methods.find((each) => each.name === name)!
  const schema = kind === 'params' ? paramsSchema(method.params) : method.result.schema
  return new Ajv({ strict: false }).compile({ components: document.components, allOf: [schema] })(value)
}

test.each(cases)('$grade: $name', async ({ edit, grade, rule, pointer, witness }) => {
  const young = edited(edit)
  const changes = await diffDocuments(document, young)
  expect(gradeOf(changes)).toBe(grade)
  const change = changes.find((each) => each.rule === rule && each.pointer === pointer)
  expect(change, JSON.stringify(changes, null, 1)).toMatchObject({ grade })
  expect(change!.witness?.kind).toBe(witness?.[0])
  if (!witness) return
  expect(change!.witness!.issue).toMatch(witness[1])
  const { proof } = change!.witness!
  const [old, now] = proof.endsWith('tolerated') ? [tolerant(document), tolerant(young)] : [document, young]
  const accepted = proof === 'refused' || proof === 'untolerated'
  expect([ajvAccepts(old, change!.witness!), ajvAccepts(now, change!.witness!)]).toEqual([
    accepted,
    !accepted,
  ])
})

test('a document does not differ from itself', async () => {
  expect(await diffDocuments(document, structuredClone(document))).toEqual([])
})

test('several changes are each found, the gravest first', async () => {
  const young = edited((copy) => {
    for (const { edit } of cases.slice(0, 11)) edit(copy)
  })
  const changes = await diffDocuments(document, young)
  const grades = changes.map(({ grade }) => grade)
  expect(grades).toEqual(grades.toSorted()) // major, minor, patch
  for (const { rule, pointer } of cases.slice(0, 11))
    expect(changes).toContainEqual(expect.objectContaining({ rule, pointer }))
})

test('a parameter that changes its position means something else', async () => {
  const two = edited(({ methods }) =>
    methods[transaction].params.push({ ...methods[transaction].params[0], name: 'other' }),
  )
  const swapped = structuredClone(two) as Editable
  swapped.methods[transaction].params.reverse()
  expect(await diffDocuments(two, swapped)).toMatchObject([
    { rule: 'params-moved' },
    { rule: 'params-moved' },
  ])
})

test('parameters that change positions are reported by that alone, whatever they accept', async () => {
  const swapped = edited(({ methods }) => methods[block].params.push(methods[block].params.shift()))
  const changes = await diffDocuments(document, swapped)
  expect(changes.map(({ grade, rule, sentence }) => `${grade} ${rule}: ${sentence}`)).toEqual([
    'major params-moved: was block_number, and is now return_full_txns.',
    'major params-moved: was return_full_txns, and is now block_number.',
  ])
})

test('parameters that exchange what they accept, but not their names, are each shown by a call', async () => {
  const exchanged = edited(({ methods }) => {
    const [one, two] = methods[block].params
    ;[one.schema, two.schema] = [two.schema, one.schema]
  })
  const changes = await diffDocuments(document, exchanged)
  expect(gradeOf(changes)).toBe('major')
  const graded = changes.filter(({ grade }) => grade !== 'patch')
  const shown = graded.map(({ rule, witness }) => `${rule} ${witness?.issue.slice(0, 2)}`)
  expect(new Set(shown)).toEqual(
    new Set(['values-removed /0', 'values-removed /1', 'values-added /0', 'values-added /1']),
  )
})

test('a list with other items is still the list, and its items are compared', async () => {
  const other = edited(({ components }) => {
    components.schemas.MaybeHash = {
      title: 'Hash',
      description: 'Or none.',
      oneOf: [{ $ref: '#/components/schemas/Hash' }, { type: 'null' }],
    }
    components.schemas.Log.properties.topics.items.$ref = '#/components/schemas/MaybeHash'
  })
  expect(await diffDocuments(document, other)).toMatchObject([
    { grade: 'major', rule: 'values-added', pointer: '#/components/schemas/MaybeHash/oneOf/1' },
    { grade: 'minor', rule: 'name-added' },
  ])
})

test('methods, examples and links are compared by their names, not by their positions', async () => {
  const shuffled = edited(({ methods }) => {
    methods.push(methods.shift())
    methods[0].description = 'Another text.'
  })
  expect(await diffDocuments(document, shuffled)).toMatchObject([
    { grade: 'patch', rule: 'text', pointer: '#/methods/0/description' },
    { grade: 'patch', rule: 'form', pointer: '#/methods' },
  ])
  const examples = edited(({ methods }) => methods[block].examples.push(methods[block].examples.shift()))
  expect(await diffDocuments(document, examples)).toMatchObject([
    { grade: 'patch', rule: 'text', pointer: `#/methods/${block}/examples` },
  ])
})

test('a new member says whom it breaks all the same', async () => {
  const [change] = await diffDocuments(
    document,
    edited(cases.find(({ rule }) => rule === 'member-added')!.edit),
  )
  expect(change?.policy).toBe(
    "a client ignores members that it does not know; only its verifier at level 'full' refuses them, unless its members are 'tolerant'",
  )
})

test('a change that no value can show is refused, not graded', async () => {
  const barren = edited(({ components }) => {
    components.schemas.Odd = { title: 'Odd', description: 'Nowhere.', type: 'string', pattern: '^a*$' }
    const odds = {
      description: 'None.',
      type: 'array',
      items: { $ref: '#/components/schemas/Odd' },
      maxItems: 0,
    }
    components.schemas.Receipt.properties.odds = odds
  })
  const other = structuredClone(barren) as Editable
  other.components.schemas.Odd.pattern = '^b*$'
  await expect(diffDocuments(barren, other)).rejects.toThrow(
    new DiffError(
      '#/components/schemas/Odd no longer accepts "a". It is minor by values-removed, but no value was found that shows it.',
    ),
  )
})

const seen = cases.filter(({ rule, witness }) => witness && !rule.startsWith('tolerance'))

test.each(seen)('a comparison that overlooks a change is refused: $name', async ({ edit }) => {
  const documents = { old: document, new: edited(edit) }
  const checkers = { old: await createChecker(documents.old), new: await createChecker(documents.new) }
  expect(findUnexplained(documents, checkers, [])).toMatch(/: the documents disagree on .*, and no change/)
})

test('a grade that is too low for its witness is refused', async () => {
  wrong.rule = 'member-optional'
  await expect(
    diffDocuments(document, edited(cases.find(({ rule }) => rule === wrong.rule)!.edit)),
  ).rejects.toThrow(
    /logsBloom became optional\. It is minor by member-optional, but breaks a client: \/ must have/,
  )
  wrong.rule = ''
})
