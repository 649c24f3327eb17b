/** What a mail is sent with, beside what it says. */
export type Envelope = {
  /** The same for each try to send one letter, so that whoever gets it twice shows it once. */
  message_id?: string
  /** A POST there ends mails like this one, without a question (RFC 8058). */
  unsubscribe_url?: string
}

/** What a letter of this id goes by, wherever and however often it is sent. */
export const messageIdOf = (id: string, public_url: string) => `<${id}@${new URL(public_url).hostname}>`

/** One finished mail to one person. */
export type Mail = { from: string; to: string; subject: string; text: string; html: string } & Envelope

/**
 * Why a mail could not be handed over. `why` is for people; `said` is what the server answered, without a password.
 * They are no fields, which the log and the list of jobs would take along.
 */
export class PostError extends Error {
  readonly #why: string
  readonly #said: string

  constructor(message: string, { why, said }: { why: string; said: string }) {
    super(message)
    this.#why = why
    this.#said = said
  }

  get why() {
    return this.#why
  }
  get said() {
    return this.#said
  }
}

/** The same, of a mail by this subject to somebody. Nothing else of what it says is told. */
export class MailError extends PostError {
  readonly #mail: { to: string; subject: string }

  constructor(error: PostError, mail: { to: string; subject: string }) {
    super(error.message, error)
    this.#mail = mail
  }

  get to() {
    return this.#mail.to
  }
  get subject() {
    return this.#mail.subject
  }
}

/** Hands a mail over for good, or throws. The message of that never holds a password or what the mail says. */
export type Post = (mail: Mail) => Promise<void>

/** A mail as nodemailer takes it. */
export const toMessage = ({ to, message_id, unsubscribe_url, ...words }: Mail) => ({
  ...words,
  to: { name: '', address: to },
  ...(message_id && { messageId: message_id }),
  ...(unsubscribe_url && {
    headers: {
      'List-Unsubscribe': `<${unsubscribe_url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }),
})
