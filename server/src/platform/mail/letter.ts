/** What a mail says: plain sentences, and the one address that its reader may want to open. */
export type Letter = {
  /** Letters of one id are one mail, however often it is sent (its Message-ID): who receives both drops the second. */
  id?: string
  subject: string
  paragraphs: readonly string[]
  link?: { words: string; url: string }
}

const SUBJECT_LENGTH_MAX = 200

/** The letter as a mail has it: the same words as text and as HTML, in which nothing of a letter is markup. */
export const renderLetter = ({ subject, paragraphs, link }: Letter) => ({
  subject: inOneLine(subject).slice(0, SUBJECT_LENGTH_MAX),
  text: [...paragraphs, ...(link ? [`${link.words}:\n${link.url}`] : []), SIGNED].join('\n\n'),
  html: [
    '<!doctype html><html lang="en"><body style="font-family: sans-serif; line-height: 1.5">',
    ...paragraphs.map((words) => `<p>${escapeMarkup(words)}</p>`),
    ...(link ? [`<p><a href="${escapeMarkup(link.url)}">${escapeMarkup(link.words)}</a></p>`] : []),
    `<p>${SIGNED}</p></body></html>`,
  ].join('\n'),
})

const SIGNED = 'Lulus, the e-invoicing portal'

/** A header ends with its line, and whatever followed would be a header of its own. */
const inOneLine = (words: string) => words.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const MARKUP = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

const escapeMarkup = (words: string) => words.replace(/[&<>"']/g, (sign) => MARKUP.get(sign) ?? sign)
