import { cutText } from '#domain/text/cut.ts'

/** Why a mail server did not take a mail: in words for people, which hold nothing of what either side said. */
export type Refusal = { why: string; said: string }

const SAID_CHARS_MAX = 300

/**
 * What an error of nodemailer means. `said` is the answer of the server, or what the network met, without the name and
 * password of `smtp_url`, which some servers repeat.
 */
export const refusalOf = (error: unknown, smtp_url: string): Refusal => {
  const code = codeOf(error)
  return { why: inWords(code), said: withoutSecrets(saidBy(error), smtp_url) }
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
    case 'EENVELOPE':
      return `The mail server refuses the address of the sender or of the recipient (${code}).`
    default:
      return `The mail server did not take the mail (${code}).`
  }
}

const saidBy = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  const response = 'response' in error && typeof error.response === 'string' ? error.response : error.message
  return cutText(response.replace(/\s+/g, ' ').trim(), SAID_CHARS_MAX)
}

const withoutSecrets = (said: string, smtp_url: string): string => {
  const { username, password } = new URL(smtp_url)
  const [user, secret] = [decoded(username), decoded(password)]
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const hidden = [password, secret, base64(secret), base64(`\0${user}\0${secret}`)]
  return secret === '' ? said : hidden.reduce((text, one) => text.replaceAll(one, '…'), said)
}

/** A per cent sign may stand for itself. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
