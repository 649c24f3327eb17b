import { type ChangedBy, recordChange } from '../../audit/record.ts'
import type { Tx } from '../../platform/db/database.ts'

/** Tells the audit log that somebody's password is another one; never what it is. Lulus itself acts for a link. */
export const recordNewPassword = (tx: Tx, by: ChangedBy, user: { id: string; email: string }) =>
  recordChange(tx, by, {
    target: { kind: 'user', id: user.id, name: user.email, sender_entity_id: null },
    before: {},
    after: {
      sign_in: `${by.caller ? 'changed' : 'reset by a link'} ${by.now.toISOString()}`,
    },
    fields: ['sign_in'],
  })

/** Tells it that somebody at the machine of the portal had a link to a new password printed. */
export const recordPrintedLink = (tx: Tx, now: Date, user: { id: string; email: string }) =>
  recordChange(
    tx,
    { caller: undefined, now },
    {
      target: { kind: 'user', id: user.id, name: user.email, sender_entity_id: null },
      before: {},
      after: { sign_in: `a link to a new password was printed on the console ${now.toISOString()}` },
      fields: ['sign_in'],
    },
  )
