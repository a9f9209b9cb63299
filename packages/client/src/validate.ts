import type { MethodName } from '@lectern/spec'
import { results, type Issue } from '@lectern/spec/validators'
import { ClientError } from './error.ts'
import type { Validate } from './plug.ts'

/** Refuses a result that breaks the document's schema: ClientError INVALID_SHAPE, with the place as its path. */
export const strict: Validate = (method, result) => {
  const issue = results[method](result, 'tolerant')
  if (issue === undefined) return
  const { path, message } = issue
  throw new ClientError('INVALID_SHAPE', `result${path} ${message}.`, { path })
}

/** Takes every result, and tells what in it breaks the document's schema. */
export function lenient(onIssue: (issue: Issue, method: MethodName) => void): Validate {
  return (method, result) => {
    const issue = results[method](result, 'tolerant')
    if (issue !== undefined) onIssue(issue, method)
  }
}
