/** What a mail that this server composed (to-folder.ts) says. Anything else is read as far as it goes. */
export type MailText = { to: string; subject: string; text: string }

/** Reads the headers and the text of a composed mail; its HTML is never looked at. */
export const readMailText = (raw: Buffer): MailText => {
  const { headers, body } = partOf(raw.toString('utf8'))
  const boundary = /boundary="([^"]{1,200})"/.exec(headerOf(headers, 'content-type'))?.[1]
  const first = boundary === undefined ? undefined : body.split(`--${boundary}`, 2)[1]
  const text = first === undefined ? decodeBody(headers, body) : textOfPart(first)
  return {
    to: headerOf(headers, 'to'),
    subject: decodeWords(headerOf(headers, 'subject')),
    text: text.replaceAll('\r\n', '\n').trimEnd(),
  }
}

const partOf = (raw: string) => {
  const end = raw.indexOf('\r\n\r\n')
  return end < 0 ? { headers: raw, body: '' } : { headers: raw.slice(0, end), body: raw.slice(end + 4) }
}

/** The value of a header on one line; empty without it. */
const headerOf = (headers: string, name: string): string => {
  const lines = headers.replace(/\r\n[ \t]/g, ' ').split('\r\n')
  const start = `${name}:`
  return (
    lines
      .find((line) => line.toLowerCase().startsWith(start))
      ?.slice(start.length)
      .trim() ?? ''
  )
}

const textOfPart = (part: string): string => {
  const { headers, body } = partOf(part.replace(/^\r\n/, '').replace(/\r\n$/, ''))
  return decodeBody(headers, body)
}

const decodeBody = (headers: string, body: string): string => {
  switch (headerOf(headers, 'content-transfer-encoding').toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64').toString('utf8')
    case 'quoted-printable':
      return decodeQuoted(body.replace(/=\r\n/g, ''))
    default:
      return headerOf(headers, 'content-type').includes('format=flowed') ? unfold(body) : body
  }
}

/** RFC 3676: a line that ends with a blank goes on in the next one, and a leading blank was put there. */
const unfold = (body: string) => body.replace(/^ /gm, '').replace(/ \r\n/g, ' ')

const decodeQuoted = (text: string): string =>
  text.replace(/(?:=[0-9A-Fa-f]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
  )

/** RFC 2047: words of a header that are no plain ASCII; the blank between two of them means nothing. */
const decodeWords = (header: string): string =>
  header
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    )
