import type { LetterWords } from './words.ts'

/** The words of a mail about a webhook that was switched off, for this reason. */
export const webhookOffWords = (told: { name: string; host: string; reason: string }): LetterWords => ({
  subject: `A webhook was switched off: ${told.host}`,
  paragraphs: [
    `Hello ${told.name},`,
    `the webhook to ${told.host} was switched off.`,
    told.reason,
    'What happens to documents meanwhile is kept for 30 days: switch the webhook on again and send it from there.',
  ],
  link: 'The webhook',
})
