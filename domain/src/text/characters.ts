/**
 * What a text of this product may hold is what XML 1.0 can carry (§2.2, Char), since that is the narrowest of the
 * three that must hold it: PostgreSQL and the typesetter refuse only U+0000 and halves of surrogate pairs. What
 * XML merely discourages passes, because all three were seen to take it: U+007F, the C1 controls, which old files
 * of other programs do hold, private characters and the noncharacters U+FDD0 to U+FDEF and U+1FFFE to U+10FFFF.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u

/** Nearly every text is short, and of such letters alone: that is seen more quickly than a pattern is asked. */
const isShortAscii = (text: string): boolean => {
  if (text.length > SHORT_CHARS_MAX) return false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code > 0x7e) return false
  }
  return true
}
const SHORT_CHARS_MAX = 100
const ASCII = /^[ -~]*$/

/** Why a text can be neither stored nor sent, naming the first character at fault; undefined when it can. */
export const textFault = (text: string): string | undefined => {
  if (isShortAscii(text) || ASCII.test(text)) return undefined
  const code_point = FORBIDDEN.exec(text)?.[0].codePointAt(0)
  if (code_point === undefined) return undefined
  const name = `U+${code_point.toString(16).toUpperCase().padStart(4, '0')}`
  return `This text holds a character that can be neither stored nor sent (${name}).`
}

const EVERY_FORBIDDEN = new RegExp(FORBIDDEN, 'gu')

/** The text with U+FFFD for whatever could not be stored: for what others say, which cannot be refused. */
export const storable = (text: string): string => text.replace(EVERY_FORBIDDEN, '\ufffd')

const UNSEEN = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

const ANY_UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Whether a text looks like another one: of characters without width, or of letters and accents put side by side. */
export const hasUnseen = (text: string): boolean =>
  !isShortAscii(text) && (ANY_UNSEEN.test(text) || text.normalize('NFC') !== text)

/** Whether nothing can be seen of a text: blanks of every kind, characters without width, or none at all. */
export const isBlank = (text: string): boolean => {
  // Nearly every text begins with something that can be seen.
  const first = text.charCodeAt(0)
  return !(first > 0x20 && first < 0x7f) && UNSEEN.test(text)
}

/** Letters of other scripts than those that the fonts of the PDF have (server/src/pdf/invoice.typ). */
const WITHOUT_FONT = new RegExp(
  `(?!${[
    ...[
      'Common',
      'Inherited',
      'Latin',
      'Greek',
      'Cyrillic',
      'Han',
      'Hiragana',
      'Katakana',
      'Hangul',
      'Tamil',
    ],
    ...['Arabic', 'Hebrew', 'Thai', 'Devanagari', 'Malayalam', 'Gurmukhi', 'Armenian', 'Georgian', 'Lao'],
  ]
    .map((script) => `\\p{Script=${script}}`)
    .join('|')})\\p{L}`,
  'u',
)

/** The first letter of a script that the PDF prints as an empty box; undefined where all are drawn. */
export const letterWithoutFont = (text: string): string | undefined =>
  isShortAscii(text) || ASCII.test(text) ? undefined : WITHOUT_FONT.exec(text)?.[0]
