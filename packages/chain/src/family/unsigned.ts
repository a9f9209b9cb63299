import type { AnyFields, Kind } from '../block/fields.ts'
import { toHex } from '../encoding/bytes.ts'
import type { Family } from './family.ts'

/** Returns a family's `whyUnhashable`, by the rows of its unsigned types: their hash needs each member. */
export const findAbsence =
  (unsigned: Readonly<Record<number, AnyFields>>): NonNullable<Family['whyUnhashable']> =>
  (type, json) => {
    const rows = Object.entries(unsigned[type] ?? {})
    const absent = rows.find(([name, kind]) => json[name] === undefined && !optional.has(kind))
    return absent && `transaction: its JSON has no ${absent[0]}, which its hash needs.`
  }

const optional: ReadonlySet<Kind> = new Set(['amount', 'flag', 'recipient'])

/** Returns a family's `senderOf`, by its `senders`. Without a signature, nothing names the sender. */
export const findSender =
  (senders: NonNullable<Family['senders']>): NonNullable<Family['senderOf']> =>
  (type, { from, r }, recover) => {
    const sender = senders[type]
    if (sender) return sender === 'from' ? (from as string).toLowerCase() : toHex(sender)
    return r === '0x0' ? undefined : recover()
  }
