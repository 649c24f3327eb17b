import { REQUEST_DAYS } from '#contract/people/change-requests.ts'
import { expiredWords } from '#domain/letters/requests.ts'
import type { Db } from '../platform/db/database.ts'
import { letterOf } from '../platform/mail/letter.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import { messageIdOf } from '../platform/mail/post.ts'
import { findSignIn, findUser } from '../users/find.ts'
import { requestName } from './record.ts'
import { readRequest } from './rows.ts'

type Mailing = { db: Db; send: SendMail; public_url: string }

/** Where its maker, who of a rule need not be a superadmin, can ask for it again. */
const SCREENS = { rules: '/data-mapping/validation-rules', permissions: '/admin/permission-management' }

/** Tells whoever made the request that nobody decided it; those who may no longer sign in hear nothing. */
export const mailExpired = async (
  { db, send, public_url }: Mailing,
  { request_id }: { request_id: number },
): Promise<void> => {
  const row = await readRequest(db, request_id)
  if (!row || !(await findSignIn(db, row.requested_by))) return
  const user = await findUser(db, row.requested_by)
  if (!user) return
  const { id, requested_by_name: name, reason } = row
  const to = row.kind === 'validation_rule' ? 'rules' : 'permissions'
  const words = expiredWords({ id, name, what: requestName(row), days: REQUEST_DAYS, reason, to })
  const url = public_url + SCREENS[to]
  const message_id = messageIdOf(`request-expired-${id}`, public_url)
  await send(user.email, letterOf(words, { url, language: user.language }), { message_id })
}
