import { cancelDeadline } from '#domain/access/policy.ts'
import type { DocumentRow } from '../store/rows.ts'

type Asked = Pick<DocumentRow, 'status' | 'reject_requested_at' | 'reject_reason' | 'validated_at'>

/** The buyer's open request for rejection, or null. A document that left Validated has answered it. */
export const rejectRequestOf = (row: Asked) =>
  row.status === 'Validated' && row.reject_requested_at
    ? {
        at: row.reject_requested_at.toISOString(),
        reason: row.reject_reason,
        deadline: cancelDeadline(row)?.toISOString() ?? null,
      }
    : null
