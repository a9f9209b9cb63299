import type { Method } from '../src/open-rpc.ts'
import type { Difference, Documents, Place } from './place.ts'

/** How the errors of two documents differ: their codes, and which a method can answer with. */
export function* compareErrors({ old, new: young }: Documents): Generator<Difference> {
  const codes = { old: old.components.errors, new: young.components.errors }
  const place: Place = { root: { kind: 'schemas', name: '' }, direction: 'answer', path: '', plant: () => [] }
  for (const name of new Set([...Object.keys(codes.old), ...Object.keys(codes.new)])) {
    const [was, is] = [codes.old[name]?.code, codes.new[name]?.code]
    const pointer = `#/components/errors/${name}`
    if (was === is) continue
    if (was === undefined)
      yield { rule: 'name-added', pointer, sentence: `is a new error, ${is}.`, place, values: [] }
    else if (is === undefined)
      yield { rule: 'name-removed', pointer, sentence: `is an error no more, ${was}.`, place, values: [] }
    else
      yield {
        rule: 'error-code',
        pointer,
        sentence: `has the code ${is} instead of ${was}.`,
        place,
        values: [],
      }
  }
  for (const [index, method] of young.methods.entries()) {
    const before = old.methods.find(({ name }) => name === method.name)
    if (!before) continue
    const [was, is] = [before, method].map(namesOf) as [string[], string[]]
    const pointer = `#/methods/${index}/errors`
    for (const name of is.filter((each) => !was.includes(each)))
      yield { rule: 'error-added', pointer, sentence: `can be ${name} now.`, place, values: [] }
    for (const name of was.filter((each) => !is.includes(each)))
      yield { rule: 'error-removed', pointer, sentence: `is ${name} no more.`, place, values: [] }
  }
}

const namesOf = ({ errors }: Method) => errors.map(({ $ref }) => $ref.slice($ref.lastIndexOf('/') + 1))
