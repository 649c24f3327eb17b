import { displayName } from '#domain/access/caller.ts'
import { webhookOffWords } from '#domain/letters/webhooks.ts'
import type { Db } from '../platform/db/database.ts'
import { letterOf } from '../platform/mail/letter.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import { messageIdOf } from '../platform/mail/post.ts'
import { findSignIn, findUser } from '../users/find.ts'
import { readHook } from './rows.ts'

type Mailing = { db: Db; send: SendMail; public_url: string }

/** Tells its owner why a webhook was switched off, unless it is on again; those who may not sign in hear nothing. */
export const mailOff = async (
  { db, send, public_url }: Mailing,
  { webhook_id }: { webhook_id: string },
  // A webhook can be switched off again: each time is a job, and each try of a job the same mail.
  { job_id }: { job_id: string },
): Promise<void> => {
  const hook = await readHook(db, webhook_id)
  if (!hook || hook.is_active || !(await findSignIn(db, hook.owner_id))) return
  const owner = await findUser(db, hook.owner_id)
  if (!owner) return
  // Of the address no more than this: some carry a password in the rest.
  const { host } = new URL(hook.url)
  const words = webhookOffWords({ name: displayName(owner), host, reason: hook.off_reason })
  const url = `${public_url}/admin/webhooks/${hook.id}`
  const message_id = messageIdOf(`webhook-off-${job_id}`, public_url)
  await send(owner.email, letterOf(words, { url, language: owner.language }), { message_id })
}
