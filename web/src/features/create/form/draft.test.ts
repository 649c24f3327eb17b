import { expect, test } from 'vitest'
import { draftKey, dropDraft, keepDraft, readDraft } from './draft.ts'
import { buildForm } from './examples.ts'

const shelf = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const now = new Date('2026-11-20T06:05:00Z')

test('a draft comes back whole, for its user and document only', () => {
  const here = shelf()
  keepDraft(here, draftKey('aminah', 'new'), buildForm(), now)
  expect(readDraft(here, draftKey('aminah', 'new'))).toEqual({
    saved_at: now.toISOString(),
    form: buildForm(),
  })
  expect(readDraft(here, draftKey('bakri', 'new'))).toBeNull()
  dropDraft(here, draftKey('aminah', 'new'))
  expect(readDraft(here, draftKey('aminah', 'new'))).toBeNull()
})

test('what is no draft of this form is not offered', () => {
  const here = shelf()
  here.setItem('k', '{broken')
  expect(readDraft(here, 'k')).toBeNull()
  here.setItem('k', JSON.stringify({ saved_at: now.toISOString(), form: { ...buildForm(), items: [{}] } }))
  expect(readDraft(here, 'k')).toBeNull()
})

test('a full storage does not stop the clerk', () => {
  const full = {
    ...shelf(),
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }
  expect(() => keepDraft(full, 'k', buildForm(), now)).not.toThrow()
})
