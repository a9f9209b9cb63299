import { getSystemErrorMessage } from 'node:util'

/** Why something failed, without a full stop: in the system's own words where it refused (`no such file or directory`), else the error's message. */
export function reasonOf(error: unknown): string {
  const { errno, syscall, message } = error as NodeJS.ErrnoException
  // zlib's errors have numbers of their own, and no call of the system.
  const reason = errno === undefined || syscall === undefined ? message : getSystemErrorMessage(errno)
  return reason.replace(/(?<!\.)\.$/, '')
}
