import { expect, test } from 'vitest'
import { FIELDS } from '#domain/shaping/fields.ts'
import { HEADER_LABELS, LINE_LABELS } from './document-labels.ts'
import { PARTY_LABELS } from './party/labels.ts'

/** A list that programs and files read has no catalogue, so its words stand there once more. */
test('the list of fields calls each field as the form does', () => {
  const said = new Map(FIELDS.map(({ value, label }) => [value, label.replace(/^(?:Customer|Line): /, '')]))
  const labels = [
    ...Object.entries(HEADER_LABELS),
    ...Object.entries(PARTY_LABELS).map(([name, label]) => [`customer.${name}`, label] as const),
    ...Object.entries(LINE_LABELS).map(([name, label]) => [`items.${name}`, label] as const),
  ]
  expect(labels.length).toBeGreaterThan(45)
  expect(labels.map(([value]) => [value, said.get(value)])).toEqual(
    labels.map(([value, { message }]) => [value, message]),
  )
})
