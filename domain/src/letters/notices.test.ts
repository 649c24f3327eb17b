import { expect, it } from 'vitest'
import type { KindKey } from '../notifications/kinds.ts'
import { type Due, noticeWords } from './notices.ts'

const told = (kind: KindKey, outcome: string): Due => ({
  ...{ kind, outcome, count: 1, more: false, label: 'Sales.csv', entity_name: '', due_at: null },
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
  const wordsOf = (item: Due) => noticeWords('Aminah', [item], { digest: false }).sentences
  expect(wordsOf(invalid)).toEqual(['LHDN found M-7 of Kinabalu invalid.'])
  expect(wordsOf({ ...invalid, count: 1_000, more: true })).toEqual([
    'LHDN found 1,000+ documents of Kinabalu invalid.',
  ])
  expect(wordsOf({ ...invalid, due_at: new Date('2026-11-22T04:00:00Z') })).toEqual([
    expect.stringMatching(/ invalid\. Until .*2026.*\.$/),
  ])
})
