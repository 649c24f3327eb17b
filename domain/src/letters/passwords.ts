import type { LetterWords } from './words.ts'

type Wanted = {
  name: string
  email: string
  /** For how long the link works. */
  minutes: number
  /** Who wants it: the person, an administrator, or nobody yet, since the account is new. */
  why: 'asked' | 'administrator' | 'invited'
  /** Whether people of a directory sign in here as well: its box at the sign-in is ticked until somebody unticks it. */
  directory: boolean
}

/** The words of a mail with a link to a new password. */
export const passwordWords = ({ why, ...wanted }: Wanted): LetterWords =>
  why === 'invited' ? invitation(wanted) : reset(wanted, WHO[why])

const WHO = {
  asked: {
    opening: 'somebody, probably you, asked for a new password for your account in the e-invoicing portal.',
    closing: 'If you did not ask for it, you need not do anything: your password stays as it is.',
  },
  administrator: {
    opening: 'an administrator of the e-invoicing portal sent you this link to a new password.',
    closing: 'Until you use it your password stays as it is.',
  },
}

type Words = Omit<Wanted, 'why'>

const UNTICK =
  'Untick "Log in via LDAP (Active Directory)" there: your password is kept by the portal itself.'

const reset = ({ name, minutes }: Words, { opening, closing }: (typeof WHO)['asked']): LetterWords => ({
  subject: 'Reset your Lulus password',
  paragraphs: [
    `Hello ${name},`,
    opening,
    `The link below works once and for ${minutes} minutes. All your sessions end when you use it.`,
    closing,
  ],
  link: 'Choose a new password',
})

const invitation = ({ name, email, minutes, directory }: Words): LetterWords => ({
  subject: 'Choose your Lulus password',
  paragraphs: [
    `Hello ${name},`,
    `an account was made for you in the e-invoicing portal. You log in with your e-mail address, ${email}.`,
    ...(directory ? [UNTICK] : []),
    `Choose your password by the link below, which works once and for ${minutes} minutes.`,
    'If it has ended, ask for another one under "Reset password" where you log in.',
  ],
  link: 'Choose your password',
})
