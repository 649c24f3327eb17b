import type { LetterWords } from './words.ts'

type Expired = {
  id: number
  name: string
  what: string
  days: number
  reason: string
  /** Where the words of its link lead. */
  to: 'rules' | 'permissions'
}

/** The words of a mail about a change that nobody decided; `what` it was. */
export const expiredWords = ({ id, name, what, days, reason, to }: Expired): LetterWords => ({
  subject: `Request ${id} has expired: ${what}`,
  paragraphs: [
    `Hello ${name},`,
    `nobody decided your request ${id} (${what}) within ${days} days.`,
    'So it has expired, and nothing was changed.',
    `Your reason was: ${reason}`,
    'If it is still wanted, ask for it again.',
  ],
  link: to === 'rules' ? 'Validation rules' : 'Permission management',
})
