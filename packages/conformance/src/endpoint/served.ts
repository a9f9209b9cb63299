import type { Method } from '../document/document.ts'
import type { Outcome } from './exchange.ts'
import type { Session } from './session.ts'

/** Whether a call was answered with -32601, method not found. */
export const isNotFound = (outcome: Outcome): boolean => outcome.kind === 'error' && outcome.code === -32601

/** Whether the endpoint serves a method: false if a valid call of it gets -32601, or of a companion EIP-1474's -32004, method not supported. */
export async function isServed(session: Session, { name, call, isCompanion }: Method): Promise<boolean> {
  if (!call) return true
  const { outcome } = await session.once(call, () => session.call(name, call))
  const isUnsupported = isCompanion && outcome.kind === 'error' && outcome.code === -32004
  return !isNotFound(outcome) && !isUnsupported
}
