import type { Language } from '#domain/language/languages.ts'
import malay from '#domain/language/ms.json' with { type: 'json' }
import { createTranslator } from '#domain/language/translate.ts'
import { type LetterWords, SIGNED } from '#domain/letters/words.ts'
import { cutText } from '#domain/text/cut.ts'

type Link = { words: string; url: string }
/** Beside it may stand what somebody wrote, which is left as it is. */
type Point = Link & { said?: string }

/** What a mail says: plain sentences, of which some lead somewhere, and the one address that its reader may want. */
export type Letter = {
  /** What its reader has chosen; otherwise English, in which it is written. */
  language?: Language | null
  subject: string
  paragraphs: readonly string[]
  /** Sentences that each lead to an address of their own. */
  points?: readonly Point[]
  link?: Link
  /** Why the mail came, and how to get no more of them. */
  closing?: { words: string; links: readonly Link[] }
}

type Addressed = { url: string; language: Language | null }

/** A letter of these words in its reader's language, whose link leads to `url`. */
export const letterOf = ({ link, ...words }: LetterWords, { url, language }: Addressed): Letter => ({
  ...words,
  language,
  ...(link !== undefined && { link: { words: link, url } }),
})

const SUBJECT_LENGTH_MAX = 200

/** The letter as a mail has it: the same words as text and as HTML, in which nothing of a letter is markup. */
export const renderLetter = (letter: Letter) => {
  const said = letter.language === 'ms' ? translated(letter) : letter
  return {
    subject: cutText(inOneLine(said.subject), SUBJECT_LENGTH_MAX),
    text: textOf(said),
    html: htmlOf(said),
  }
}

const inMalay = createTranslator(malay)
const signedIn = (language: Letter['language']) => (language === 'ms' ? inMalay(SIGNED) : SIGNED)

const translated = ({ subject, paragraphs, points, link, closing }: Letter): Letter => {
  const lead = ({ words, url }: Link) => ({ words: inMalay(words), url })
  return {
    language: 'ms',
    subject: inMalay(subject),
    paragraphs: paragraphs.map(inMalay),
    ...(points && { points: points.map((point) => ({ ...point, ...lead(point) })) }),
    ...(link && { link: lead(link) }),
    ...(closing && { closing: { words: inMalay(closing.words), links: closing.links.map(lead) } }),
  }
}

const textOf = ({ language, paragraphs, points = [], link, closing }: Letter) => {
  const lead = ({ words, url, said }: Point) => [words, ...(said ? [`“${said}”`] : []), url].join('\n')
  return [
    ...paragraphs,
    ...points.map(lead),
    ...(link ? [`${link.words}:\n${link.url}`] : []),
    ...(closing ? [closing.words, ...closing.links.map(({ words, url }) => `${words}:\n${url}`)] : []),
    signedIn(language),
  ].join('\n\n')
}

/** No colour is stated, so that a reader who likes it dark gets it dark. */
const HEAD =
  '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></head>'
const FONT = "font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
const BUTTON = 'display: inline-block; padding: 10px 18px; border: 1px solid; border-radius: 6px'

const htmlOf = ({ language, paragraphs, points = [], link, closing }: Letter) =>
  [
    `<!doctype html><html lang="${language ?? 'en'}">`,
    `${HEAD}<body style="margin: 0; padding: 24px 16px; ${FONT}">`,
    '<div style="max-width: 560px; margin: 0 auto">',
    ...paragraphs.map((words) => `<p style="margin: 0 0 16px">${escapeMarkup(words)}</p>`),
    ...(points.length > 0 ? ['<ul style="margin: 0 0 16px; padding-left: 20px">'] : []),
    ...points.map((point) => `<li style="margin: 0 0 8px">${anchor(point)}${quoted(point)}</li>`),
    ...(points.length > 0 ? ['</ul>'] : []),
    ...(link ? [`<p style="margin: 24px 0">${anchor(link, BUTTON)}</p>`] : []),
    '<p style="margin: 24px 0 0; font-size: 13px; opacity: 0.75">',
    ...(closing
      ? [`${[escapeMarkup(closing.words), ...closing.links.map((to) => anchor(to))].join('<br>')}<br>`]
      : []),
    `${signedIn(language)}</p></div></body></html>`,
  ].join('\n')

const quoted = ({ said }: Point) => (said ? `<br>“${escapeMarkup(said)}”` : '')

const anchor = ({ words, url }: Link, style?: string) =>
  `<a href="${escapeMarkup(url)}"${style ? ` style="${style}"` : ''}>${escapeMarkup(words)}</a>`

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
