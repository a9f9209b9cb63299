import type { Finding } from '../rules/check.ts'
import type { Difference } from '../document/json.ts'
import { toCurl } from '../endpoint/curl.ts'
import type { Result } from './report.ts'
import type { Session } from '../endpoint/session.ts'

/** Limits of the exchanges in a report, so that hundreds of results fit one text of V8, which has at most 2^29 characters. */
export const limits: Readonly<Record<Limit, number>> = {
  /** Characters of one response, and of all responses of a run; of those beyond, `beyond` each. */
  response: 2 ** 20,
  responses: 2 ** 25,
  beyond: 2_000,
  reason: 10_000,
  /** Differences of one result, characters of their values in all, of a pointer, and levels of nesting. */
  differences: 100,
  values: 2 ** 16,
  pointer: 2_000,
  levels: 32,
}

type Limit = 'response' | 'responses' | 'beyond' | 'reason' | 'differences' | 'values' | 'pointer' | 'levels'

const key = {}

/** A finding as a result stores it: a long response is cut, with its length, as are long and deep values in its differences. */
export async function excerptFinding(
  { reason, differences, exchange, sent, identical }: Partial<Finding>,
  id: string,
  session: Session,
): Promise<Pick<Result, 'reason' | 'differences' | 'request' | 'response' | 'curl' | 'identical'>> {
  const asked = exchange ?? sent
  const room = await session.once(key, async () => ({ left: limits.responses }))
  return {
    ...(reason !== undefined && { reason: cut(reason, limits.reason) }),
    ...(differences && { differences: excerptDifferences(differences) }),
    ...(asked && { request: asked.request, curl: toCurl(asked, session.target, id) }),
    ...(exchange && { response: takeResponse(exchange.text, room) }),
    ...(identical !== undefined && { identical }),
  }
}

type Room = { left: number }

function takeResponse(text: string, room: Room): string {
  const response = cut(text, room.left > 0 ? limits.response : limits.beyond)
  room.left -= response.length
  return response
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text
  // A slice holds on to all of its text: what is parsed from a text does not.
  const begin = JSON.parse(JSON.stringify(text.slice(0, most))) as string
  return `${begin}… (${text.length} characters)`
}

function excerptDifferences(differences: readonly Difference[]): Difference[] {
  const room = { left: limits.values }
  const shown = differences.filter(({ path }) => path.length <= limits.pointer).slice(0, limits.differences)
  return shown.map(({ path, ...sides }) => {
    const values = Object.entries<unknown>(sides).map(([side, value]) => [side, excerptValue(value, room, 1)])
    return Object.assign({ path }, Object.fromEntries(values) as Omit<Difference, 'path'>)
  })
}

function excerptValue(value: unknown, room: Room, level: number): unknown {
  room.left -= 8 + 2 * level // about the length of an indented line without its text
  if (typeof value === 'string') {
    const text = cut(value, Math.max(room.left, 100))
    room.left -= text.length
    return text
  }
  if (typeof value !== 'object' || value === null) return value
  if (level > limits.levels) return '…'
  const members = excerptMembers(value, room, level)
  return Array.isArray(value) ? members.map(([, item]) => item) : Object.fromEntries(members)
}

/** Members as far as there is room, and then how many there are in all. */
function excerptMembers(value: object, room: Room, level: number): [key: string, value: unknown][] {
  const taken: [string, unknown][] = []
  const members: [string, unknown][] = Object.entries(value)
  for (const [name, member] of members) {
    if (room.left <= 0) return [...taken, ['…', `… (${members.length})`]]
    const key = Array.isArray(value) ? name : (excerptValue(name, room, level) as string)
    taken.push([key, excerptValue(member, room, level + 1)])
  }
  return taken
}
