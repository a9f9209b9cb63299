import type { Method } from '../src/open-rpc.ts'
import { differ, rootPosition } from './difference.ts'
import type { Difference, Documents, Pair, Position } from './difference.ts'
import { commonValues, locate, samplesOf } from './located-schema.ts'
import { compareSchemas } from './schemas.ts'

/** How the parameters of a method differ, by their position: their number, their schemas, their names. */
export function* compareParams(
  documents: Documents,
  methods: Pair<Method>,
  pointers: Pair<string>,
): Generator<Difference> {
  const { old, new: young } = { old: methods.old.params, new: methods.new.params }
  const whole = rootPosition('call', { kind: 'params', name: methods.new.name })
  const filled = (side: 'old' | 'new', count?: number) =>
    methods[side].params
      .slice(0, count)
      .map(({ schema }) => samplesOf({ document: documents[side], schema })[0])
  // Where a parameter has moved, a call means something else at each index, and no value could show more than that.
  const names = [...compareNames(methods, `${pointers.new}/params`, whole)]
  if (names.some(({ rule }) => rule === 'params-moved')) return yield* names
  for (let index = 0; index < Math.max(old.length, young.length); index++) {
    const [was, is] = [old[index], young[index]]
    const pointer = `${is ? pointers.new : pointers.old}/params/${index}`
    if (was && is) {
      if (is.required && !was.required)
        yield differ('member-required', pointer, 'became required.', whole, [filled('old', index)])
      if (was.required && !is.required)
        yield differ('member-optional', pointer, 'became optional.', whole, [filled('new', index)])
      const located = (side: 'old' | 'new', { schema }: typeof is) =>
        locate(documents[side], schema, `${pointers[side]}/params/${index}/schema`)
      const schemas = { old: located('old', was), new: located('new', is) }
      yield* compareSchemas(schemas, { ...whole, path: `/${index}`, embed: around(index) })
    } else if (was) {
      const sentence = `parameter ${was.name} was removed.`
      yield differ('member-removed', pointer, sentence, whole, [filled('old', index + 1)])
    } else if (is?.required) {
      const sentence = `required parameter ${is.name} was added.`
      yield differ('required-member-added', pointer, sentence, whole, [filled('old')])
    } else if (is)
      yield differ('member-added', pointer, `parameter ${is.name} was added.`, whole, [
        filled('new', index + 1),
      ])
  }
  yield* names

  function around(index: number): Position['embed'] {
    return (value) => {
      const shared = old.slice(0, young.length).map(({ schema }, at) => ({
        old: { document: documents.old, schema },
        new: { document: documents.new, schema: young[at]!.schema },
      }))
      const common = shared.map((pair, at) => (at === index ? value : commonValues(pair)[0]))
      return [common, filled('new').with(index, value), filled('old').with(index, value)]
    }
  }
}

/** Compares names. A new name changes nothing for programs; the same names in another order change what each value means. */
function* compareNames(methods: Pair<Method>, pointer: string, position: Position): Generator<Difference> {
  const was = methods.old.params.map(({ name }) => name)
  const is = methods.new.params.map(({ name }) => name)
  for (const [index, name] of is.entries()) {
    const before = was[index]
    if (before === undefined || before === name) continue
    yield was.includes(name) || is.includes(before)
      ? differ('params-moved', `${pointer}/${index}`, `was ${before}, and is now ${name}.`, position)
      : differ('param-renamed', `${pointer}/${index}`, `was renamed from ${before} to ${name}.`, position)
  }
}
