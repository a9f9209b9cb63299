/** A wrong command or input: one sentence for standard error, and exit code 2; or 1 if a restart may succeed. */
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

export const exitCodeOf = (error: unknown): 1 | 2 => (error instanceof Failure && error.mayPass ? 1 : 2)

/** Returns the sentence for any thrown value: what is wrong, and what to do. It is one line, safe for a terminal. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return showControls(String(error))
  const { code, path, syscall } = error as NodeJS.ErrnoException
  const sentence = syscall === undefined ? undefined : sentences[code ?? '']
  return showControls(sentence === undefined ? error.message : sentence(path ?? ''))
}

/** Escapes control characters: a sentence may quote a file, whose bytes must not move the cursor. */
const showControls = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`)

const sentences: Record<string, (path: string) => string> = {
  ENOENT: (path) => `There is no file or folder ${path}.`,
  EACCES: (path) => `No permission to use ${path}.`,
  EPERM: (path) => `No permission to use ${path}.`,
  EROFS: (path) => `${path} is on a read-only file system.`,
  EISDIR: (path) => `${path || 'The path'} is a folder, a file was expected.`, // read() does not name it
  ENOTDIR: (path) => `${path} is not a folder.`,
  ENOSPC: (path) => `No space is left on the disk${path === '' ? '' : ` for ${path}`}.`,
}

/** Turns the error of a server that cannot listen into a Failure, if an operator can fix the reason; `flag` sets the port. */
export function toListenFailure(
  error: unknown,
  host: string,
  port: number,
  flag: '--http.port' | '--metrics.port',
): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  const reason = listenReasons[code]?.replace('FLAG', flag)
  const options = { cause: error, mayPass: code !== 'EACCES' }
  return reason === undefined ? error : new Failure(`Cannot listen on ${host}:${port}: ${reason}.`, options)
}

const listenReasons: Record<string, string> = {
  EADDRINUSE: 'the port is in use; FLAG takes another, 0 any free one',
  EACCES: 'no permission for this port',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'the address is not known',
}
