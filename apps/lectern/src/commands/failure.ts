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
