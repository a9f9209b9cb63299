import { DFA, JS, NFA, Words } from 'refa'
import type { Schema } from '../src/open-rpc.ts'
import { matching } from '../src/schema.ts'

/** Exactly the strings that schemas of patterns, names and constants accept between them. */
export function languageOf(schemas: readonly Schema[]): DFA {
  const sources = schemas.flatMap(({ pattern, enum: names, const: name }) => {
    if (name !== undefined || names)
      return matching(names ?? [name!], pattern).map((text) => RegExp.escape(text))
    // The lint ensures that a pattern is anchored at both ends and nowhere else.
    return [pattern === undefined ? '[^]*' : pattern.slice(1, -1)]
  })
  if (sources.length === 0) return DFA.empty({ maxCharacter: 0xffff })
  const source = sources.map((text) => `(?:${text})`).join('|')
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags: '' }).parse()
  return DFA.fromFA(NFA.fromRegex(expression, { maxCharacter }))
}

/** A short string of one language that another one lacks, or undefined where it lacks none. */
export function stringOnlyIn(one: DFA, other: DFA): string | undefined {
  const rest = other.copy()
  rest.complement()
  for (const word of NFA.fromIntersection(one, rest).wordSets())
    return Words.fromUTF16ToString(word.map(({ ranges }) => ranges[0]?.min ?? 0))
  return undefined
}
