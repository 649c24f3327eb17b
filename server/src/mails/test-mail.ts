import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '#contract/endpoint.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { testWords } from '#domain/letters/tests.ts'
import { conflict } from '#domain/problems.ts'
import type { CallFacts } from '../platform/http/route.ts'
import { letterOf } from '../platform/mail/letter.ts'
import { mailFrom } from '../platform/mail/mail.ts'
import { MailError } from '../platform/mail/post.ts'
import { folderPost } from '../platform/mail/to-folder.ts'
import { smtpPost } from '../platform/mail/to-smtp.ts'
import { type MailServer, readMailServer } from '../settings/mail-server.ts'
import { findUser } from '../users/find.ts'

type By = MailServer & { caller: UserCaller; mail_dir: string; mail_from: string; public_url: string } & Pick<
    CallFacts<Endpoint>,
    'aside'
  >

/** Somebody waits before the screen. */
const SILENT_MS_MAX = 8_000
const WHOLE_MS_MAX = 20_000

/**
 * Sends the caller a mail that says it is a test, by the mail server of this moment, and waits for what becomes of it,
 * 20 seconds at most. Throws conflict `mail_not_sent` with what the server said.
 */
export const sendTestMail = async (by: By): Promise<{ to: string; sent: boolean }> => {
  const { caller, mail_dir, mail_from, public_url } = by
  const smtp_url = await readMailServer(by)
  const post =
    smtp_url === undefined ? folderPost(mail_dir) : smtpPost(smtp_url, { silent_ms_max: SILENT_MS_MAX })
  const language = (await findUser(by.db, caller.user_id))?.language ?? null
  const letter = letterOf(testWords(caller.display_name), { url: public_url, language })
  const late = new AbortController()
  const sending = mailFrom(mail_from, post)(caller.email, letter)
  // Given up here it may still fail, and nobody waits for that.
  sending.catch(() => {})
  try {
    // The mail server may take long, and others are let in meanwhile.
    await by.aside(() => Promise.race([sending, overdue(late.signal)]))
  } catch (error) {
    throw error instanceof MailError ? notSent(error) : error
  } finally {
    late.abort()
  }
  return { to: caller.email, sent: smtp_url !== undefined }
}

const overdue = async (signal: AbortSignal): Promise<never> => {
  await sleep(WHOLE_MS_MAX, undefined, { signal, ref: false })
  throw conflict('mail_not_sent', 'The mail server did not say within 20 seconds whether it takes the mail.')
}

const notSent = ({ why, said }: MailError) =>
  conflict('mail_not_sent', said === '' ? why : `${why} It said: “${said}”.`)
