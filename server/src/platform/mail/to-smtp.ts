import { createTransport } from 'nodemailer'
import { assertOutsideTransaction } from '../db/database.ts'
import { type Post, PostError, toMessage } from './post.ts'
import { codeOf, refusalOf } from './refusal.ts'

/** A server that is silent for so long is down. */
const SILENT_MS_MAX = 15_000

/**
 * Posts by the server of `smtp://user:password@host:587` (TLS is begun as soon as the server offers it) or
 * `smtps://…:465` (TLS from the first byte). A password goes to no other machine without TLS, and certificates are
 * checked by the authorities that Node knows (`NODE_EXTRA_CA_CERTS` adds one's own).
 */
export const smtpPost = (smtp_url: string, { silent_ms_max = SILENT_MS_MAX } = {}): Post => {
  const { username, hostname } = new URL(smtp_url)
  const transport = createTransport({
    url: smtp_url,
    requireTLS: username !== '' && !isThisMachine(hostname),
    connectionTimeout: silent_ms_max,
    greetingTimeout: silent_ms_max,
    socketTimeout: silent_ms_max,
    // A letter is words; nothing of it is ever read from a disk or a network.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (mail) => {
    assertOutsideTransaction('mail')
    try {
      await transport.sendMail(toMessage(mail))
    } catch (error) {
      // Its own error may quote the conversation; the log gets the kind and the number only.
      const refusal = refusalOf(error, smtp_url)
      throw new PostError(`The mail server did not take the mail: ${codeOf(error)}`, refusal)
    }
  }
}

const isThisMachine = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
