import { document, methods, type MethodName, type Methods } from '@lectern/spec'
import { params as checks, type Issue } from '@lectern/spec/validators'

/** How one method's parameters are checked and how it is run. */
export interface Routine {
  /** The method: this very string is found by others faster than the one that a client wrote. */
  readonly name: string
  check(params: unknown): Issue | undefined
  run(source: Methods, params: unknown): unknown
}

/** Every method that is served, by its exact name: a Map, so that `constructor` and `__proto__` are not in it. */
export const routines: ReadonlyMap<string, Routine> = new Map<string, Routine>([
  ...(Object.keys(methods) as MethodName[]).map((name): [string, Routine] => [name, toRoutine(name)]),
  ['rpc.discover', { name: 'rpc.discover', check: checkEmpty, run: () => discovery }],
])

function toRoutine(name: MethodName): Routine {
  return {
    name,
    check: checks[name],
    run(source, params) {
      const handler = source[name] as (...params: unknown[]) => unknown
      return handler.apply(source, params as unknown[])
    },
  }
}

const discovery: Uint8Array = new TextEncoder().encode(JSON.stringify(document))

function checkEmpty(params: unknown): Issue | undefined {
  return Object.keys(params as object).length === 0 ? undefined : { path: '', message: 'must be empty' }
}
