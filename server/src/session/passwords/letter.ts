import type { Letter } from '../../platform/mail/letter.ts'

/** What the mail with a link says. `minutes`: for how long the link works. */
export const linkLetter = ({
  name,
  url,
  minutes,
}: {
  name: string
  url: string
  minutes: number
}): Letter => ({
  subject: 'Reset your Lulus password',
  paragraphs: [
    `Hello ${name},`,
    'somebody, probably you, asked for a new password for your account in the e-invoicing portal.',
    `The link below works once and for ${minutes} minutes. All your sessions end when you use it.`,
    'If you did not ask for it, you need not do anything: your password stays as it is.',
  ],
  link: { words: 'Choose a new password', url },
})
