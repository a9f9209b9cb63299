import type { Method } from '../src/open-rpc.ts'
import { locate } from './located.ts'
import { commonValues, samplesOf, type Difference, type Documents, type Pair, type Place } from './place.ts'
import { compareSchemas } from './schemas.ts'

/** How the parameters of a method differ, by their position: their number, their schemas, their names. */
export function* compareParams(
  documents: Documents,
  methods: Pair<Method>,
  pointers: Pair<string>,
): Generator<Difference> {
  const { old, new: young } = { old: methods.old.params, new: methods.new.params }
  const root = { kind: 'params', name: methods.new.name } as const
  const whole: Place = { root, direction: 'question', path: '', plant: (value) => [value] }
  const filled = (side: 'old' | 'new', count: number) =>
    methods[side].params.slice(0, count).map(({ schema }) => samplesOf(documents[side], schema)[0])
  // Where a parameter has moved, a call means something else at each place, and no value could show more than that.
  const names = [...compareNames(methods, `${pointers.new}/params`, whole)]
  if (names.some(({ rule }) => rule === 'params-moved')) return yield* names
  for (let index = 0; index < Math.max(old.length, young.length); index++) {
    const [was, is] = [old[index], young[index]]
    const pointer = `${is ? pointers.new : pointers.old}/params/${index}`
    if (was && is) {
      const at: Place = {
        ...whole,
        path: `/${index}`,
        plant: (value) => {
          const others = (side: 'old' | 'new') => filled(side, Infinity).with(index, value)
          const common = old
            .slice(0, young.length)
            .map(({ schema }, at) =>
              at === index ? value : commonValues(documents, { old: schema, new: young[at]!.schema })[0],
            )
          return [common, others('new'), others('old')]
        },
      }
      if (was.required !== is.required)
        yield is.required
          ? {
              rule: 'member-required',
              pointer,
              sentence: 'must be given now.',
              place: whole,
              values: [filled('old', index)],
            }
          : {
              rule: 'member-optional',
              pointer,
              sentence: 'may be left out now.',
              place: whole,
              values: [filled('new', index)],
            }
      yield* compareSchemas(
        documents,
        {
          old: locate(documents.old, was.schema, `${pointers.old}/params/${index}/schema`),
          new: locate(documents.new, is.schema, `${pointers.new}/params/${index}/schema`),
        },
        at,
      )
    } else if (is)
      yield is.required
        ? {
            rule: 'required-member-added',
            pointer,
            sentence: `is a new parameter that must be given: ${is.name}.`,
            place: whole,
            values: [filled('old', Infinity)],
          }
        : {
            rule: 'member-added',
            pointer,
            sentence: `is a new parameter: ${is.name}.`,
            place: whole,
            values: [filled('new', index + 1)],
          }
    else
      yield {
        rule: 'member-removed',
        pointer,
        sentence: `is a parameter no more: ${was!.name}.`,
        place: whole,
        values: [filled('old', index + 1)],
      }
  }
  yield* names
}

/** Names of parameters are only read by people; but the same names in another order mean that each value means something else. */
function* compareNames(
  { old, new: young }: Pair<Method>,
  pointer: string,
  place: Place,
): Generator<Difference> {
  const [was, is] = [old, young].map(({ params }) => params.map(({ name }) => name)) as [string[], string[]]
  for (const [index, name] of is.entries()) {
    const before = was[index]
    if (before === undefined || before === name) continue
    yield was.includes(name) || is.includes(before)
      ? {
          rule: 'params-moved',
          pointer: `${pointer}/${index}`,
          sentence: `was ${before}, and is ${name} now.`,
          place,
          values: [],
        }
      : {
          rule: 'param-renamed',
          pointer: `${pointer}/${index}`,
          sentence: `is called ${name} instead of ${before}.`,
          place,
          values: [],
        }
  }
}
