import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Today } from '#contract/dashboard.ts'
import { lists } from '#contract/lists.ts'
import { TARGET_KINDS } from '#contract/logs/audit-log.ts'
import type { NoticeItem } from '#contract/notifications/notices.ts'
import { MODEL_NAMES } from '#contract/people/change-requests.ts'
import { session } from '#contract/people/session.ts'
import type { ListNarrowedTold } from '#contract/reports/list-filters.ts'
import { reports } from '#contract/reports/reports.ts'
import {
  LHDN_SUBMISSION,
  NOT_CANCELLED,
  REJECTION_REQUESTED,
  STATUSES,
  TERM_ENDING,
  WAITING_LONG,
  WINDOW_ENDING,
} from '#domain/documents/lifecycle.ts'
import { KIND_KEYS } from '#domain/notifications/kinds.ts'
import { OVERDUE, sentenceOf } from '#domain/notifications/sentences.ts'
import { q } from './api/queries.ts'
import { useColumns } from './features/approval-requests/columns.tsx'
import { ErrorTable } from './features/create-document/upload/ErrorTable.tsx'
import { useNeedGroups } from './features/dashboard/needs/use-need-groups.tsx'
import { FilterChips } from './features/documents/list/FilterChips.tsx'
import { CancelButton } from './features/documents/quickview/CancelButton.tsx'
import { Technical } from './features/documents/quickview/Technical.tsx'
import { FilterFields } from './features/reports/FilterFields.tsx'
import { EMPTY } from './features/reports/wanted.ts'
import { i18n, speak, told } from './i18n.ts'
import { Dismiss } from './ui/dialogs/Dismiss.tsx'
import { useActForm } from './ui/form/use-act-form.ts'
import { NarrowedBy } from './widgets/list-filters/NarrowedBy.tsx'
import { optionsFor } from './widgets/party/fields.ts'
import { IdentityHints } from './widgets/party/IdentityHints.tsx'
import { useTargetKinds } from './widgets/target-kinds.ts'

beforeAll(() => speak('ms'))
afterAll(() => speak('en'))

const read = (screen: ReactElement): string => {
  const shown = createElement(I18nProvider, { i18n }, createElement(MantineProvider, null, screen))
  return renderToStaticMarkup(shown).replace(/<(?:style|script)[^>]*>.*?<\/(?:style|script)>|<[^>]+>/g, ' ')
}

const Kinds = () => {
  const kindOf = useTargetKinds()
  return createElement('p', null, TARGET_KINDS.map(kindOf).join('|'))
}

const Models = () => {
  const cell = useColumns(undefined).find(({ key }) => key === 'model_name')?.cell
  // Of the row a cell of this column reads no more.
  const cells = Object.values(MODEL_NAMES).map((model_name) => cell?.({ model_name } as never))
  return createElement(Fragment, null, ...cells)
}

const REASON =
  'LHDN did not cancel M-7, which this document was to replace: The time is over.\n' +
  'M-7 stays valid. Correct it with a credit, debit or refund note.'
const Whys = ({ moved_by, reason }: { moved_by: string; reason: string }) => {
  const rejected = { count: 1, more: false, rows: [{ uuid: 'u', moved_by, reason }] }
  const groups = useNeedGroups({ rejected } as unknown as Today, 0)
  const rows = groups.flatMap(({ props }) => (props as { children: ReactElement[] }).children)
  return createElement('p', null, ...rows.map(({ props }): ReactNode => (props as { why: string }).why))
}

const ReportFields = () => {
  const initial = { ...EMPTY, filters: { ...EMPTY.filters, status: ['Invalid'] } }
  const form = useActForm(reports.create, {
    ...{ initial, done: '', failed: String },
    toInput: ({ filters, format }) => ({ body: { report_type: 'adhoc' as const, filters, format } }),
  })
  return createElement(FilterFields, { form })
}

test('what is written otherwise of a party, and what to look at, is said in Malay', () => {
  const change = { field: 'tin_no', from: 'c 25-8', to: 'C258', why: 'blanks removed, in capital letters' }
  const message = 'The general public buys only on consolidated documents (004).'
  const hints = read(
    createElement(IdentityHints, {
      changes: [change],
      warnings: [{ field: 'email', message }],
      onTake: () => undefined,
    }),
  )
  expect(hints).toContain('jarak dibuang, dengan huruf besar')
  expect(hints).toContain('hanya dalam dokumen disatukan (004).')
})

test('what is wrong with a document of a file is said in Malay', () => {
  const details = 'The document was changed by someone else. Look at it again.'
  const errors = [{ invoice_number: 'A-1', errors: [{ type: 'conflict', invoice_number: 'A-1', details }] }]
  expect(read(createElement(ErrorTable, { errors }))).toContain('telah diubah oleh orang lain')
})

test('who has no identity number is offered in Malay', () => {
  const labels = optionsFor('identity_type', {})?.map(({ label }) => label)
  expect(labels).toContain('Tiada nombor (dokumen disatukan)')
})

test('every kind of thing that the log tells of has a word', () => {
  const words = read(createElement(Kinds)).trim().split('|')
  expect(TARGET_KINDS.filter((kind, at) => words[at] === kind.replaceAll('_', ' '))).toEqual([])
})

test('a status that filters the list is said in Malay, several one by one', () => {
  const chip = (status: string) =>
    read(createElement(FilterChips, { filters: { status }, onLift: () => undefined }))
  expect(chip('Submission Failed,Invalid')).toContain('Penghantaran Gagal, Tidak Sah')
  const asked = [REJECTION_REQUESTED, TERM_ENDING, NOT_CANCELLED, WAITING_LONG, WINDOW_ENDING]
  const names = [...STATUSES, LHDN_SUBMISSION, ...asked]
  expect(names.filter((name) => chip(name).includes(name))).toEqual([])
})

test('by what an exported list was narrowed is said in Malay', () => {
  const client = new QueryClient()
  const kinabalu = { entity_code: '17', name: 'Kinabalu Trading' }
  client.setQueryData(q(session.profile).queryKey, { sender_entities: [kinabalu], store_code: [] } as never)
  const narrowed = (filters: ListNarrowedTold) => {
    const told = createElement(NarrowedBy, { filters })
    return read(createElement(QueryClientProvider, { client }, told))
      .replaceAll(/\s+/g, ' ')
      .trim()
  }
  const days = { dateStart: '2026-07-01', dateEnd: '2026-07-31' }
  expect(narrowed({ ...days, status: 'Invalid', sender_entity_code: '17', environment: 'prod' })).toBe(
    'Tarikh Mula: 1 Jul 2026 · Tarikh Akhir: 31 Jul 2026 · Status: Tidak Sah · Syarikat: Kinabalu Trading · ' +
      'Persekitaran: Produksi',
  )
  expect(narrowed({ document_type: 'SB' })).toBe('Jenis Invois: SB')
  expect(narrowed({})).toBe('Tiada penapis')
})

test('a filter says of types and departments what its choice says', () => {
  const client = new QueryClient()
  const store_code = [{ code: 'KUL01', name: 'Kuala Lumpur' }]
  client.setQueryData(q(session.profile).queryKey, { sender_entities: [], store_code } as never)
  const invoice_types = [{ code: '02', description: 'Credit Note' }]
  client.setQueryData(q(lists.uniqueTypes).queryKey, { invoice_types } as never)
  const filters = { invoice_type: '02,99', sender_store_code: 'KUL01', environment: 'prod,nowhere' }
  const chips = createElement(FilterChips, { filters, onLift: () => undefined })
  const words = read(createElement(QueryClientProvider, { client }, chips))
  for (const told_there of ['02 Credit Note, 99', 'KUL01 Kuala Lumpur', 'Produksi, nowhere'])
    expect(words).toContain(told_there)
})

test('a status that filters a report is said in Malay', () => {
  const client = new QueryClient()
  client.setQueryData(q(session.profile).queryKey, { sender_entities: [], store_code: [] } as never)
  client.setQueryData(q(lists.uniqueTypes).queryKey, { status_choices: ['Invalid'] } as never)
  expect(read(createElement(QueryClientProvider, { client }, createElement(ReportFields)))).toContain(
    'Tidak Sah',
  )
})

test('what a change request is about, and what it asks for, is said in Malay', () => {
  expect(read(createElement(Models)).trim().split(/\s+/).join(' ')).toBe(
    'Kumpulan Kod Kedai Peraturan Pengesahan',
  )
  const item = { kind: 'request_waiting', label: 'Edit group Makers', count: 1, due_at: null } as NoticeItem
  expect(told(sentenceOf(item))).toMatch(/: Sunting kumpulan Makers\.$/)
})

const DUE_AT = '2026-12-07T16:00:00Z'

test.each(KIND_KEYS)('what the bell tells of %s is said in Malay, of one and of many', (kind) => {
  for (const count of [1, 500])
    for (const outcome of ['', '0', 'approved', 'rejected', 'failed', 'broken_off', OVERDUE]) {
      const item = {
        kind,
        count,
        more: false,
        trials: 0,
        label: 'M-7',
        entity_name: 'Kinabalu',
        outcome,
        due_at: DUE_AT,
      }
      expect(told(sentenceOf(item))).not.toMatch(/ (?:of|and|the|was|were|is|a|your) /i)
    }
})

test('what became of a call to LHDN is said in Malay, and in English without words of the program', async () => {
  const states = ['intent', 'accepted', 'refused', 'unclear', 'not_sent']
  const attempts = states.map((state) => ({ id: state, state }))
  const shown = createElement(Technical, { document: { attempts } as never })
  const inside = () => read(createElement(QueryClientProvider, { client: new QueryClient() }, shown))
  expect(inside()).toMatch(/Sedang dihantar.*Diterima.*Ditolak.*Hasil tidak diketahui.*Tidak dihantar/s)
  await speak('en')
  expect(inside()).toMatch(/Being sent.*Accepted.*Refused.*Outcome unknown.*Not sent/s)
  await speak('ms')
})

test('to cancel a document is another word than to leave a question', () => {
  const document = { uuid: 'u', invoice_number: 'M-7', may: { cancel: { ok: true, why: '' } } } as never
  const cancel = createElement(CancelButton, { document })
  const words = (screen: ReactElement) =>
    read(createElement(QueryClientProvider, { client: new QueryClient() }, screen)).trim()
  expect([words(cancel), words(createElement(Dismiss, { label: undefined, busy: false }))]).toEqual([
    'Batalkan',
    'Batal',
  ])
})

const saidOnDashboard = (given: { moved_by: string; reason: string }) => {
  const client = new QueryClient()
  client.setQueryData(q(session.permissions).queryKey, {} as never)
  return read(createElement(QueryClientProvider, { client }, createElement(Whys, given)))
}

test('what an approver wrote stays in their words on the dashboard, however like ours', () => {
  const given = { moved_by: 'Farid Rahman', reason: 'The discount of their contract is missing.' }
  expect(saidOnDashboard(given)).toContain('Farid Rahman: The discount of their contract is missing.')
})

test('why LHDN did not cancel what a document was to replace is said in Malay on the dashboard', () => {
  const said = saidOnDashboard({ moved_by: 'LHDN', reason: REASON })
  expect(said).toContain('LHDN: LHDN tidak membatalkan M-7, yang sepatutnya digantikan oleh dokumen ini')
  expect(said).toContain('M-7 kekal sah.')
})
