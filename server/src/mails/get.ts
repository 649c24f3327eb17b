import type { Caller } from '#domain/access/caller.ts'
import { notFound } from '#domain/problems.ts'
import { recordReading } from '../audit/record.ts'
import { findMail } from '../platform/mail/from-folder.ts'
import { type MailServer, readMailServer } from '../settings/mail-server.ts'
import { rowOf } from './list.ts'

type By = MailServer & { caller: Caller; now: Date; mail_dir: string }

/**
 * One of them with what it says. There may be a link in it, so the audit log tells who read it. Throws not_found where
 * there is none of this id.
 */
export const getMail = async ({ mail_dir, ...by }: By, id: string) => {
  const sent = (await readMailServer(by)) !== undefined
  const mail = sent ? undefined : await findMail(mail_dir, id)
  if (!mail) throw notFound('There is no such mail.')
  const { to, subject } = mail
  await recordReading(by, { log: { id: 'mails', name: 'Mails' }, action: 'read', filters: { to, subject } })
  return { ...rowOf(mail), text: mail.text }
}
