import { expect, it } from 'vitest'
import type { KindKey } from '../notifications/kinds.ts'
import { noticeWords, type Told } from './notices.ts'

const told = (kind: KindKey, outcome: string): Told => ({
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
