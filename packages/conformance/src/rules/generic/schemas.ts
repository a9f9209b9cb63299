import type { OpenRpc, Schema } from '@lectern/spec'
import { namedBy } from '@lectern/spec/arbitraries'
import { fail, checkEach, skip, toCheck, type Check, type Finding, type Level } from '../check.ts'
import { familyDocument } from '../ethereum/families/families.ts'
import { type Json, show } from '../../document/json.ts'
import type { Method } from '../../document/document.ts'
import { areRequirements, get } from '../../document/canonical.ts'
import { isFoundElsewhere, unfold } from '../../document/schema.ts'
import { piecesOf, shapesOf, type Piece, type Shape } from '../../document/shape.ts'
import { checkAlternatives, checkValue, describeIssue, type Issue } from '../../document/value-check.ts'
import type { Exchange } from '../../endpoint/exchange.ts'
import type { Session } from '../../endpoint/session.ts'
import type { Sampler } from '../../sample/sample.ts'

type Found = Issue & Pick<Finding, 'member' | 'tolerable'>

/** Returns the issues of one object, by the document of its chain's family; `all` are the objects of the result. */
type Rule = (piece: Piece, full: OpenRpc, all: readonly Piece[]) => Found[]

type Row = readonly [name: string, level: Level, sentence: string, rule: Rule]

/** Plans a check for each member of sampled results: its value (MUST, `x-elsewhere` is tolerated), its presence, and further members (SHOULD). */
export function planSchemas(methods: readonly Method[], sample: Sampler): Check[] {
  return methods.flatMap((method) => {
    if (method.isNotification) return []
    const { document, name, pointer } = method
    const rows = new Map(
      shapesOf(document, method.result).map((shape) => [shape.name, rowsOf(document, shape)]),
    )
    const isNullable = checkValue(document, method.result, null) === undefined
    const met = (session: Session) => session.once(rows, () => meet(session))
    const meet = async (session: Session) => {
      const full = await familyDocument(document, session)
      const steps = (await sample(session)).steps.filter((step) => step.method.name === name)
      return [...new Set(steps.map(({ call }) => call))].flatMap(({ outcome, exchange }) => {
        if (outcome.kind !== 'result' || (outcome.result === null && isNullable)) return []
        const { result } = outcome
        const all = piecesOf(full, method.result, result).filter(({ shape }) => rows.has(shape))
        const find = (shape: string, rule: Rule) =>
          all
            .filter((piece) => piece.shape === shape)
            .flatMap((piece) =>
              rule(piece, full, all).map((issue) => Object.assign(issue, { path: piece.path + issue.path })),
            )
        return [{ result, exchange, full, shapes: new Set(all.map(({ shape }) => shape)), find }]
      })
    }
    const sentence = `A result of ${name} is as the document says.`
    const source = `openrpc.json${pointer}/result`
    const root = toCheck(`schema/${name}/result`, 'MUST', sentence, source, async (session) => {
      const results = await met(session)
      if (results.length === 0) return skip(`no result of ${name} was met`)
      return await checkEach(results, ({ result, exchange, full, find }) => {
        const issue = checkValue(full, method.result, result, { tolerant: true })
        const isMembers = ([, level, , rule]: Row, shape: string) =>
          level === 'MUST' && find(shape, rule).length > 0
        const isOther =
          issue && rows.entries().some(([shape, own]) => own.some((row) => isMembers(row, shape)))
        return issue && !isOther ? failWith(issue, exchange, result) : undefined
      })
    })
    const others = Array.from(rows, ([shape, own]) =>
      own.map(([row, level, sentence, rule]) => {
        const source = `openrpc.json#/components/schemas/${shape}`
        return toCheck(`schema/${name}/${shape}/${row}`, level, sentence, source, async (session) => {
          const results = (await met(session)).filter(({ shapes }) => shapes.has(shape))
          if (results.length === 0) return skip(`no ${shape} was met`)
          return await checkEach(results, ({ result, exchange, find }) =>
            checkEach(find(shape, rule), (issue) => failWith(issue, exchange, result)),
          )
        })
      }),
    )
    return [root, ...others.flat()]
  })
}

function failWith({ path, message, ...more }: Found, exchange: Exchange, result: unknown): Finding {
  const actual = get(result, path)
  const difference = { path: `/result${path}`, ...(actual !== undefined && { actual }) }
  return { ...fail(describeIssue({ path, message }), exchange, [difference]), ...more }
}

function rowsOf(document: OpenRpc, shape: Shape): Row[] {
  const { name, variants } = shape
  const keys = new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)))
  const rows = Array.from(keys, (key): Row => {
    const sentence = `The member ${key} of a ${name} is as the document says.`
    return [key, 'MUST', sentence, memberRule(document, shape, key)]
  })
  const exactlyOne = `A ${name} has exactly one of the members that exclude each other.`
  const each = `A ${name} has each member that the document gives it, and a value in it.`
  const noOther = `A ${name} has no member but the document's.`
  if (variants.some(({ oneOf }) => oneOf && areRequirements(oneOf)))
    rows.push(['oneOf', 'MUST', exactlyOne, oneOfRule])
  if (variants.some(({ properties = {} }) => Object.values(properties).some(isElsewhere)))
    rows.push(['required', 'SHOULD', each, requiredRule])
  if (variants.some(isClosed)) rows.push(['additionalProperties', 'SHOULD', noOther, extraRule])
  return rows
}

function memberRule(document: OpenRpc, { variants }: Shape, key: string): Rule {
  const kinds = variants.flatMap(({ properties = {} }) => {
    const member = properties[key] && unfold(document, properties[key])
    return member?.const === undefined ? [] : [show(member.const)]
  })
  return ({ value, variant, path }, full, all) => {
    const isType = isTypeNumber(value[key])
    if (variant) {
      const issue = checkMember(full, variant, key, value)
      const at = `${path}${issue?.path}/`
      // An object within is judged by its own rows.
      if (!issue || all.some((inner) => inner.path.length > path.length && at.startsWith(`${inner.path}/`)))
        return []
      // A receipt is of any type, so a rollup's does not make it an object of an unknown kind.
      const isOther = isType && namedBy(variant.properties?.[key] ?? {}) === 'TransactionType'
      return [{ ...issue, ...(isOther && { tolerable: true }) }]
    }
    if (full !== document && !Object.hasOwn(value, key)) return [] // as old nodes of other chains
    if (kinds.length === 0) return [] // of an object of an unknown kind nothing more can be said
    const message = `must be one of ${kinds.join(', ')}, not ${show(value[key])}`
    return [{ path: `/${key}`, message, tolerable: isType }]
  }
}

const lacks = (member: string): Issue => ({ path: '', message: `must have the member ${show(member)}` })

/** Returns the issue of one member of an object, or of its absence; undefined if there is none. */
function checkMember(
  document: OpenRpc,
  { properties = {}, required = [] }: Schema,
  key: string,
  value: Json,
): Issue | undefined {
  const member = properties[key]
  if (!Object.hasOwn(value, key))
    return required.includes(key) && !isFoundElsewhere(member, 'absent') ? lacks(key) : undefined
  if (member === undefined || (value[key] === null && isFoundElsewhere(member, 'null'))) return undefined
  const issue = checkValue(document, member, value[key], { tolerant: true })
  return issue && { path: `/${key}${issue.path}`, message: issue.message }
}

/** Returns whether a value is one byte, as EIP-2718 has it, without a leading zero. */
export const isTypeNumber = (value: unknown): boolean =>
  typeof value === 'string' && /^0x[1-9a-f][0-9a-f]?$/.test(value)

const oneOfRule: Rule = ({ value, variant }) => {
  const issue = variant && checkAlternatives(variant, value)
  return issue ? [issue] : []
}

const requiredRule: Rule = ({ value, variant }) =>
  Object.entries(variant?.properties ?? {}).flatMap(([member, schema]) => {
    const isMissed = variant?.required?.includes(member) === true && isFoundElsewhere(schema, 'absent')
    if (isMissed && !Object.hasOwn(value, member)) return [{ ...lacks(member), member }]
    return isFoundElsewhere(schema, 'null') && value[member] === null
      ? [{ path: `/${member}`, message: 'must not be null', member }]
      : []
  })

const extraRule: Rule = ({ value, variant }) =>
  Object.keys(value)
    .filter((key) => variant && isClosed(variant) && !Object.hasOwn(variant.properties ?? {}, key))
    .map((key) => {
      return { path: `/${key}`, message: 'is no member of the document’s', member: key, tolerable: true }
    })

const isClosed = (schema: Schema) => schema.additionalProperties === false && !('patternProperties' in schema)

const isElsewhere = (member: Schema) => isFoundElsewhere(member, 'absent') || isFoundElsewhere(member, 'null')
