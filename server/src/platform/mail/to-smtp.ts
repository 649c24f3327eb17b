import { createTransport } from 'nodemailer'
import { assertOutsideTransaction } from '../db/database.ts'
import { type Post, toMessage } from './post.ts'

/** A server that is silent for so long is down. */
const SILENT_MS_MAX = 15_000

/**
 * Posts by the server of `smtp://user:password@host:587` (TLS is begun as soon as the server offers it) or
 * `smtps://…:465` (TLS from the first byte). A password goes to no other machine without TLS, and certificates are
 * checked by the authorities that Node knows (`NODE_EXTRA_CA_CERTS` adds one's own).
 */
export const smtpPost = (smtp_url: string): Post => {
  const { username, hostname } = new URL(smtp_url)
  const transport = createTransport({
    url: smtp_url,
    requireTLS: username !== '' && !isThisMachine(hostname),
    connectionTimeout: SILENT_MS_MAX,
    greetingTimeout: SILENT_MS_MAX,
    socketTimeout: SILENT_MS_MAX,
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
      throw new Error(`The mail server did not take the mail: ${kindOf(error)}`)
    }
  }
}

const isThisMachine = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')

const kindOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : error.name
  const answer = 'responseCode' in error && error.responseCode !== undefined ? ` ${error.responseCode}` : ''
  return `${code}${answer}`
}
