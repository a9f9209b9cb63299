// A rule breaks what the types forbid, so the small document is changed as plain JSON.
export type Json = any

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

/** An object of a kind, for somebody. */
export const object = (kind: string): Json => ({
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
