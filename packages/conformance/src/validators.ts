/** The first thing wrong with a value: a JSON pointer into it, and the rule it breaks. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** Per method, what is wrong with its parameters and with its result: `@lectern/spec/validators` has this shape. */
export interface Validators {
  readonly params: { readonly [method: string]: (params: unknown) => Issue | undefined }
  readonly results: {
    readonly [method: string]: (value: unknown, mode?: 'strict' | 'tolerant') => Issue | undefined
  }
}

/** `/logs/0/data must match pattern "…"`. */
export const describeIssue = ({ path, message }: Issue): string => `${path || 'the result'} ${message}`
