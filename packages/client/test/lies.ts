import { everyAnswer, everyCompanionAnswer, type Answered } from '@lectern/fixtures/answers'

/** One answer with one thing changed. */
export interface Lie {
  readonly method: string
  readonly params: readonly unknown[]
  /** The right answer. */
  readonly truth: Json
  readonly lie: Json
  readonly kind: LieKind
  /** The kind of object that was changed. */
  readonly object: string
  /** Where, as a JSON pointer. */
  readonly path: string
}

/** The kinds of changes. */
export const lieKinds = ['null', 'dropped', 'flipped', 'neighbour', 'type', 'form', 'extra'] as const
/** The change of the member: null, left out, one bit or item, the next object's, another JSON type, another form, or one member more. */
export type LieKind = (typeof lieKinds)[number]

/** A JSON object. */
export type Json = { [member: string]: unknown }

/** Every true answer of the sample chain. */
export const truths: readonly Answered[] = await everyAnswer()

/** Every true answer of its helper methods about blocks. */
export const companionTruths: readonly Answered<unknown>[] = await everyCompanionAnswer()

/** The answers to change: one of each shape that a transaction, a receipt or a block of the sample chain has. */
export const chosen: readonly Answered[] = onePerShape(truths)

/** Every lie about these answers: each member of each object in them changed by each kind, one at a time. */
export function* liesAbout(answers: readonly Answered[] = chosen): Generator<Lie> {
  for (const { method, params, result } of answers) {
    const next = neighbourOf(method, params, result as Json)
    for (const { object, path, kind, change } of changes(objectName(method, params), '', result, next)) {
      const lie = structuredClone(result) as Json
      change(lie)
      yield { method, params, truth: result as Json, lie, kind, object, path }
    }
  }
}

interface Change {
  readonly object: string
  readonly path: string
  readonly kind: LieKind
  readonly change: (lie: Json) => void
}

function* changes(object: string, path: string, value: unknown, next: unknown): Generator<Change> {
  const names = path.split('/').slice(1)
  const holder = (lie: Json): Json => names.slice(0, -1).reduce<Json>((at, name) => at[name] as Json, lie)
  const last = names.at(-1)!
  const put = (kind: LieKind, other: unknown): Change => ({
    object,
    path,
    kind,
    change: (lie) => void (holder(lie)[last] = other),
  })
  if (path !== '') {
    if (value !== null) yield put('null', null)
    if (!/^\d+$/.test(last))
      yield { object, path, kind: 'dropped', change: (lie) => delete holder(lie)[last] }
    for (const other of flipped(value)) yield put('flipped', other)
    if (next !== undefined && JSON.stringify(next) !== JSON.stringify(value)) yield put('neighbour', next)
    for (const other of retyped(value)) yield put('type', other)
    for (const other of rewritten(value)) yield put('form', other)
  }
  if (Array.isArray(value)) {
    for (const [index, part] of value.entries())
      yield* changes(
        partName(object, last),
        `${path}/${index}`,
        part,
        (next as unknown[] | undefined)?.[index],
      )
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value))
      yield* changes(object, `${path}/${name}`, member, (next as Json | null | undefined)?.[name])
    const others = Object.entries(membersSeen.get(object) ?? {}).filter(([name]) => !(name in value))
    for (const [name, member] of [['l1Fee', '0x1'], ['extra', null], ...others] as [string, unknown][])
      yield {
        object,
        path: `${path}/${name}`,
        kind: 'extra',
        change: (lie) => void (names.reduce<Json>((at, name) => at[name] as Json, lie)[name] = member),
      }
  }
}

function flipped(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [!value]
  if (value === null) return [`0x${'11'.repeat(20)}`]
  if (Array.isArray(value)) return value.length > 0 ? [value.slice(0, -1), []] : [[`0x${'11'.repeat(32)}`]]
  if (typeof value !== 'string') return []
  if (value === '0x') return ['0x00']
  const flip = (at: number): string =>
    value.slice(0, at) + (Number.parseInt(value[at]!, 16) ^ 1).toString(16) + value.slice(at + 1)
  const middle = 2 + Math.floor((value.length - 2) / 2)
  return value.length > 8 ? [flip(value.length - 1), flip(middle)] : [flip(value.length - 1)]
}

function retyped(value: unknown): unknown[] {
  if (typeof value === 'string') return [Number(value), [value], { value }, true]
  if (typeof value === 'boolean') return [String(value), Number(value)]
  if (Array.isArray(value)) return [{ ...value }, '0x', value.length]
  return value === null ? ['', '0x', false, 0, []] : [Object.values(value as Json), JSON.stringify(value)]
}

/** The same value in upper case, with a zero before it, and without its 0x. */
export function rewritten(value: unknown): string[] {
  if (typeof value !== 'string') return []
  const digits = value.slice(2)
  return [`0x${digits.toUpperCase()}`, `0x0${digits}`, digits].filter((other) => other !== value)
}

/** The next answer of the same method and kind, whose values are as plausible as its own. */
function neighbourOf(method: string, params: readonly unknown[], result: Json): Json | undefined {
  const alike = truths.filter((each) => each.method === method && each.params[1] === params[1])
  const at = alike.findIndex((each) => each.result === result)
  return alike[(at + 1) % alike.length]?.result as Json | undefined
}

function objectName(method: string, params: readonly unknown[]): string {
  if (method === 'eth_getTransactionByHash') return 'transaction'
  if (method === 'eth_getTransactionReceipt') return 'receipt'
  return params[1] === true ? 'block, whole' : 'block, hashes'
}

const partNames: Readonly<Record<string, string>> = {
  accessList: 'access list entry',
  authorizationList: 'authorization',
  logs: 'log',
  withdrawals: 'withdrawal',
}
const partName = (object: string, list: string): string =>
  list === 'transactions' && object === 'block, whole' ? 'transaction' : (partNames[list] ?? object)

/** For each kind of object every member that one of them has, with a value, so that another can be given it. */
const membersSeen = new Map<string, Json>()
for (const { method, params, result } of truths) {
  const name = objectName(method, params)
  membersSeen.set(name, { ...(result as Json), ...membersSeen.get(name) })
}

function onePerShape(answers: readonly Answered[]): Answered[] {
  const shapes = new Map<string, Answered>()
  for (const answer of answers) {
    const shape = [answer.method, answer.params[1], shapeOf(answer.result)].join()
    if (!shapes.has(shape)) shapes.set(shape, answer)
  }
  return [...shapes.values()]
}

/** The members of an object, with the type of a transaction, whether a member is null, and whether a list is empty. */
function shapeOf(value: unknown): string {
  return Object.entries(value as Json)
    .map(([name, member]) => {
      if (name === 'type') return `${name}=${member as string}`
      if (member === null) return `${name}=null`
      return Array.isArray(member) ? `${name}:${Math.min(member.length, 1)}` : name
    })
    .join(' ')
}
