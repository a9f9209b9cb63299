/** A wrong command or input: one sentence for standard error, and exit code 2; or 1 where another start may well do. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly mayPass: boolean

  constructor(
    sentence: string,
    { mayPass = false, ...options }: ErrorOptions & { readonly mayPass?: boolean } = {},
  ) {
    super(sentence, options)
    this.mayPass = mayPass
  }
}

/** The exit code of a process that ends by an error. */
export const exitCodeOf = (error: unknown): number => (error instanceof Failure && error.mayPass ? 1 : 2)

/** The sentence a person reads for anything that was thrown: what is wrong and, where it helps, what to do; in one line, which a terminal shows as it is. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return showControls(String(error))
  const { code, path, syscall } = error as NodeJS.ErrnoException
  const sentence = syscall === undefined ? undefined : sentences[code ?? '']
  return showControls(sentence === undefined ? error.message : sentence(path ?? ''))
}

/** Text with its control characters written out: a sentence may quote a file, and what is in there must not move the cursor. */
const showControls = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`)

const sentences: Record<string, (path: string) => string> = {
  ENOENT: (path) => `There is no file or folder ${path}.`,
  EACCES: (path) => `No permission to use ${path}.`,
  EPERM: (path) => `No permission to use ${path}.`,
  EROFS: (path) => `${path} is on a read-only file system.`,
  EISDIR: (path) => `${path || 'What stands there'} is a folder, a file was expected.`, // reading one does not say which
  ENOTDIR: (path) => `${path} is not a folder.`,
  ENOSPC: (path) => `No space is left on the disk${path === '' ? '' : ` for ${path}`}.`,
}

/** Where a server listens, and the flag that says so. */
export interface ListenPlace {
  readonly host: string
  readonly port: number
  readonly flag: '--http.port' | '--metrics.port'
}

/** What to throw where a server could not listen: a Failure with the reason, where it is one that a person can mend. */
export function toListenFailure(error: unknown, { host, port, flag }: ListenPlace): unknown {
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
  if (reason === undefined) return error
  const mayPass = (error as NodeJS.ErrnoException).code !== 'EACCES'
  return new Failure(`Cannot listen on ${host}:${port}: ${reason.replace('FLAG', flag)}.`, {
    cause: error,
    mayPass,
  })
}

const reasons: Record<string, string> = {
  EADDRINUSE: 'the port is in use; FLAG takes another, 0 any free one',
  EACCES: 'no permission for this port',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'the address is not known',
}
