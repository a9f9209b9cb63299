import { below, type Check, type Issue } from './prelude.ts'
import { insteadOf, show } from './sentence.ts'

/** Checks parameters; the message of an issue is a sentence without its period. */
export function tuple(
  names: readonly string[],
  checks: readonly Check[],
  required: number,
): (value: unknown) => Issue | undefined {
  return (value) => {
    if (!Array.isArray(value)) return { path: '', message: `params must be an array, not ${show(value)}` }
    for (let index = 0; index < checks.length; index++) {
      if (index >= value.length && index >= required) return undefined
      const issue = checks[index]!(value[index])
      if (issue) return nameIssue(names[index]!, index, issue, value)
    }
    if (value.length <= checks.length) return undefined
    return { path: '', message: `params must be an array of at most ${checks.length}, not ${value.length}` }
  }
}

export function nameIssue(name: string, index: number, issue: Issue, params: readonly unknown[]): Issue {
  const { path, message } = below(index, issue)
  const end = issue.path === '' ? insteadOf(params[index]) : ''
  return { path, message: `${name}${issue.path} ${message}${end}` }
}
