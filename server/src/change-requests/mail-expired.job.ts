import { REQUEST_DAYS } from '#contract/people/change-requests.ts'
import type { Db } from '../platform/db/database.ts'
import type { Letter } from '../platform/mail/letter.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import { findSignIn, findUser } from '../users/find.ts'
import { requestName } from './record.ts'
import { type RequestRow, readRequest } from './rows.ts'

type Mailing = { db: Db; send: SendMail; public_url: string }

/** Tells whoever made the request that nobody decided it; those who may no longer sign in hear nothing. */
export const mailExpired = async (
  { db, send, public_url }: Mailing,
  { request_id }: { request_id: number },
): Promise<void> => {
  const row = await readRequest(db, request_id)
  if (!row || !(await findSignIn(db, row.requested_by))) return
  const user = await findUser(db, row.requested_by)
  if (user) await send(user.email, letterOf(row, public_url))
}

const letterOf = (row: RequestRow, public_url: string): Letter => ({
  subject: `Request ${row.id} has expired: ${requestName(row)}`,
  paragraphs: [
    `Hello ${row.requested_by_name},`,
    `nobody decided your request ${row.id} (${requestName(row)}) within ${REQUEST_DAYS} days.`,
    'So it has expired, and nothing was changed.',
    `Your reason was: ${row.reason}`,
    'If it is still wanted, ask for it again.',
  ],
  link: { words: 'Permission management', url: `${public_url}/admin/permission-management` },
})
