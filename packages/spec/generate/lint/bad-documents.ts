// A rule breaks what the types forbid, so the small document is changed as plain JSON.
type Json = any

/** A small document that no rule refuses. */
export const good = (): Json => ({
  openrpc: '1.3.2',
  info: { title: 'Greeter', version: '1.0.0', description: 'Greets.' },
  'x-extensions': [
    {
      openrpcExtension: '0.0.0-development',
      name: 'x-since',
      version: '1',
      restricted: [],
      schema: { type: 'string' },
    },
  ],
  methods: [
    {
      name: 'greet',
      summary: 'A greeting.',
      description: 'Gives a greeting for a name.',
      paramStructure: 'by-position',
      params: [
        {
          name: 'name',
          description: 'Whom to greet.',
          required: true,
          schema: { $ref: '#/components/schemas/Name' },
        },
        { name: 'loud', description: 'Whether to shout.', schema: { type: 'boolean' } },
      ],
      result: {
        name: 'greeting',
        schema: { oneOf: [{ $ref: '#/components/schemas/Greeting' }, { type: 'null' }] },
      },
      errors: [{ $ref: '#/components/errors/Mute' }],
      links: [{ name: 'again', method: 'greet', params: { name: '${result.to}' } }],
      examples: [
        {
          name: 'ann',
          params: [
            { name: 'name', value: 'ann' },
            { name: 'loud', value: true },
          ],
          result: { name: 'greeting', value: { kind: 'hello', to: 'ann' } },
        },
        {
          name: 'zed',
          params: [
            { name: 'name', value: 'zed' },
            { name: 'loud', value: true },
          ],
          result: { name: 'greeting', value: null },
        },
      ],
    },
  ],
  components: {
    schemas: {
      Name: {
        title: 'Name',
        description: 'Lower case letters.',
        type: 'string',
        pattern: '^[a-z]+$',
        'x-since': '1',
      },
      Hello: object('hello'),
      Bye: object('bye'),
      Greeting: {
        title: 'Greeting',
        description: 'One of two.',
        oneOf: [{ $ref: '#/components/schemas/Hello' }, { $ref: '#/components/schemas/Bye' }],
      },
    },
    errors: { Mute: { code: 1, message: 'Mute' } },
  },
})

const object = (kind: string) => ({
  title: kind,
  description: 'A word for somebody.',
  type: 'object',
  required: ['kind', 'to'],
  properties: {
    kind: { description: 'The word.', type: 'string', const: kind },
    to: { description: 'Somebody.', allOf: [{ $ref: '#/components/schemas/Name' }] },
  },
  additionalProperties: false,
})

/** For each rule: a change that breaks it, and what the rule says of it. */
// oxfmt-ignore
export const bad: readonly [rule: string, change: (document: Json) => void, finding: string][] = [
  ['open-rpc', (d) => delete d.openrpc, "# should have required property 'openrpc'."],
  ['open-rpc', (d) => (d.methods[0].titel = 'x'), '#/methods/0 should NOT have additional properties.'],
  ['open-rpc', (d) => (d.components.errors.Mute.code = 1.5), '#/components/errors/Mute/code should be integer.'],
  ['open-rpc', (d) => (d.components.schemas.Name.pattern = '^[a-z$'), '#/components/schemas/Name/pattern should match format "regex".'],
  ['ref-local', (d) => (d.components.schemas.Name.oneOf = [{ $ref: 'https://example.com/a.json' }]), '#/components/schemas/Name/oneOf/0 refers to "https://example.com/a.json", which is not in this document.'],
  ['ref-known', (d) => (d.methods[0].params[0].schema.$ref = '#/components/schemas/Nmae'), '#/methods/0/params/0/schema refers to "#/components/schemas/Nmae", which does not exist.'],
  ['ref-known', (d) => (d.methods[0].errors[0].$ref = '#/components/errors/Deaf'), '#/methods/0/errors/0 refers to "#/components/errors/Deaf", which does not exist.'],
  ['ref-alone', (d) => (d.methods[0].params[0].schema.title = 'Name'), '#/methods/0/params/0/schema has "title" beside $ref, which draft-07 ignores; write allOf: [{ "$ref": … }].'],
  ['ref-place', (d) => (d.methods[0].params[1] = { $ref: '#/components/contentDescriptors/Loud' }), '#/methods/0/params/1 is a $ref; only schemas and errors are written as components.'],
  ['ref-acyclic', (d) => (d.components.schemas.Name = { oneOf: [{ $ref: '#/components/schemas/Greeting' }] }), '#/components/schemas/Name refers to itself, by whatever way.'],
  ['method-unique', (d) => d.methods.push(d.methods[0]), '#/methods/1/name repeats the method "greet".'],
  ['method-name', (d) => (d.methods[0].name = 'rpc.greet'), '#/methods/0/name "rpc.greet" is not an identifier, or begins with "rpc.", which JSON-RPC reserves.'],
  ['param-unique', (d) => (d.methods[0].params[1].name = 'name'), '#/methods/0/params/1/name repeats the parameter "name".'],
  ['param-name', (d) => (d.methods[0].params[1].name = 'very loud'), '#/methods/0/params/1/name "very loud" is not an identifier.'],
  ['param-order', (d) => d.methods[0].params.push(d.methods[0].params.shift()), '#/methods/0/params/1 "name" is required, but comes after an optional parameter.'],
  ['component-name', (d) => (d.components.errors['Stage-fright'] = { code: 2, message: 'x' }), '#/components/errors/Stage-fright "Stage-fright" is not a name of letters and digits alone.'],
  ['component-used', (d) => (d.components.schemas.Rest = { ...d.components.schemas.Name }), '#/components/schemas/Rest is used nowhere.'],
  ['keyword-known', (d) => (d.components.schemas.Name.patern = '^a$'), '#/components/schemas/Name has the keyword "patern", which the generator does not know.'],
  ['keyword-known', (d) => (d.components.schemas.Hello.unevaluatedProperties = false), '#/components/schemas/Hello has the keyword "unevaluatedProperties", which is of JSON Schema 2020-12; the document is draft-07.'],
  ['extension-declared', (d) => (d.methods[0]['x-cost'] = 1), '#/methods/0 has "x-cost", which x-extensions does not declare.'],
  ['extension-declared', (d) => (d.components.schemas.Hello.properties.to['x-cost'] = 1), '#/components/schemas/Hello/properties/to has "x-cost", which x-extensions does not declare.'],
  ['schema-typed', (d) => delete d.components.schemas.Name.type, '#/components/schemas/Name has no type.'],
  ['schema-typed', (d) => (d.components.schemas.Name.type = 'integer'), '#/components/schemas/Name has the type "integer", which the generator does not know.'],
  ['array-items', (d) => (d.methods[0].params[1].schema = { type: 'array' }), '#/methods/0/params/1/schema is an array whose items are not a component.'],
  ['required-known', (d) => d.components.schemas.Hello.required.push('form'), '#/components/schemas/Hello requires "form", which is not among its properties.'],
  ['object-closed', (d) => delete d.components.schemas.Hello.additionalProperties, '#/components/schemas/Hello is an object without properties, or without additionalProperties: false.'],
  ['object-named', (d) => (d.components.schemas.Hello.properties.to = { ...object('hello') }), '#/components/schemas/Hello/properties/to is an object that is not a component, so it has no name.'],
  ['union-named', (d) => (d.methods[0].result.schema = d.components.schemas.Greeting), '#/methods/0/result/schema is a oneOf that is not a component; only [X, null] may stand inside.'],
  ['all-of-form', (d) => (d.methods[0].params[1].schema = { allOf: [{ type: 'boolean' }] }), '#/methods/0/params/1/schema has an allOf other than [{ "$ref" }] or [{ "$ref" }, { "properties" }].'],
  ['pattern-anchored', (d) => (d.components.schemas.Name.pattern = '^[a-z]+'), '#/components/schemas/Name has the pattern "^[a-z]+", which does not span the whole text.'],
  ['pattern-anchored', (d) => (d.components.schemas.Name.pattern = '^([a-z]|b)+|c$'), '#/components/schemas/Name has the pattern "^([a-z]|b)+|c$", which does not span the whole text.'],
  ['pattern-anchored', (d) => (d.components.schemas.Name.pattern = '^[a-z]+\\$'), '#/components/schemas/Name has the pattern "^[a-z]+\\$", which does not span the whole text.'],
  ['array-union-form', (d) => (d.components.schemas.Greeting = { oneOf: [{ type: 'array', items: { $ref: '#/components/schemas/Name' } }, { type: 'null' }] }), '#/components/schemas/Greeting is a oneOf of arrays other than: one with maxItems 0, one of strings, one of objects.'],
  ['union-told-apart', (d) => delete d.components.schemas.Bye.properties.kind.const, '#/components/schemas/Greeting is a oneOf of objects that no member with a const tells apart.'],
  ['version-equal', (d) => (d.info.version = '1.0.1'), '#/info/version is "1.0.1", but packages/spec/package.json has "1.0.0".'],
  ['method-result', (d) => delete d.methods[0].result, '#/methods/0 has no result.'],
  ['method-by-position', (d) => delete d.methods[0].paramStructure, '#/methods/0 is not "by-position", the only structure that the generator writes.'],
  ['method-texts', (d) => delete d.methods[0].description, '#/methods/0 has no description.'],
  ['param-texts', (d) => delete d.methods[0].params[1].description, '#/methods/0/params/1 has no description.'],
  ['info-texts', (d) => delete d.info.description, '#/info has no description.'],
  ['component-texts', (d) => delete d.components.schemas.Bye.title, '#/components/schemas/Bye has no title.'],
  ['member-texts', (d) => delete d.components.schemas.Bye.properties.to.description, '#/components/schemas/Bye/properties/to has no description.'],
  ['method-errors', (d) => delete d.methods[0].errors, '#/methods/0 names no errors.'],
  ['error-code-unique', (d) => (d.components.errors.Deaf = { code: 1, message: 'Deaf' }), '#/components/errors/Deaf repeats the code 1.'],
  ['error-code-free', (d) => (d.components.errors.Mute.code = -32500), '#/components/errors/Mute has the code -32500, which JSON-RPC 2.0 reserves.'],
  ['link-method', (d) => (d.methods[0].links[0].method = 'part'), '#/methods/0/links/0 leads to "part", which is not a method.'],
  ['link-param', (d) => (d.methods[0].links[0].params.nmae = 'x'), '#/methods/0/links/0 gives "nmae", which greet does not take.'],
  ['link-param', (d) => (d.methods[0].links[0].params = {}), '#/methods/0/links/0 does not give "name", which greet requires.'],
  ['quantity-everywhere', (d) => (quantityIn(d).Hello.properties.to.allOf[0].$ref = '#/components/schemas/Quantity'), '#/components/schemas/Greeting has "to" in branches that do not decode it alike, as quantity or otherwise.'],
  ['quantity-alone', (d) => quantityIn(d).Greeting.oneOf.push({ $ref: '#/components/schemas/Quantity' }), '#/components/schemas/Greeting is a oneOf of a quantity and of objects or arrays, which the decoders do not tell apart.'],
  ['quantity-kept', (d) => (quantityIn(d).Counted = { title: 'Counted', description: 'By number.', allOf: [{ $ref: '#/components/schemas/Hello' }, { properties: { to: { allOf: [{ $ref: '#/components/schemas/Quantity' }] } } }] }), '#/components/schemas/Counted/allOf/1/properties/to is a quantity here or in Hello, but not in both.'],
  ['extension-valid', (d) => (d.components.schemas.Name['x-since'] = 1), "#/components/schemas/Name/x-since breaks the extension's schema: must be string."],
  ['example-valid', (d) => (d.methods[0].examples[0].params[0].value = 'Ann'), '#/methods/0/examples/0/params/0/value breaks the schema: must match pattern "^[a-z]+$".'],
  ['example-valid', (d) => delete d.methods[0].examples[0].result.value.to, "#/methods/0/examples/0/result/value breaks the schema: must have required property 'to'."],
  ['example-complete', (d) => d.methods[0].examples[0].params.splice(0), '#/methods/0/examples/0 has 0 parameters, not 2.'],
  ['example-each-way', (d) => d.methods[0].examples.pop(), '#/methods/0/examples has no example whose result is null.'],
  ['link-leads', (d) => (d.methods[0].links[0].params.name = '${result.form}'), '#/methods/0/links/0/params/name gives no valid "name" from any example.'],
  ['one-of-disjoint', (d) => (d.components.schemas.Bye.properties.kind.const = 'hello'), '#/methods/0/result/schema has a value that not exactly one branch takes: {"kind":"hello",'],
]

function quantityIn({ components: { schemas } }: Json): Json {
  schemas.Quantity = { ...schemas.Name, pattern: '^[0-9]+$' }
  return schemas
}
