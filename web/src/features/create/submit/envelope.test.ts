import { expect, test } from 'vitest'
import { buildForm } from '../form/examples.ts'
import { sealEnvelope } from './envelope.ts'

const now = new Date('2026-11-20T06:05:09Z')
const later = new Date('2026-11-20T06:06:00Z')

test('an unchanged form whose fate is unclear goes out again byte by byte under the same key', () => {
  const first = sealEnvelope(buildForm(), null, now, null)
  expect(first.request.invoice_time).toBe('14:05:09')
  expect(sealEnvelope(buildForm(), null, later, first)).toBe(first)
})

test('a changed form, or one whose fate is known, is a new call', () => {
  const first = sealEnvelope(buildForm(), null, now, null)
  expect(sealEnvelope(buildForm({ document_remarks: 'x' }), null, later, first).key).not.toBe(first.key)
  expect(sealEnvelope(buildForm(), null, later, null).key).not.toBe(first.key)
  expect(first.key).toMatch(/^[0-9a-f]{32}$/)
})
