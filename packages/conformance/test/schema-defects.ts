import { document } from '@lectern/spec'
import { piecesOf, shapesOf, type Piece, type Shape } from '../src/document/shape.ts'
import type { Row } from './defect.ts'
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

/** Returns a server for each check of a member: it returns that member alone with a wrong value. */
export function schemaDefects(): Row[] {
  return document.methods.flatMap(({ name, result: { schema } }) => {
    const isText = typeof schema.type === 'string' && schema.pattern === undefined // any text would do
    const root: Row = [
      `a result of ${name} is ${isText ? 'a number' : 'a text'}`,
      `schema/${name}/result`,
      { result: (method, result) => (method === name && result !== null ? (isText ? 7 : 'x') : result) },
    ]
    return [root].concat(shapesOf(document, schema).flatMap((shape) => shapeDefects(name, shape)))
  })
}

function shapeDefects(method: string, { name, variants }: Shape): Row[] {
  const row = (key: string, what: string, edit: (object: Json, piece: Piece) => void): Row => [
    `${what} in ${name} of ${method}`,
    `schema/${method}/${name}/${key}`,
    spoil(method, name, edit),
  ]
  const members = variants.flatMap(({ properties = {} }) => Object.entries(properties))
  const rows = [...new Map(members).keys()].map((key) =>
    row(key, `${key} is a number`, (object, { variant }) => {
      if (variant && key in variant.properties!) object[key] = 7
    }),
  )
  rows.push(
    row(
      'additionalProperties',
      'there is a member too many',
      (object) => void (object['confirmations'] = '0x1'),
    ),
  )
  const absent = members.find(([, member]) => member['x-elsewhere']?.includes('absent'))?.[0]
  if (absent !== undefined)
    rows.push(row('required', `${absent} is left out`, (object) => void delete object[absent]))
  const both = { status: '0x1', root: `0x${'00'.repeat(32)}` }
  if (variants.some(({ oneOf }) => oneOf))
    rows.push(row('oneOf', 'status and root are both there', (object) => void Object.assign(object, both)))
  return rows
}
