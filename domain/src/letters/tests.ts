import type { LetterWords } from './words.ts'

/** The words of a mail by which somebody tries whether mails arrive. */
export const testWords = (name: string): LetterWords => ({
  subject: 'Lulus: a test',
  paragraphs: [
    `Hello ${name},`,
    'you asked for this mail under Admin Setting. It has come, so the portal can send mails.',
  ],
})
