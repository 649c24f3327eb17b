import type { z } from 'zod'
import { type Mail, mails } from '#contract/installation/mails.ts'
import { offsetOf, pageOf } from '../platform/lists/paging.ts'
import { type FoundMail, listMailIds, readMail } from '../platform/mail/from-folder.ts'
import { type MailServer, readMailServer } from '../settings/mail-server.ts'

type By = MailServer & { mail_dir: string; public_url: string }

/** The mails that wait in the folder, newest first; none where a mail server takes them. */
export const listMails = async (
  { mail_dir, public_url, ...server }: By,
  query: z.output<(typeof mails.list)['query']>,
) => {
  const sent = (await readMailServer(server)) !== undefined
  const ids = sent ? [] : await listMailIds(mail_dir)
  const start = offsetOf(query)
  const results: Mail[] = []
  for (const id of ids.slice(start, start + query.page_size)) {
    const mail = await readMail(mail_dir, id)
    if (mail) results.push(rowOf(mail))
  }
  return { ...pageOf(public_url + mails.list.path, query, ids.length, results), sent }
}

export const rowOf = ({ id, at, to, subject }: FoundMail): Mail => ({ id, at: at.toISOString(), to, subject })
