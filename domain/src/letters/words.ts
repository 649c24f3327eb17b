/**
 * What a mail says, without addresses: `link` are the words that lead to the one address that its reader may want. All
 * mails have their words in this folder, in English; another language is another catalogue.
 */
export type LetterWords = { subject: string; paragraphs: readonly string[]; link?: string }

/** The last line of each mail. */
export const SIGNED = 'Lulus, the e-invoicing portal'
