import { document } from '@lectern/spec'
import { piecesOf, shapesOf, type Piece } from '../src/shape.ts'
import type { Row } from './defects.ts'
import type { Json } from './mini-server.ts'

/** The object that a piece stands for in a copy of the result. */
const find = (result: Json, { path }: Piece): Json =>
  path
    .split('/')
    .slice(1)
    .reduce<Json>((value, key) => value[key], result)

/** A server whose objects of one shape are changed, wherever they stand in the results of one method. */
const spoil = (name: string, shape: string, edit: (object: Json, piece: Piece) => void): Row[2] => ({
  result: (method, result) => {
    if (method !== name || result === null) return result
    const { schema } = document.methods.find((each) => each.name === name)!.result
    for (const piece of piecesOf(document, schema, result))
      if (piece.shape === shape) edit(find(result, piece), piece)
    return result
  },
})

/** For each check of a member, a server that gives that member, and nothing else, as what it is not. */
export function schemaDefects(): Row[] {
  return document.methods.flatMap(({ name, result: { schema } }) => [
    [
      `a result of ${name} is a text`,
      `schema/${name}/result`,
      { result: (method, result) => (method === name && result !== null ? 'x' : result) },
    ] satisfies Row,
    ...shapesOf(document, schema).flatMap(({ name: shape, variants }): Row[] => {
      const keys = new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)))
      const row = (key: string, what: string, edit: (object: Json, piece: Piece) => void): Row => [
        `${what} in ${shape} of ${name}`,
        `schema/${name}/${shape}/${key}`,
        spoil(name, shape, edit),
      ]
      const members = [...keys].map((key) =>
        row(key, `${key} is a number`, (object, { variant }) => {
          if (variant && key in variant.properties!) object[key] = 7
        }),
      )
      const elsewhere = variants
        .flatMap(({ properties = {} }) => Object.entries(properties))
        .find(([, member]) => member['x-elsewhere']?.includes('absent'))
      return [
        ...members,
        row(
          'additionalProperties',
          'there is a member too many',
          (object) => void (object['confirmations'] = '0x1'),
        ),
        ...(variants.some(({ oneOf }) => oneOf)
          ? [
              row(
                'oneOf',
                'status and root are both there',
                (object) => void Object.assign(object, { status: '0x1', root: `0x${'00'.repeat(32)}` }),
              ),
            ]
          : []),
        ...(elsewhere
          ? [row('required', `${elsewhere[0]} is left out`, (object) => void delete object[elsewhere[0]])]
          : []),
      ]
    }),
  ])
}
