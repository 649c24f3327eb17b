/** One finished mail to one person. */
export type Mail = {
  from: string
  to: string
  subject: string
  text: string
  html: string
  messageId?: string
}

/** Hands a mail over for good, or throws. What it throws never holds a password or what the mail says. */
export type Post = (mail: Mail) => Promise<void>
