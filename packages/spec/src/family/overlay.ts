import type { OpenRpc } from '../open-rpc.ts'

/** An Overlay, by the Overlay Specification 1.1.0: what a family's document has other than openrpc.json. */
export interface Overlay {
  readonly overlay: string
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly extends: string
  readonly actions: readonly Action[]
}

/** A change of one value, at a JSONPath of names; `[?@ == 'text']` is a text of a list. */
export interface Action {
  readonly target: string
  readonly description?: string
  readonly update?: unknown
  readonly copy?: string
  readonly remove?: boolean
}

/** The JSONPaths that actions may have. */
export const targetPath: RegExp = /^\$\.components\.schemas(\.\w+)*(\[\?@ == '\w+'\])?$/

/** A document with an overlay applied, and a sentence for each action that cannot be applied. */
export interface Overlaid {
  readonly document: OpenRpc
  readonly problems: readonly [pointer: string, sentence: string][]
}

/** Applies an overlay to a document, which is not changed. */
export function applyOverlay(document: OpenRpc, { actions }: Pick<Overlay, 'actions'>): Overlaid {
  const copy = structuredClone(document)
  const problems = actions.flatMap((action, index): [string, string][] => {
    const sentence = applyAction(copy, action)
    return sentence === undefined ? [] : [[`#/actions/${index}`, sentence]]
  })
  return { document: copy, problems }
}

function applyAction(document: OpenRpc, { target, update, copy, remove }: Action): string | undefined {
  const [at, from] = [find(document, target), copy === undefined ? undefined : find(document, copy)]
  if (!at) return `has the target ${target}, which does not exist.`
  if (copy !== undefined && !from) return `copies ${copy}, which does not exist.`
  const { parent, key } = at
  if (remove) {
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else delete parent[key]
    return undefined
  }
  const known =
    target === '$.components.schemas' && Object.keys(Object(update)).find((name) => name in parent[key])
  if (known) return `adds ${known}, which exists; its target must be ${target}.${known}.`
  try {
    parent[key] = merge(parent[key], structuredClone(from ? from.parent[from.key] : update))
    return undefined
  } catch (error) {
    return `cannot be merged into ${target}: ${(error as Error).message}.`
  }
}

/** The object or list that has a value, and its key there. */
interface Place {
  readonly parent: any // oxlint-disable-line typescript/no-explicit-any -- any JSON
  readonly key: string | number
}

function find(document: OpenRpc, path: string): Place | undefined {
  let place: Place = { parent: { document }, key: 'document' }
  for (const step of path.match(/\w+/g) ?? []) {
    const parent = place.parent[place.key]
    const key = Array.isArray(parent) ? parent.indexOf(step) : step
    if (!Object.hasOwn(Object(parent), key)) return undefined
    place = { parent, key }
  }
  return place
}

/** Merges as the specification says: members of objects, items of lists; another scalar replaces one. */
function merge(target: unknown, source: unknown): unknown {
  if (Array.isArray(target)) return [...target, ...(Array.isArray(source) ? source : [source])]
  if (kindOf(target) !== kindOf(source)) throw new TypeError(`${kindOf(source)} into ${kindOf(target)}`)
  if (!isObject(target)) return source
  const members = Object.entries(source as object).map(([key, value]) => [
    key,
    Object.hasOwn(target, key) ? merge(target[key], value) : value,
  ])
  return { ...target, ...Object.fromEntries(members) }
}

const isObject = (value: unknown): value is Record<string, unknown> => kindOf(value) === 'an object'

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'a list' : typeof value === 'object' && value !== null ? 'an object' : 'a scalar'
