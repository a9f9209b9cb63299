import type { OpenRpc, Schema } from '@lectern/spec'
import { fail, checkEach, skip, toCheck, type Check, type Finding, type Level } from '../check.ts'
import { familyDocument } from '../ethereum/families/family-document.ts'
import { show } from '../../document/json.ts'
import type { Method } from '../../document/document.ts'
import { areRequirements, get } from '../../document/canonical.ts'
import { isFoundElsewhere, unfold } from '../../document/schema.ts'
import { piecesOf, shapesOf, type Piece, type Shape } from '../../document/shape.ts'
import {
  checkAlternatives,
  checkMember,
  checkValue,
  describeIssue,
  type Issue,
} from '../../document/value-check.ts'
import type { Exchange } from '../../endpoint/exchange.ts'
import type { Session } from '../../endpoint/session.ts'
import type { Sampler } from '../../sample/sample.ts'

/** Returns the issues of one object, by the document of its chain's family. */
type Rule = (piece: Piece, full: OpenRpc) => (Issue & Pick<Finding, 'member' | 'tolerable'>)[]

/** Plans a check for each member of sampled results: its value (MUST, `x-elsewhere` is tolerated), its presence, and further members (SHOULD). */
export function planSchemas(methods: readonly Method[], sample: Sampler): Check[] {
  return methods.flatMap((method) => {
    if (method.isNotification) return []
    const key = {}
    const { document } = method
    const shapes = shapesOf(document, method.result)
    const judged = new Map(shapes.map((shape) => [shape.name, keysOf(shape)]))
    const isNullable = checkValue(document, method.result, null) === undefined
    const met = (session: Session) => session.once(key, () => meet(session))
    const meet = async (session: Session) => {
      const full = await familyDocument(document, session)
      const steps = (await sample(session)).steps.filter((step) => step.method.name === method.name)
      return [...new Set(steps.map(({ call }) => call))].flatMap(({ outcome, exchange }) => {
        const isAbsent = outcome.kind === 'result' && outcome.result === null && isNullable
        if (outcome.kind !== 'result' || isAbsent) return []
        const { result } = outcome
        const pieces = Map.groupBy(piecesOf(full, method.result, result), ({ shape }) => shape)
        return [{ result, exchange, pieces, full }]
      })
    }
    const sentence = `A result of ${method.name} is as the document says: ${kindOf(method.result)}.`
    const source = `openrpc.json${method.pointer}/result`
    const root = toCheck(`schema/${method.name}/result`, 'MUST', sentence, source, async (session) => {
      const results = await met(session)
      if (results.length === 0) return skip(`no result of ${method.name} was met`)
      return await checkEach(results, ({ result, exchange, pieces, full }) => {
        const issue =
          checkValue(full, method.result, result, { shallow: true }) ??
          checkRest(full, result, [...pieces.values()].flat())
        return issue && failWith(issue, exchange, result)
      })
    })
    /** Returns the issue of a result by keywords that no member has a check for; undefined if a member is wrong. */
    function checkRest(full: OpenRpc, result: unknown, pieces: readonly Piece[]): Issue | undefined {
      const issue = checkValue(full, method.result, result, { tolerant: true })
      const isMembers = ({ shape, variant, value }: Piece) =>
        !variant ||
        checkAlternatives(variant, value) ||
        Array.from(judged.get(shape) ?? []).some((key) =>
          checkMember(full, variant, key, value, { tolerant: true }),
        )
      return issue && !pieces.some(isMembers) ? issue : undefined
    }

    return [root, ...shapes.flatMap((shape) => rowsOf(shape))]

    function rowsOf(shape: Shape): Check[] {
      const source = `openrpc.json#/components/schemas/${shape.name}`
      const row = (name: string, level: Level, sentence: string, rule: Rule) =>
        toCheck(`schema/${method.name}/${shape.name}/${name}`, level, sentence, source, (session) =>
          checkPieces(session, shape, rule),
        )
      const members = Array.from(judged.get(shape.name)!, (key) => {
        const sentence = `The member ${key} of a ${shape.name} is as the document says: ${memberKind(shape, key)}.`
        return row(key, 'MUST', sentence, memberRule(document, shape, key))
      })
      const { name, variants } = shape
      const excludes = variants.some(({ oneOf }) => oneOf && areRequirements(oneOf))
      const misses = variants.some(({ properties = {} }) => Object.values(properties).some(isElsewhere))
      const exactlyOne = `A ${name} has exactly one of the members that exclude each other.`
      const each = `A ${name} has each member that the document gives it, and a value in it.`
      const noOther = `A ${name} has no member but the document's.`
      if (excludes) members.push(row('oneOf', 'MUST', exactlyOne, oneOfRule))
      if (misses) members.push(row('required', 'SHOULD', each, requiredRule))
      if (variants.some(isClosed)) members.push(row('additionalProperties', 'SHOULD', noOther, extraRule))
      return members
    }

    async function checkPieces(session: Session, shape: Shape, rule: Rule): Promise<Finding | undefined> {
      let seen = 0
      const finding = await checkEach(await met(session), ({ result, exchange, pieces: all, full }) => {
        const pieces = all.get(shape.name) ?? []
        seen += pieces.length
        return checkEach(pieces, (piece) =>
          checkEach(rule(piece, full), ({ path, message, ...more }) =>
            Object.assign(failWith({ path: piece.path + path, message }, exchange, result), more),
          ),
        )
      })
      return finding ?? (seen === 0 ? skip(`no ${shape.name} was met`) : undefined)
    }
  })
}

const keysOf = ({ variants }: Shape) =>
  new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)))

function failWith({ path, message }: Issue, exchange: Exchange, result: unknown): Finding {
  const actual = get(result, path)
  const difference = { path: `/result${path}`, ...(actual !== undefined && { actual }) }
  return fail(describeIssue({ path, message }), exchange, [difference])
}

function memberRule(document: OpenRpc, shape: Shape, key: string): Rule {
  const { variants } = shape
  const isType = memberKind(shape, key) === 'TransactionType'
  const kinds = variants.flatMap(({ properties = {} }) => {
    const member = properties[key] && unfold(document, properties[key])
    return member?.const === undefined ? [] : [member.const]
  })
  return ({ value, variant }, full) => {
    if (variant) {
      const issue = checkMember(full, variant, key, value, { tolerant: true, shallow: true })
      // A receipt is of any type, so a rollup's does not make it an object of an unknown kind.
      const isOther = isType && isTypeNumber(value[key])
      return issue ? [{ ...issue, ...(isOther && { tolerable: true }) }] : []
    }
    if (full !== document && !Object.hasOwn(value, key)) return [] // as old nodes of other chains
    if (kinds.length === 0) return [] // of an object of an unknown kind nothing more can be said
    const message = `must be one of ${kinds.map((kind) => show(kind)).join(', ')}, not ${show(value[key])}`
    return [{ path: `/${key}`, message, tolerable: isTypeNumber(value[key]) }]
  }
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
    if (isMissed && !Object.hasOwn(value, member))
      return [{ path: '', message: `must have the member ${show(member)}`, member }]
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

/** The kinds of a member across the variants, e.g. `Address or null`. */
function memberKind({ variants }: Shape, key: string): string {
  const kinds = variants.flatMap(({ properties }) => (properties?.[key] ? kindsOf(properties[key]) : []))
  return [...new Set(kinds)].join(' or ')
}

const kindOf = (schema: Schema): string => kindsOf(schema).join(' or ')

function kindsOf({ $ref, allOf, oneOf, items, const: constant, type }: Schema): string[] {
  const ref = $ref ?? allOf?.[0]?.$ref
  if (ref !== undefined) return [ref.slice(ref.lastIndexOf('/') + 1)]
  if (oneOf) return oneOf.flatMap(kindsOf)
  if (items) return [`list of ${kindOf(items)}`]
  return [constant === undefined ? (type ?? 'value') : show(constant)]
}
