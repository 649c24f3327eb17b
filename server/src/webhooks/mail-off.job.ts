import type { Db } from '../platform/db/database.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import { findSignIn, findUser } from '../users/find.ts'
import { readHook } from './rows.ts'

type Mailing = { db: Db; send: SendMail; public_url: string }

/** Tells its owner why a webhook was switched off, unless it is on again; those who may not sign in hear nothing. */
export const mailOff = async (
  { db, send, public_url }: Mailing,
  { webhook_id }: { webhook_id: string },
): Promise<void> => {
  const hook = await readHook(db, webhook_id)
  if (!hook || hook.is_active || !(await findSignIn(db, hook.owner_id))) return
  const owner = await findUser(db, hook.owner_id)
  if (!owner) return
  // Of the address no more than this: some carry a password in the rest.
  const { host } = new URL(hook.url)
  await send(owner.email, {
    subject: `A webhook was switched off: ${host}`,
    paragraphs: [
      `Hello ${`${owner.first_name} ${owner.last_name}`.trim() || owner.username},`,
      `the webhook to ${host} was switched off.`,
      hook.off_reason,
      'What happens to documents meanwhile is kept for 30 days: switch the webhook on again and send it from there.',
    ],
    link: { words: 'The webhook', url: `${public_url}/admin/webhooks/${hook.id}` },
  })
}
