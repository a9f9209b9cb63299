import { Failure } from '../commands/failure.ts'

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
