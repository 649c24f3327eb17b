import { type ChangedBy, recordChange } from '../../audit/record.ts'
import type { Tx } from '../../platform/db/database.ts'

/** Tells the audit log that somebody's password is another one; never what it is. Lulus itself acts for a link. */
export const recordNewPassword = (tx: Tx, by: ChangedBy, user: { id: string; email: string }) =>
  recordChange(tx, by, {
    target: { kind: 'user', id: user.id, name: user.email, sender_entity_id: null },
    before: {},
    after: {
      sign_in: `${by.caller ? 'changed' : 'reset by a mailed link'} ${by.now.toISOString()}`,
    },
    fields: ['sign_in'],
  })
