import { expect, test } from 'vitest'
import type { OpenRpc } from '../src/open-rpc.ts'
import { applyOverlay, type Action, type Overlay } from '../src/family/overlay.ts'
import { good, type Json } from '../test/good-document.ts'
import { lintOverlay } from './overlay.ts'

const nod = { type: 'boolean', description: 'Whether the greeter nods.' }
const schemas = '$.components.schemas'

const overlayOf = (...actions: Action[]): Overlay => ({
  overlay: '1.1.0',
  info: { title: 'Polite', version: '1.0.0' },
  extends: 'openrpc.json',
  actions,
})

/** The first finding of an overlay of the small document. */
const first = (overlay: unknown) => {
  const [found] = lintOverlay(overlay as Overlay, good() as OpenRpc, '1.0.0')
  return found && `${found.pointer} ${found.sentence} (${found.rule})`
}

const sound = overlayOf(
  { target: schemas, update: { Wave: {} } },
  { target: `${schemas}.Wave`, copy: `${schemas}.Bye` },
  {
    target: `${schemas}.Wave`,
    update: { title: 'A wave', required: ['nod'], properties: { kind: { const: 'wave' }, nod } },
  },
  { target: `${schemas}.Wave.required[?@ == 'to']`, remove: true },
  { target: `${schemas}.Greeting.oneOf`, update: { $ref: '#/components/schemas/Wave' } },
)

test('an overlay adds, copies, changes and removes, and leaves the document as it is', () => {
  const document = good() as OpenRpc
  expect(first(sound)).toBeUndefined()
  const { document: made, problems } = applyOverlay(document, sound)
  const { Bye, Wave, Greeting } = made.components.schemas
  expect(problems).toEqual([])
  expect(Wave).toMatchObject({
    ...Bye,
    title: 'A wave',
    required: ['kind', 'nod'],
    properties: expect.anything(),
  })
  expect(Wave!.properties).toEqual({
    ...Bye!.properties,
    kind: { ...Bye!.properties!['kind'], const: 'wave' },
    nod,
  })
  expect(Greeting!.oneOf!.at(-1)).toEqual({ $ref: '#/components/schemas/Wave' })
  expect(document).toEqual(good())
})

const soundWith = (changes: object): Json => ({ ...sound, ...changes })

test.each<[name: string, overlay: Json, finding: string]>([
  ['nothing', null, '#/overlay is undefined, not "1.1.0". (overlay-form)'],
  [
    'another specification',
    soundWith({ overlay: '2.0.0' }),
    '#/overlay is "2.0.0", not "1.1.0". (overlay-form)',
  ],
  [
    'another document',
    soundWith({ extends: 'a.json' }),
    '#/extends is "a.json", not "openrpc.json". (overlay-form)',
  ],
  ['no title', soundWith({ info: { version: '1.0.0' } }), '#/info has no title. (overlay-form)'],
  [
    'another version',
    soundWith({ info: { title: 'x', version: '2.0.0' } }),
    '#/info/version is "2.0.0", but packages/spec/package.json has "1.0.0". (overlay-form)',
  ],
  ['no actions', soundWith({ actions: [] }), '#/actions has no action. (overlay-form)'],
  [
    'an action without a target',
    soundWith({ actions: [{ remove: true }] }),
    '#/actions/0 must have a path such as $.components.schemas.Block.properties. (overlay-form)',
  ],
  [
    'a target of methods',
    overlayOf({ target: '$.methods', remove: true }),
    '#/actions/0 must have a path such as',
  ],
  [
    'a copy from methods',
    overlayOf({ target: schemas, copy: '$.methods' }),
    '#/actions/0 must have a path such as',
  ],
  [
    'an action that does nothing',
    overlayOf({ target: schemas }),
    '#/actions/0 must have one of update, copy and remove. (overlay-form)',
  ],
  [
    'an action that does two things',
    overlayOf({ target: schemas, update: {}, remove: true }),
    '#/actions/0 must have one of update, copy and remove. (overlay-form)',
  ],
  [
    'a target that does not exist',
    overlayOf({ target: `${schemas}.By.properties`, update: { nod } }),
    '#/actions/0 has the target $.components.schemas.By.properties, which does not exist. (overlay-target)',
  ],
  [
    'an inherited target',
    overlayOf({ target: `${schemas}.constructor`, remove: true }),
    '#/actions/0 has the target $.components.schemas.constructor, which does not exist. (overlay-target)',
  ],
  [
    'an item that does not exist',
    overlayOf({ target: `${schemas}.Bye.required[?@ == 'nod']`, remove: true }),
    `#/actions/0 has the target $.components.schemas.Bye.required[?@ == 'nod'], which does not exist. (overlay-target)`,
  ],
  [
    'a copy of nothing',
    overlayOf({ target: `${schemas}.Bye`, copy: `${schemas}.By` }),
    '#/actions/0 copies $.components.schemas.By, which does not exist. (overlay-target)',
  ],
  [
    'a component that exists',
    overlayOf({ target: schemas, update: { Bye: { title: 'x' } } }),
    '#/actions/0 adds Bye, which exists; its target must be $.components.schemas.Bye. (overlay-target)',
  ],
  [
    'a list for an object',
    overlayOf({ target: `${schemas}.Bye.properties`, update: [] }),
    '#/actions/0 cannot be merged into $.components.schemas.Bye.properties: a list into an object. (overlay-target)',
  ],
  [
    'a $ref into nothing',
    overlayOf({ target: `${schemas}.Greeting.oneOf`, update: { $ref: '#/components/schemas/Wave' } }),
    '#/components/schemas/Greeting/oneOf/2 refers to "#/components/schemas/Wave", which does not exist. (ref-known)',
  ],
  [
    'an override of a member that does not exist',
    overlayOf({ target: `${schemas}.Bye.properties`, update: { form: { description: 'x' } } }),
    '#/components/schemas/Bye/properties/form has no type. (schema-typed)',
  ],
  [
    'a member without a description',
    overlayOf({ target: `${schemas}.Bye.properties`, update: { nod: { type: 'boolean' } } }),
    '#/components/schemas/Bye/properties/nod has no description. (member-texts)',
  ],
  [
    'a component that is used nowhere',
    overlayOf(...sound.actions.slice(0, 4)),
    '#/components/schemas/Wave is used nowhere. (component-used)',
  ],
])('an overlay with %s is refused', (_, overlay, finding) => {
  expect(first(overlay)?.slice(0, finding.length)).toBe(finding)
})
