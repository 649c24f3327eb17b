import { expect, test } from 'vitest'
import {
  type Draft,
  draftKey,
  dropDraft,
  dropSent,
  isAsSent,
  isOvertaken,
  keepDraft,
  readDrafts,
} from './draft.ts'
import { buildForm } from './examples.ts'
import { fingerprintOf } from './fingerprint.ts'

const shelf = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
  }
}

const draft = (minute: number, more: Partial<Draft> = {}): Draft => ({
  saved_at: `2026-11-20T06:${String(minute).padStart(2, '0')}:00.000Z`,
  form: buildForm(),
  ...more,
})

test('a draft comes back whole, for its user and form only', () => {
  const here = shelf()
  const key = draftKey('aminah', 'new', 'a')
  const sending = { key: 'k1', at: '2026-11-20T06:05:00.000Z', print: 'p' }
  expect(keepDraft(here, key, draft(5, { sending }))).toBe(true)
  expect(readDrafts(here, 'aminah', 'new')).toEqual([
    { ...draft(5, { sending }), shelf_key: key, slot: 'new' },
  ])
  expect(readDrafts(here, 'aminah', 'note:1:02')).toEqual([])
  expect(readDrafts(here, 'bakri')).toEqual([])
  dropDraft(here, key)
  expect(readDrafts(here, 'aminah', 'new')).toEqual([])
})

test('each opening keeps its own, the newest comes first', () => {
  const here = shelf()
  keepDraft(here, draftKey('aminah', 'new', 'a'), draft(1))
  keepDraft(here, draftKey('aminah', 'note:1:02', 'b'), draft(2))
  keepDraft(here, draftKey('aminah', 'new', 'c'), draft(3))
  expect(readDrafts(here, 'aminah', 'new').map((one) => one.saved_at.slice(14, 16))).toEqual(['03', '01'])
  expect(readDrafts(here, 'aminah').map((one) => one.slot)).toEqual(['new', 'note:1:02', 'new'])
})

test('a draft of an edit knows upon which revision it was begun, and what was said at its fields', () => {
  const here = shelf()
  const errors = { 'customer.tin_no': 'Not known to the authority.' }
  keepDraft(here, draftKey('aminah', 'u-1', 'a'), draft(1, { revision: 3, errors }))
  const [kept] = readDrafts(here, 'aminah', 'u-1')
  expect(kept).toMatchObject({ revision: 3, errors })
  expect(kept && [3, 4].map((revision) => isOvertaken(kept, { uuid: 'u-1', revision }))).toEqual([
    false,
    true,
  ])
})

test('a draft that a former version kept is read, and taken for one of the first revision', () => {
  const here = shelf()
  keepDraft(here, draftKey('aminah', 'u-1', 'a'), draft(1))
  const [kept] = readDrafts(here, 'aminah', 'u-1')
  expect(kept && [1, 2].map((revision) => isOvertaken(kept, { uuid: 'u-1', revision }))).toEqual([
    false,
    true,
  ])
  expect(kept && isOvertaken(kept, undefined)).toBe(false)
})

test('what is no draft of this form is not offered', () => {
  const here = shelf()
  here.setItem('draft:aminah:new#x', '{broken')
  here.setItem('draft:aminah:new#y', JSON.stringify({ ...draft(1), form: { ...buildForm(), items: [{}] } }))
  here.setItem('draft:aminah:new#z', 'null')
  expect(readDrafts(here, 'aminah')).toEqual([])
})

test('a full storage does not stop the clerk', () => {
  const full = {
    ...shelf(),
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }
  expect(keepDraft(full, 'k', draft(1))).toBe(false)
})

test('of what was sent and has arrived, only what was typed since stays: a draft of what is stored', () => {
  const here = shelf()
  const at = '2026-11-20T06:05:00.000Z'
  const sending = { key: 'k1', at, print: fingerprintOf(buildForm()) }
  const changed = { form: buildForm({ document_remarks: 'Typed since' }), sending: { ...sending, key: 'k2' } }
  keepDraft(here, draftKey('aminah', 'correct:u-1', 'a'), draft(1, { sending }))
  keepDraft(here, draftKey('aminah', 'correct:u-1', 'b'), draft(2, changed))
  keepDraft(here, draftKey('aminah', 'correct:u-1', 'c'), draft(3))
  const stored = { uuid: 'u-2', invoice_number: 'M-KUL01000099' }
  dropSent(here, { user_id: 'aminah', slot: 'correct:u-1', stored })
  const [unsent, of_stored, ...others] = readDrafts(here, 'aminah')
  expect(others).toEqual([])
  expect(unsent).toMatchObject({ slot: 'correct:u-1', saved_at: draft(3).saved_at })
  const form = { document_remarks: 'Typed since', invoice_number: 'M-KUL01000099' }
  expect(of_stored).toMatchObject({ slot: 'u-2', revision: 1, form })
  expect(of_stored?.sending).toBeUndefined()
})

test('what a former version was sending may have been changed since', () => {
  const here = shelf()
  const { sending: _, ...kept } = draft(1)
  const sending = { key: 'k1', at: '2026-11-20T06:05:00.000Z' }
  here.setItem(draftKey('aminah', 'new', 'a'), JSON.stringify({ ...kept, sending }))
  const [read] = readDrafts(here, 'aminah', 'new')
  expect(read?.sending && isAsSent(read.form, read.sending)).toBe(false)
})
