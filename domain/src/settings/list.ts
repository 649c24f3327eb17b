import { own } from '#codes/own.ts'
import type { Setting } from './kinds.ts'

/** Below the two hours in which the authority recognises the same bytes, with a margin. */
const RESEND_MS_MAX = 6_600_000

/**
 * Every setting that a superadmin may change, in the order of the screen. Server, screen and docs/settings.txt are made
 * of it: a new one is one entry here, and `readSetting` where it counts.
 */
export const SETTINGS = {
  'support.email': {
    label: 'Support address',
    about: 'Where people write who cannot sign in or have no access; shown on these screens.',
    type: 'text',
    form: 'email',
    length_max: 320,
    default: '',
  },
  'approval.allow_self_approval': {
    category: 'Approval',
    label: 'Self-approval',
    about: 'Lets people approve what they made themselves; for a company of one person only.',
    type: 'switch',
    default: false,
  },
  'imports.rows_max': {
    category: 'Uploads',
    label: 'Rows of a file',
    about: 'How many rows a file of documents may have.',
    type: 'count',
    min: 1,
    max: 1_000_000,
    default: 50_000,
  },
  'mail.smtp_url': {
    category: 'Mail',
    label: 'Mail server',
    about: 'smtp://user:password@host:587 or smtps://…; counts where the operator has not set SMTP_URL.',
    type: 'secret',
    form: 'smtp_url',
    length_max: 500,
    default: '',
  },
  'commits.webhook_key': {
    category: 'Code',
    label: 'Secret of the commit webhook',
    about: 'What GitHub or GitLab signs its pushes with, at least 16 characters; empty: no pushes are taken.',
    type: 'secret',
    form: 'shared_secret',
    length_max: 200,
    default: '',
  },
  'session.idle_ms_max': {
    category: 'Sign-in',
    label: 'Idle limit',
    about: 'How long a session may rest before it ends.',
    type: 'number',
    min: 60_000,
    max: 43_200_000,
    default: 900_000,
  },
  'poll.interval_ms': {
    category: 'Submission',
    label: 'Asking for verdicts',
    about: 'How often LHDN is asked for the verdict on a submission.',
    type: 'number',
    min: 500,
    max: 600_000,
    default: 3_000,
  },
  'submission.ask_after_ms': {
    category: 'Submission',
    label: 'Asking about lost answers',
    about: 'When LHDN is asked whether a submission without an answer arrived, counted from the call.',
    type: 'numbers',
    min: 0,
    max: RESEND_MS_MAX,
    count_max: 10,
    default: [30_000, 120_000],
  },
  'submission.resend_unknown': {
    category: 'Submission',
    label: 'Sending again',
    about: 'Where the same bytes are sent a second time when asking did not find them.',
    type: 'choice',
    choices: {
      nowhere: 'Nowhere',
      simulator: 'In the Simulator',
      preprod: 'In Simulator and Preprod',
      everywhere: 'Everywhere',
    },
    default: 'simulator',
  },
  'submission.resend_after_ms': {
    category: 'Submission',
    label: 'Sending again after',
    about: 'When that happens, counted from the call.',
    type: 'number',
    min: 0,
    max: RESEND_MS_MAX,
    default: 300_000,
  },
} as const satisfies Readonly<Record<string, Setting>>

type Settings = typeof SETTINGS
export type PublicKey = keyof Settings
export type SecretKey = { [K in PublicKey]: Settings[K]['type'] extends 'secret' ? K : never }[PublicKey]

export const SETTING_KEYS = Object.keys(SETTINGS) as PublicKey[] // the keys of a literal

export const SECRET_KEYS = SETTING_KEYS.filter((key): key is SecretKey => SETTINGS[key].type === 'secret')

/** The setting of this key; undefined where there is none. */
export const settingOf = (key: string): Setting | undefined => own<Setting>(SETTINGS, key)
