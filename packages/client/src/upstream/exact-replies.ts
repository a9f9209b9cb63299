import { endOfValue, readItems, visitMembers } from '@lectern/spec'
import { ClientError } from '../error.ts'
import { readReplies, type ReadReplies } from '../transport/replies.ts'

/** Reads a response, and keeps the JSON of each result and error as the server wrote it, as `text`. */
export const exactReplies: ReadReplies = (response, isBatch) => {
  const outcomeOf = readReplies(response, isBatch)
  let texts: ReadonlyMap<unknown, Members> | undefined
  return (id) => {
    const outcome = outcomeOf(id)
    if (outcome === undefined) return undefined
    const isError = outcome instanceof ClientError
    if (isError && !outcome.cause) return outcome // there may be no JSON at all
    texts ??= sliceReplies(response.text)
    const { result, error } = texts.get(id) ?? texts.get(null) ?? {}
    if (!isError) return { ...outcome, text: result }
    return Object.assign(outcome, { text: error })
  }
}

/** The JSON of the members of a reply. */
type Members = Record<string, string>

/** Returns the members of the first reply of each id; the last of a name counts, as in JSON.parse. The text must be JSON. */
function sliceReplies(text: string): Map<unknown, Members> {
  const found = new Map<unknown, Members>()
  readItems(text, (at) => {
    const members: Members = {}
    const isObject = text[at] === '{'
    const end = isObject
      ? visitMembers(text, at, (name, json) => (members[name] = json))
      : endOfValue(text, at)
    const id = JSON.parse(members['id'] ?? 'null') as unknown
    if (!found.has(id)) found.set(id, members)
    return end
  })
  return found
}
