import { validateOpenRPCDocument } from '@open-rpc/schema-utils-js'
import type { Method, OpenRpc } from '../src/open-rpc.ts'
import type { Problem, Rules } from './rule.ts'

interface MetaError {
  readonly dataPath: string
  readonly message: string
}

const kinds: readonly string[] = ['schemas', 'errors']

/** OpenRPC's own meta-schema, through its reference tool; and the parts that all other rules take to be there. */
export const metaRules: Rules = {
  'open-rpc': (document) => {
    try {
      // It returns its errors, as a text with a list in it; it gets a copy, since it changes documents.
      const invalid = validateOpenRPCDocument(structuredClone(document) as never)
      if (invalid === true) return []
      const errors = JSON.parse(invalid.message.slice(invalid.message.indexOf('['))) as MetaError[]
      return errors.map(({ dataPath, message }) => [pointerOf(dataPath), `${message}.`])
    } catch (error) {
      return [['#', `cannot be read as OpenRPC: ${(error as Error).message}.`]] // it throws where it does not know the version
    }
  },
  'components-whole': (document) => {
    const found = Object.keys(document?.components ?? {})
    return [
      ...kinds
        .filter((kind) => !found.includes(kind))
        .map((kind): Problem => ['#/components', `has no ${kind}; where there are none, write {}.`]),
      ...found
        .filter((kind) => !kinds.includes(kind))
        .map((kind): Problem => [`#/components/${kind}`, 'is no kind that the generator knows.']),
    ]
  },
  'ref-position': (document) =>
    [...partsOf(document)]
      .filter(([, part]) => Object.hasOwn(Object(part), '$ref'))
      .map(([pointer]) => [pointer, 'is a $ref; only schemas and errors are written as components.']),
  'part-whole': (document) =>
    [...partsOf(document)].flatMap(([pointer, part]) =>
      (needs[/(\w+)\/\d+$/.exec(pointer)?.[1] ?? ''] ?? [])
        .filter((key) => !Object.hasOwn(Object(part), key) && !Object.hasOwn(Object(part), '$ref'))
        .map((key): Problem => [pointer, `has no ${key}.`]),
    ),
}

/** Members that are optional in OpenRPC, and that the rules and packages read. */
const needs: Readonly<Record<string, readonly string[]>> = {
  links: ['method', 'params'],
  examples: ['params', 'result'],
}

/** Methods, and what is in them but for errors. */
function* partsOf(document: OpenRpc): Generator<[pointer: string, part: unknown]> {
  for (const [index, method] of listOf<Method>(document?.methods)) {
    yield [`#/methods/${index}`, method]
    yield [`#/methods/${index}/result`, method.result]
    for (const key of ['params', 'links', 'examples', 'tags'] as const)
      for (const [at, item] of listOf(method[key])) yield [`#/methods/${index}/${key}/${at}`, item]
  }
}

const listOf = <T>(value: unknown): [number, T][] => (Array.isArray(value) ? [...value.entries()] : [])

/** `.methods[0]['a']` as a pointer. */
const pointerOf = (path: string) => ['#', ...path.split(/[.[\]']+/).filter((step) => step !== '')].join('/')
