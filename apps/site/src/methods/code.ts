import { quoteShell } from '@lectern/conformance/text'

export interface Call {
  readonly url: string
  readonly method: string
  readonly params: readonly unknown[]
  /** Whether the client has no function of this name, and passes the call on as it is. */
  readonly isCompanion: boolean
}

export const languages = ['curl', 'TypeScript', 'viem'] as const

export type Language = (typeof languages)[number]

export const writeCode = (language: Language, call: Call): string => writers[language](call)

const writers: Readonly<Record<Language, (call: Call) => string>> = {
  curl: ({ url, method, params }) =>
    [
      `curl -s ${quoteShell(url)} \\`,
      "  -H 'content-type: application/json' \\",
      `  --data ${quoteShell(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))}`,
    ].join('\n'),
  TypeScript: ({ url, method, params, isCompanion }) =>
    [
      "import { createClient } from '@lectern/client'",
      ...(isCompanion ? ["import { toEip1193 } from '@lectern/client/eip1193'"] : []),
      '',
      ...(isCompanion
        ? [
            `const provider = toEip1193(createClient(${literal(url)}))`,
            ...request('provider', method, params),
          ]
        : [
            `const ethereum = createClient(${literal(url)})`,
            `const result = await ethereum${member(method)}(${params.map(literal).join(', ')})`,
          ]),
      'console.log(result)',
    ].join('\n'),
  viem: ({ url, method, params }) =>
    [
      "import { createPublicClient, http } from 'viem'",
      '',
      `const client = createPublicClient({ transport: http(${literal(url)}) })`,
      ...request('client', method, params),
      'console.log(result)',
    ].join('\n'),
}

/** A call through an EIP-1193 `request`. */
const request = (provider: string, method: string, params: readonly unknown[]): string[] => [
  `const result = await ${provider}.request({`,
  `  method: ${literal(method)},`,
  ...(params.length > 0 ? [`  params: [${params.map(literal).join(', ')}],`] : []),
  '})',
]

/** A value of JSON as TypeScript: a string in single quotes. */
const literal = (value: unknown): string =>
  typeof value === 'string'
    ? `'${JSON.stringify(value)
        .slice(1, -1)
        .replaceAll(String.raw`\"`, '"')
        .replaceAll("'", String.raw`\'`)}'`
    : (JSON.stringify(value) ?? 'undefined')

const member = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${literal(name)}]`)
