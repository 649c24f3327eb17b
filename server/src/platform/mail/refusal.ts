import { cutText } from '#domain/text/cut.ts'

/** Why a mail server did not take a mail: in words for people, which hold nothing of what either side said. */
export type Refusal = { why: string; said: string }

const SAID_CHARS_MAX = 300

/** The code of nodemailer for a sender or recipient that was refused; it stands in the words of the reason. */
export const ADDRESS_REFUSED = 'EENVELOPE'

/**
 * What an error of nodemailer means. `said` is the answer of the server (a reply of RFC 5321, 4.2), without the name
 * and password of `smtp_url`, which some servers repeat; empty where there is none.
 */
export const refusalOf = (error: unknown, smtp_url: string): Refusal => {
  const code = codeOf(error)
  return { why: inWords(code), said: withoutLogin(saidBy(error), smtp_url) }
}

/** The kind of an error and the number of the answer, `EAUTH 535`: for the log. */
export const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : error.name
  const answer = 'responseCode' in error && error.responseCode !== undefined ? ` ${error.responseCode}` : ''
  return `${code}${answer}`
}

const inWords = (code: string): string => {
  switch (code.split(' ', 1)[0]) {
    case 'EDNS':
      return `The name of the mail server is not known (${code}).`
    case 'ECONNECTION':
    case 'ESOCKET':
    case 'ETIMEDOUT':
      return `The mail server does not answer, or its certificate does not hold (${code}).`
    case 'ETLS':
      return `The mail server offers no TLS, without which it gets no password (${code}).`
    case 'EAUTH':
      return `The mail server does not accept the user name or the password (${code}).`
    case ADDRESS_REFUSED:
      return `The mail server refuses the address of the sender or of the recipient (${code}).`
    default:
      return `The mail server did not take the mail (${code}).`
  }
}

/** Something else than a mail server may listen there, and what that says is nobody's business here. */
const saidBy = (error: unknown): string => {
  if (!(error instanceof Error && 'response' in error && typeof error.response === 'string')) return ''
  const is_reply = codeOf(error).split(' ', 1)[0] !== 'EPROTOCOL' && /^[245]\d\d[ -]/.test(error.response)
  return is_reply ? cutText(error.response.replace(/\s+/g, ' ').trim(), SAID_CHARS_MAX) : ''
}

const withoutLogin = (said: string, smtp_url: string): string => {
  const { username, password } = new URL(smtp_url)
  const [user, secret] = [decoded(username), decoded(password)]
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const both = base64(`\0${user}\0${secret}`)
  const hidden = [both, password, secret, base64(secret), username, user, base64(user)]
  return hidden.filter((one) => one !== '').reduce((text, one) => text.replaceAll(one, '…'), said)
}

/** A per cent sign may stand for itself. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
