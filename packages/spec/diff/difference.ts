import type { OpenRpc } from '../src/open-rpc.ts'
import type { Root } from './checker.ts'
import type { Direction, RuleName } from './rules.ts'

/** One thing for both documents. */
export interface Pair<T> {
  readonly old: T
  readonly new: T
}

/** The same of both. */
export const bothOf = <T, U>({ old, new: young }: Pair<T>, make: (one: T) => U): Pair<U> => ({
  old: make(old),
  new: make(young),
})

/** The same two documents, everywhere in a comparison. */
export type Documents = Pair<OpenRpc>

/** Where a value is: in which parameters, result or component, and how a whole one is made around it. */
export interface Position {
  readonly root: Root
  readonly direction: Direction
  /** The path from the root; a star is any index of an array. */
  readonly path: string
  /** Whole values with this one at the position, valid everywhere else where that can be. */
  readonly embed: (value: unknown) => unknown[]
}

/** A difference of two documents, with values at its position that should show it. */
export interface Difference {
  readonly rule: RuleName
  /** A JSON pointer into the new document; into the old one for what was removed. */
  readonly pointer: string
  /** One sentence whose subject is the pointer. */
  readonly sentence: string
  readonly position: Position
  readonly values: readonly unknown[]
  /** The member whose absence or presence is the difference: an issue that shows it names it. */
  readonly key?: string
}

/** A difference; without values where none can show it. */
export function differ(
  rule: RuleName,
  pointer: string,
  sentence: string,
  position: Position,
  values: readonly unknown[] = [],
  key?: string,
): Difference {
  return { rule, pointer, sentence, position, values, ...(key !== undefined && { key }) }
}

/** The position at the root: of parameters, a result or a component; without a root of a change that no value shows. */
export const rootPosition = (direction: Direction, root?: Root): Position => ({
  root: root ?? { kind: 'schemas', name: '' },
  direction,
  path: '',
  embed: (value) => (root ? [value] : []),
})

/** The position of an object's member. Objects that have the member already are preferred, since others may not accept it. */
export function memberPosition(position: Position, key: string, objects: readonly unknown[]): Position {
  const having = objects.filter((object) => Object.hasOwn(object as object, key))
  const around = [...having, ...objects].slice(0, 2) as Record<string, unknown>[]
  return {
    ...position,
    path: `${position.path}/${key}`,
    embed: (value) => around.flatMap((object) => position.embed({ ...object, [key]: value })),
  }
}

/** The position of an array's items. */
export function itemPosition(position: Position, minItems: number, items: readonly unknown[]): Position {
  const others = Array.from({ length: Math.max(0, minItems - 1) }, (_, index) => items[index % items.length])
  return { ...position, path: `${position.path}/*`, embed: (value) => position.embed([value, ...others]) }
}

/** Whether one path leads to the other, or through it. */
export function overlaps(path: string, pattern: string): boolean {
  const other = pattern.split('/')
  return path
    .split('/')
    .every((part, at) => other[at] === undefined || other[at] === '*' || other[at] === part)
}
