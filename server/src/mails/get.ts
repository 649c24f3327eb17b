import { notFound } from '#domain/problems.ts'
import { findMail } from '../platform/mail/from-folder.ts'
import { rowOf } from './list.ts'

/** One of them with what it says. Throws not_found where there is none of this id. */
export const getMail = async ({ mail_dir }: { mail_dir: string | undefined }, id: string) => {
  const mail = mail_dir === undefined ? undefined : await findMail(mail_dir, id)
  if (!mail) throw notFound('There is no such mail.')
  return { ...rowOf(mail), text: mail.text }
}
