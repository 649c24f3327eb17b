import { join } from 'node:path'
import { type Letter, renderLetter } from './letter.ts'
import { type Envelope, MailError, type Post, PostError } from './post.ts'
import { folderPost } from './to-folder.ts'
import { smtpPost } from './to-smtp.ts'

/** Sends a letter to one address; throws while it cannot be handed over, so that its job is tried again. */
export type SendMail = (to: string, letter: Letter, envelope?: Envelope) => Promise<void>

export type MailSettings = { smtp_url: string | undefined; mail_from: string; data_dir: string }

/** Where mails lie without a server for them. */
export const mailFolder = (data_dir: string) => join(data_dir, 'mail')

/** Mail by SMTP, or without a server for it as files below the folder of all data. */
export const openMail = ({ smtp_url, mail_from, data_dir }: MailSettings): SendMail => {
  const post = smtp_url === undefined ? folderPost(mailFolder(data_dir)) : smtpPost(smtp_url)
  return mailFrom(mail_from, post)
}

/** The same by the server of each moment, where that can change; `smtpUrl` answers undefined while there is none. */
export const openMailBy =
  (smtpUrl: () => Promise<string | undefined>, settings: Omit<MailSettings, 'smtp_url'>): SendMail =>
  async (to, letter, envelope) =>
    openMail({ ...settings, smtp_url: await smtpUrl() })(to, letter, envelope)

const ADDRESS_LENGTH_MAX = 320
/** One plain address: nothing that a mail program could read as a second one, a name or a header. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+$/u

/** Letters in the name of `from`, by this post; what fails is a MailError. */
export const mailFrom =
  (from: string, post: Post): SendMail =>
  async (to, letter, envelope) => {
    if (to.length > ADDRESS_LENGTH_MAX || !ADDRESS.test(to)) throw new Error('This is no address for a mail.')
    const words = renderLetter(letter)
    try {
      await post({ from, to, ...words, ...envelope })
    } catch (error) {
      throw error instanceof PostError ? new MailError(error, { to, subject: words.subject }) : error
    }
  }
