import { errors, type ErrorName } from '@lectern/spec'

/** The members of a JSON-RPC error object. */
export interface RpcFault {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** An error with a code of the document. Methods throw it so that clients get the code and message. */
export class RpcError extends Error implements RpcFault {
  override readonly name = 'RpcError'
  readonly code: number

  constructor(kind: ErrorName, message: string) {
    super(message)
    this.code = errors[kind].code
  }
}

/** A refusal of a body: an HTTP status and a sentence. */
export class BodyError extends Error {
  override readonly name = 'BodyError'
  readonly statusCode: 400 | 408 | 413 | 503

  constructor(statusCode: BodyError['statusCode'], message: string, cause?: unknown) {
    super(message, { cause })
    this.statusCode = statusCode
  }
}

/** The error of a body of more bytes than it may have. */
export const tooLarge = (bodyBytes: number): BodyError =>
  new BodyError(413, `The body is more than ${bodyBytes} bytes.`)

/**
 * Returns the JSON-RPC error of a thrown value: the value or its cause, if its `code` is one of the document. Undefined for other errors, whose text
 * may be confidential.
 */
export function toFault(error: unknown): RpcFault | undefined {
  for (const candidate of [error, (error as { cause?: unknown } | null | undefined)?.cause]) {
    const { code, message, data } = (candidate ?? {}) as { code?: unknown; message?: unknown; data?: unknown }
    if (!isDeclared(code)) continue
    return { code, message: typeof message === 'string' ? message : '', ...(isJson(data) ? { data } : {}) }
  }
  return undefined
}

const declared: ReadonlySet<unknown> = new Set(Object.values(errors).map(({ code }) => code))

const isDeclared = (code: unknown): code is number => declared.has(code)

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}

/** Wraps a listener: what it throws or rejects with changes no reply. The first error is a warning of the process. */
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
