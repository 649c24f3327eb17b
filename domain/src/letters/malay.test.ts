import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import malay from '../language/ms.json' with { type: 'json' }
import { createTranslator } from '../language/translate.ts'
import { KIND_KEYS } from '../notifications/kinds.ts'
import { OVERDUE, type Told } from '../notifications/sentences.ts'
import { FREQUENCIES } from '../reports/windows.ts'
import { anchorWords } from './anchors.ts'
import { noticeWords } from './notices.ts'
import { passwordWords } from './passwords.ts'
import { failuresWords, readyWords } from './reports.ts'
import { expiredWords } from './requests.ts'
import { testWords } from './tests.ts'
import { webhookOffWords } from './webhooks.ts'
import { type LetterWords, SIGNED } from './words.ts'

const inMalay = createTranslator(malay)

const NAME = 'Aminah'
const WINDOW = { from: '2026-05-01', to: '2026-12-31' }
/** What people wrote has words and full stops of its own, none of them English ones here. */
const OWN = 'Jualan Sdn. Bhd. 7'

/** The kinds that end at a moment. */
const DUE = [
  'rejection_requested',
  'cancellation_failed',
  'submission_deadline',
  'certificate_ending',
  'key_ending',
]

const NOTICES = KIND_KEYS.flatMap((kind) =>
  [1, 1_000].flatMap((count) =>
    ['', 'failed', 'done', 'approved', 'rejected', '0', 'broken_off', OVERDUE].map((outcome): Told => {
      const due_at = DUE.includes(kind) ? new Date('2026-12-07T16:00:00Z') : null
      return {
        kind,
        count,
        more: count > 1,
        trials: outcome === '' ? count : outcome === 'failed' ? 7 : 0,
        label: 'M-7',
        entity_name: 'Kinabalu Sdn. Bhd.',
        outcome,
        due_at,
      }
    }),
  ),
)

const noticeLetters = (): LetterWords[] =>
  [true, false].flatMap((digest) =>
    NOTICES.flatMap((due) =>
      [[due] as const, [due, due] as const].map((items) => {
        const { subject, greeting, sentences, why, ...links } = noticeWords(NAME, [...items], { digest })
        return { subject, paragraphs: [greeting, ...sentences, why, links.preferences, links.unsubscribe] }
      }),
    ),
  )

const REPORTS = FREQUENCIES.map((frequency) => ({ name: NAME, report: OWN, frequency }))

const LETTERS: Record<string, LetterWords[]> = {
  anchors: [anchorWords({ file: '2026-12-07.json', sha256: 'ab12' })],
  notices: noticeLetters(),
  passwords: (['asked', 'administrator', 'invited'] as const).map((why) =>
    passwordWords({ name: NAME, email: 'aminah@kinabalu.example', minutes: 60, why, directory: true }),
  ),
  reports: REPORTS.flatMap((report) => [
    readyWords({ ...report, window: WINDOW, days: 7 }),
    readyWords({ ...report, window: undefined, days: 7 }),
    failuresWords({
      ...report,
      times: 3,
      fault: 'It could not be written, though it was tried several times.',
    }),
  ]),
  requests: (['rules', 'permissions'] as const).map((to) =>
    expiredWords({ id: 12, name: NAME, what: `Edit group ${OWN}`, days: 14, reason: OWN, to }),
  ),
  tests: [testWords(NAME)],
  webhooks: [
    'Its secret was lost. Make a new one, and switch it on again.',
    'The receiver answered 410 Gone: it wants no more events.',
    'Nothing has arrived for 5 days. The last try: Nothing answers at hooks.kinabalu.example.',
  ].map((reason) => webhookOffWords({ name: NAME, host: 'hooks.kinabalu.example', reason })),
}

/** Words that no Malay sentence has, and no value above. */
const ENGLISH = new RegExp(
  `\\b(?:${[
    ...[
      'the',
      'you',
      'your',
      'is',
      'are',
      'was',
      'were',
      'of',
      'to',
      'for',
      'from',
      'it',
      'by',
      'and',
      'or',
      'in',
    ],
    ...['this', 'that', 'with', 'below', 'until', 'hello', 'daily', 'weekly', 'monthly', 'rules', 'anchor'],
    ...['report', 'reports', 'document', 'documents', 'request'],
  ].join('|')})\\b`,
  'i',
)

it('plays every letter of this folder', () => {
  const names = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'))
  const letters = names.map((name) => name.replace('.ts', '')).filter((name) => name !== 'words')
  expect(Object.keys(LETTERS).toSorted()).toEqual(letters.toSorted())
})

it.each(Object.entries(LETTERS))('a mail about %s is Malay in each of its lines', (_about, letters) => {
  const lines = letters.flatMap(({ subject, paragraphs, link = '' }) => [
    subject,
    ...paragraphs,
    link,
    SIGNED,
  ])
  const english = [...new Set(lines)].filter((line) => ENGLISH.test(inMalay(line)))
  expect(english.map((line) => `${line} → ${inMalay(line)}`)).toEqual([])
})
