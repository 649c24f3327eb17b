import { expect, it } from 'vitest'
import type { KindKey } from '../notifications/kinds.ts'
import { OVERDUE, type Told } from '../notifications/sentences.ts'
import { noticeWords } from './notices.ts'

const told = (kind: KindKey, outcome: string): Told => ({
  ...{ kind, outcome, count: 1, more: false, trials: 0, label: 'Sales.csv', entity_name: '', due_at: null },
})

it.each([
  ['import_finished', 'done', 'Your file Sales.csv was processed.'],
  ['import_finished', 'failed', 'Your file Sales.csv could not be processed.'],
  ['report_finished', 'done', 'Your report Sales.csv is ready.'],
  ['report_finished', 'failed', 'Your report Sales.csv could not be made.'],
] as const)('says of %s how it ended: %s', (kind, outcome, sentence) => {
  expect(noticeWords('Aminah', [told(kind, outcome)], { digest: false })).toMatchObject({
    subject: sentence,
    sentences: [sentence],
  })
})

it('says how many there are, or which one, and until when', () => {
  const invalid = { ...told('invalid', ''), label: 'M-7', entity_name: 'Kinabalu' }
  const wordsOf = (item: Told) => noticeWords('Aminah', [item], { digest: false }).sentences
  expect(wordsOf(invalid)).toEqual(['LHDN found M-7 of Kinabalu invalid.'])
  expect(wordsOf({ ...invalid, count: 1_000, more: true })).toEqual([
    'LHDN found 1,000+ documents of Kinabalu invalid.',
  ])
  expect(wordsOf({ ...invalid, due_at: new Date('2026-11-22T04:00:00Z') })).toEqual([
    expect.stringMatching(/ invalid\. Until .*2026.*\.$/),
  ])
})

it('says of trials that they have no legal effect', () => {
  const invalid = { ...told('invalid', ''), label: 'M-7', entity_name: 'Kinabalu' }
  const wordsOf = (count: number, trials: number) =>
    noticeWords('Aminah', [{ ...invalid, count, trials }], { digest: false }).sentences[0]
  expect([wordsOf(1, 1), wordsOf(3, 3), wordsOf(3, 2)]).toEqual([
    'LHDN found M-7 of Kinabalu invalid.\nIt is a trial without legal effect.',
    'LHDN found 3 documents of Kinabalu invalid.\nAll are trials without legal effect.',
    'LHDN found 3 documents of Kinabalu invalid.\n2 of them are trials without legal effect.',
  ])
})

it('says by which day a consolidated document must reach LHDN, or should have', () => {
  const due = { label: 'M-7', entity_name: 'Kinabalu', due_at: new Date('2026-07-07T16:00:00Z') }
  const wordsOf = (outcome: string, count: number) =>
    noticeWords('Aminah', [{ ...told('submission_deadline', outcome), ...due, count }], { digest: false })
      .subject
  expect([1, 3].flatMap((count) => ['', OVERDUE].map((outcome) => wordsOf(outcome, count)))).toEqual([
    'M-7 of Kinabalu is consolidated and must reach LHDN by 7 Jul 2026.',
    'M-7 of Kinabalu is consolidated and should have reached LHDN by 7 Jul 2026.',
    '3 consolidated documents of Kinabalu must reach LHDN, the first by 7 Jul 2026.',
    '3 consolidated documents of Kinabalu must reach LHDN; the first should have by 7 Jul 2026.',
  ])
})
