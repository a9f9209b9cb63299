/**
 * A listener of the application that can do no harm: an error that it throws, or a promise of it that rejects, ends nothing and changes
 * no answer. The first one is a warning of the process, the others are ignored.
 */
export function isolate<A extends readonly unknown[]>(
  name: string,
  listener: (...args: A) => unknown,
): (...args: A) => void {
  let hasWarned = false
  const warn = (error: unknown): void => {
    if (hasWarned) return
    hasWarned = true
    const reason = error instanceof Error ? error.message : typeof error
    process.emitWarning(`${name} failed: ${reason}. Errors of listeners are ignored.`)
  }
  return (...args) => {
    try {
      const result = listener(...args)
      if (result instanceof Promise) result.catch(warn)
    } catch (error) {
      warn(error)
    }
  }
}
